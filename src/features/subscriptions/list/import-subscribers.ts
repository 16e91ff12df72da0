import { basename } from 'node:path'
import { parse } from 'csv-parse/sync'
import { CommandError, readNamedFile } from '../../../platform/command-error.ts'
import type { Queryable, SubscriptionState } from '../../../platform/database/schema.ts'
import { randomToken } from '../../../platform/http/signing.ts'
import type { Deps, Platform } from '../../../platform/platform.ts'
import { isCalendarDate } from '../../../shared/field-rules.ts'
import { COMMAND_LINE, recordAudit } from '../../accounts/audit-log/queries.ts'
import { readJsonTime } from '../../log-import/lines/line-parts.ts'
import { startOfDay } from '../../statistics/figures/site-days.ts'
import { findSubscriptionByKey, findSubscriptionByToken, insertSubscription } from '../queries.ts'
import { parseMailbox } from '../rules.ts'
import { unsubscribe } from '../unsubscribe.ts'

export async function runSubscriberImport(platform: Platform, file: string, dryRun: boolean) {
  const csv = await readNamedFile(file)
  const options = { fileName: basename(file), timeZone: platform.config.timeZone, dryRun }
  const { added, present, left } = await importSubscribers(platform, csv, options)
  const would = dryRun ? 'would be ' : ''
  console.log(
    `Subscribers: ${added} ${would}added, ${present} already in the list, ${left} of them ${would}unsubscribed.`,
  )
}

/** Characters that need no encoding in a URL. */
const TOKEN = /^[A-Za-z0-9._~+=-]{8,200}$/
const MAX_SHOWN = 20

/** Imports all rows or none, with their unsubscribe tokens, so that links in another program's old mail keep working. */
export async function importSubscribers(
  { db, clock }: Deps,
  csv: string,
  { fileName, timeZone, dryRun = false }: { fileName: string; timeZone: string; dryRun?: boolean },
) {
  const rows = readSubscribers(csv, fileName, timeZone)
  return db.transaction().execute(async (trx) => {
    const { added, left } = await compareWithList(trx, rows)
    const result = { added: added.length, present: rows.length - added.length, left: left.length }
    if (dryRun) return result
    for (const { email, key: email_key, token = randomToken(), state, createdAt } of added) {
      await insertSubscription(trx, { email, email_key, token, state }, createdAt ?? clock())
    }
    for (const id of left) await unsubscribe({ db: trx, clock }, { id })
    const shown = Object.values(result).map((count) => count.toLocaleString('en-US'))
    const gone = left.length > 0 ? `, ${shown[2]} of them unsubscribed` : ''
    const details = `${shown[0]} added, ${shown[1]} already in the list${gone}`
    const action = 'subscribers.imported'
    await recordAudit(trx, { ...COMMAND_LINE, at: clock(), action, subject: fileName, details })
    return result
  })
}

/** @returns the rows that are new, and the subscriptions of people who left the other list */
async function compareWithList(db: Queryable, rows: ReturnType<typeof readSubscribers>) {
  const problems: string[] = []
  const added: typeof rows = []
  const left: number[] = []
  for (const row of rows) {
    const { line, email, key, token, state } = row
    const existing = await findSubscriptionByKey(db, key)
    const owner = token && (await findSubscriptionByToken(db, token))
    if (existing && token && existing.token !== token) {
      problems.push(`line ${line}: ${email} is already in the list with another token`)
    } else if (owner && owner.email_key !== key) {
      problems.push(`line ${line}: the token already belongs to ${owner.email}`)
    } else if (!existing) added.push(row)
    else if (state === 'unsubscribed' && existing.state !== state) left.push(existing.id)
  }
  refuse(problems)
  return { added, left }
}

function readSubscribers(csv: string, fileName: string, timeZone: string) {
  const problems: string[] = []
  const lines = new Map<string, number>()
  const rows = readCsv(csv, fileName).flatMap(({ record, info: { lines: line } }) => {
    const row = readRow(record, timeZone)
    if (typeof row === 'string') {
      problems.push(`line ${line}: ${row}`)
      return []
    }
    for (const identity of [row.key, row.token]) {
      const earlier = identity && lines.get(identity)
      if (earlier) problems.push(`line ${line}: the same as line ${earlier}: ${identity}`)
      else if (identity) lines.set(identity, line)
    }
    return [{ line, ...row }]
  })
  refuse(problems)
  return rows
}

type CsvRecord = { record: Record<string, string>; info: { lines: number } }

function readCsv(csv: string, fileName: string): CsvRecord[] {
  // Excel writes the separator into a line before the header.
  const text = csv.replace(/^\ufeff?sep=.\r?\n/i, '')
  let names: string[] = []
  const columns = (header: string[]) => {
    names = header.map(columnName)
    // This program's own list.
    if (names.join() === 'address,state,date') names = ['email', 'state', 'updated_at']
    return names
  }
  const [header = ''] = text.split('\n', 1)
  const [delimiter = ','] = [',', ';', '\t'].toSorted(
    (one, other) => header.split(other).length - header.split(one).length,
  )
  // As formulaSafe writes it.
  const cast = (cell: string) => cell.replace(/^'(?=[=+\-@])/, '')
  const shape = { bom: true, info: true, trim: true, skip_empty_lines: true }
  try {
    const records = parse<CsvRecord>(text, { ...shape, delimiter, cast, columns })
    checkColumns(names, fileName)
    return records
  } catch (error) {
    if (error instanceof CommandError) throw error
    throw new CommandError(`This is not a CSV file: ${(error as Error).message}`)
  }
}

function checkColumns(names: readonly string[], fileName: string): void {
  if (!names.includes('email')) throw new CommandError(NO_COLUMNS)
  const twice = names.find((name, at) => names.indexOf(name) < at)
  if (twice) throw new CommandError(`Nothing was imported: two columns are named ${twice}.`)
  const isUnderstood = isOneOf([...STATE_COLUMNS, UNRELATED_WORDS, UNRELATED_TIME])
  const column = names.find((name) => !isUnderstood(name))
  if (column !== undefined) throw unclear(`the column ${column}`)
  const isUnsubscribedList = UNSUBSCRIBED_FILE.test(columnName(fileName, 0))
  if (isUnsubscribedList && !names.some(isOneOf(STATE_COLUMNS))) {
    throw unclear(`the file name ${fileName}`)
  }
}

const NO_COLUMNS =
  'The first line must name the columns, for example: email,token,state,subscribed_at'
const unclear = (what: string) =>
  new CommandError(
    `Nothing was imported: ${what} may say who has left, and this program does not understand it. Write active or unsubscribed in a column named state, and remove the other.`,
  )

/** @returns the reason, as a string, if the row cannot be imported */
function readRow(record: Record<string, string>, timeZone: string) {
  const [, addressOf = record.email ?? ''] = /<([^<>]*)>$/.exec(record.email ?? '') ?? []
  const address = parseMailbox(addressOf)
  if (!address.accepted) return `${record.email}: ${address.reason}`
  const token = record.token || undefined
  if (token && !TOKEN.test(token)) {
    return 'a token must have 8 to 200 characters: letters, digits, and . _ ~ + = -'
  }
  const states = Object.entries(record).map(([name, value]) => stateIn(name, value))
  const reason = states.find((state) => state?.startsWith('the '))
  if (reason) return reason
  const state: SubscriptionState = states.includes('unsubscribed') ? 'unsubscribed' : 'active'
  const createdAt = record.subscribed_at ? readTime(record.subscribed_at, timeZone) : undefined
  if (createdAt !== undefined && !(createdAt > 0)) {
    return `subscribed_at is not a date or time: ${record.subscribed_at}; write it like 2025-03-31T14:00:00Z`
  }
  return { email: address.address, key: address.key, token, state, createdAt }
}

/** A date or a time; without a zone it is in the site's time zone, so that the list shows the date in the file. */
const readTime = (text: string, timeZone: string) =>
  isCalendarDate(text)
    ? startOfDay(text, timeZone)
    : // psql writes the offset in whole hours.
      readJsonTime(text.replace(/(:\d\d(?:\.\d+)?[+-]\d\d)$/, '$1:00'), timeZone)

function refuse(problems: string[]): void {
  if (problems.length === 0) return
  const shown = ['Nothing was imported:', ...problems.slice(0, MAX_SHOWN)]
  if (problems.length > MAX_SHOWN) shown.push(`and ${problems.length - MAX_SHOWN} more`)
  throw new CommandError(shown.join('\n  '))
}

/** `Email Address` of Mailchimp is `email`, `UNSUB_TIME` is `unsub_time`. */
const columnName = (header: string, at: number) =>
  header
    .trim()
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '_')
    .replace(/^e_?mail(?:_address)?$/, 'email') || `column_${at + 1}`

/** Columns that say who has left: by a word, by yes or no, or by having anything at all in them, such as a time. */
const STATE_COLUMN = /^(?:(?:subscri(?:ption|ber)|email|contact|member|list)_)?(?:state|status)$/
const SUBSCRIBED_COLUMN =
  /^(?:is_|has_)?(?:subscribed(?:_to_emails?)?|active|enabled|confirmed|opt(?:ed)?_?in|mailable)$/
const UNSUBSCRIBED_COLUMN =
  /^(?:is_|has_)?(?:unsub(?:scribed?)?|opt(?:ed)?_?out|block(?:list)?ed|black_?listed|banned|(?:hard_)?bounced|clean(?:ed)?|complained|deleted|removed|disabled|suppressed|archived|marked_as_spam)(?:_(?:at|on|time|date|reason.*|campaign_.*))?$/
/** Words that say nothing about the state. A column with any other word may say who has left, in whatever words and language. */
const UNRELATED_WORDS =
  /^(?:(?:email|token|id|uuid|leid|euid|first|last|middle|full|user|nick|sur|display|name|initials|salutation|prefix|suffix|title|job|position|role|department|company|organi[sz]ation|firm|address|line|street|city|county|country|code|zip|post(?:al)?|mobile|home|work|phone|number|fax|website|url|language|locale|gender|birthday|attributes|notes?|comments?|tags|labels|tiers|complimentary|plan|stripe|customer|source|rating|latitude|longitude|gmtoff|dstoff|time|zone|cc|region|member|changed|column|\d+)_?)+$/
const UNRELATED_TIME =
  /^(?:created|updated|added|joined|subscribed?|subscription|opt_?in|confirm(?:ed)?|sign_?up)_(?:at|on|date|time|ip)$|^date_(?:added|joined|created)$/
const STATE_COLUMNS = [STATE_COLUMN, SUBSCRIBED_COLUMN, UNSUBSCRIBED_COLUMN]
const isOneOf = (columns: RegExp[]) => (name: string) => columns.some((one) => one.test(name))

/** In a file's name, in several languages: the people in it have left. */
const UNSUBSCRIBED_FILE =
  /unsub|nonsub|never_sub|opt(?:ed)?[_ -]?out|do_?not|dnc|no_?mail|(?:^|_)(?:left|former|withdrawn|ex|end(?:ed|_date)?|quit)(?:_|$)|block|black|(?:^|_)banned|bounc|cleaned|complain|spam|suppress|undeliver|delet|remov|disabl|inactiv|unactiv|cancel|unconfirm|pending|archiv|abgemeld|abmeld|abbestell|gesperrt|gel[öo]scht|inaktiv|d[ée]sabonn|d[ée]sinscri|bloqu|supprim|inactif|(?:^|_)baja|inativ|descadastr|disiscritt|cancellat|uitgeschr|afgemeld|geblokk|avregistr|avslut|avmeld|frameld|wypisan|odhl[áa][šs]|отпис|заблок|неактив|удал|解除|停止|退订|退訂|取消|수신거부|해지/

/** Of listmonk, Mailchimp, Mailtrain (by number), and Sendy. Someone who never confirmed has not subscribed. */
const SUBSCRIBED = /^(?:active|subscribed|enabled|confirmed|true|t|yes|y|1)$/
const UNSUBSCRIBED =
  /^(?:unsubscribed|disabled|block(?:list)?ed|black ?listed|banned|cleaned|(?:hard |soft )?bounced|complained|spam|spammy|junk|marked as spam|unreachable|undeliverable|unconfirmed|awaiting confirmation|unactivated|pending|deleted|removed|archived|inactive|cancell?ed|suppressed|(?:non|never)[- ]subscribed|abgemeldet|d[ée]sabonn[ée]e?|d[ée]sinscrite?|dado de baja|disiscritto|uitgeschreven|отписан|do not mail|former(?: member)?|withdrawn|declined|opt(?:ed)?[- ]?out|false|f|no|n|[02-4])$/
/** In a note that someone wrote in the other program. */
const HAS_LEFT =
  /unsubscri|opt(?:ed)?[ -]?out|do not (?:e-?mail|contact|send)|no more (?:e-?mail|mail)|\bremoved?\b/
const NOTHING = /^(?:false|f|no|n|0|null|none|\\n)?$/

/** @returns undefined if the column says nothing, or a sentence if the value is not understood */
function stateIn(name: string, written: string): string | undefined {
  const value = written.toLowerCase()
  if (UNSUBSCRIBED_COLUMN.test(name)) return NOTHING.test(value) ? undefined : 'unsubscribed'
  if (!STATE_COLUMN.test(name) && !SUBSCRIBED_COLUMN.test(name)) {
    const isState = (UNSUBSCRIBED.test(value) && value.length > 5) || HAS_LEFT.test(value)
    return isState ? `the column ${name} may say who has left: ${written}` : undefined
  }
  if (SUBSCRIBED.test(value) || (value === '' && name === 'state')) return 'active'
  if (UNSUBSCRIBED.test(value) || (value === '' && SUBSCRIBED_COLUMN.test(name)))
    return 'unsubscribed'
  return `the ${name} must be active or unsubscribed, not ${written || 'empty'}`
}
