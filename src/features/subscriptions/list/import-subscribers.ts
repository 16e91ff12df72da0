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

export async function runSubscriberImport(platform: Platform, file: string, dryRun: boolean) {
  const csv = await readNamedFile(file)
  const options = { fileName: basename(file), timeZone: platform.config.timeZone, dryRun }
  const { added, present } = await importSubscribers(platform, csv, options)
  console.log(
    `Subscribers: ${added} ${dryRun ? 'would be added' : 'added'}, ${present} already in the list.`,
  )
}

/** Characters that need no encoding in a URL. */
const TOKEN = /^[A-Za-z0-9._~+=-]{8,200}$/
const STATES: Record<string, SubscriptionState> = {
  '': 'active',
  active: 'active',
  subscribed: 'active',
  unsubscribed: 'unsubscribed',
}
const MAX_SHOWN = 20

interface SubscriberImportOptions {
  fileName: string
  timeZone: string
  dryRun?: boolean
}

/** Imports all rows or none, with their unsubscribe tokens, so that links in another program's old mail keep working. */
export async function importSubscribers(
  { db, clock }: Deps,
  csv: string,
  { fileName, timeZone, dryRun = false }: SubscriberImportOptions,
): Promise<{ added: number; present: number }> {
  const rows = readSubscribers(csv, timeZone)
  return db.transaction().execute(async (trx) => {
    const added = await withoutPresent(trx, rows)
    const result = { added: added.length, present: rows.length - added.length }
    if (dryRun) return result
    for (const { email, key: email_key, token = randomToken(), state, createdAt } of added) {
      await insertSubscription(trx, { email, email_key, token, state }, createdAt ?? clock())
    }
    const details = `${result.added.toLocaleString('en-US')} added, ${result.present.toLocaleString('en-US')} already in the list`
    const action = 'subscribers.imported'
    await recordAudit(trx, { ...COMMAND_LINE, at: clock(), action, subject: fileName, details })
    return result
  })
}

async function withoutPresent(db: Queryable, rows: ReturnType<typeof readSubscribers>) {
  const problems: string[] = []
  const added: typeof rows = []
  for (const row of rows) {
    const { line, email, key, token } = row
    const existing = await findSubscriptionByKey(db, key)
    const owner = token && (await findSubscriptionByToken(db, token))
    if (existing && token && existing.token !== token) {
      problems.push(`line ${line}: ${email} is already in the list with another token`)
    } else if (owner && owner.email_key !== key) {
      problems.push(`line ${line}: the token already belongs to ${owner.email}`)
    } else if (!existing) added.push(row)
  }
  refuse(problems)
  return added
}

function readSubscribers(csv: string, timeZone: string) {
  const problems: string[] = []
  const lines = new Map<string, number>()
  const rows = readCsv(csv).flatMap(({ record, info: { lines: line } }) => {
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

function readCsv(csv: string): CsvRecord[] {
  let names: string[] = []
  const columns = (header: string[]) => {
    names = header.map((name) => name.trim().toLowerCase())
    return names
  }
  try {
    const options = { bom: true, columns, info: true, trim: true, skip_empty_lines: true } as const
    const records = parse(csv, options)
    if (!names.includes('email')) {
      throw new CommandError(
        'The first line must name the columns, for example: email,token,state,subscribed_at',
      )
    }
    return records as unknown as CsvRecord[]
  } catch (error) {
    if (error instanceof CommandError) throw error
    throw new CommandError(`This is not a CSV file: ${(error as Error).message}`)
  }
}

/** @returns the reason, as a string, if the row cannot be imported */
function readRow(record: Record<string, string>, timeZone: string) {
  const address = parseMailbox(record.email ?? '')
  if (!address.accepted) return `${record.email}: ${address.reason}`
  const token = record.token || undefined
  if (token && !TOKEN.test(token)) {
    return 'a token must have 8 to 200 characters: letters, digits, and . _ ~ + = -'
  }
  const state = STATES[(record.state ?? '').toLowerCase()]
  if (!state) return `the state must be active or unsubscribed, not ${record.state}`
  const createdAt = record.subscribed_at ? readTime(record.subscribed_at, timeZone) : undefined
  if (createdAt !== undefined && !(createdAt > 0)) {
    return `subscribed_at is not a date or time: ${record.subscribed_at}; write it like 2025-03-31T14:00:00Z`
  }
  return { email: address.address, key: address.key, token, state, createdAt }
}

/** A date or a time; without a zone it is in the site's time zone, so that the list shows the date in the file. */
const readTime = (text: string, timeZone: string) =>
  isCalendarDate(text) ? startOfDay(text, timeZone) : readJsonTime(text, timeZone)

function refuse(problems: string[]): void {
  if (problems.length === 0) return
  const shown = ['Nothing was imported:', ...problems.slice(0, MAX_SHOWN)]
  if (problems.length > MAX_SHOWN) shown.push(`and ${problems.length - MAX_SHOWN} more`)
  throw new CommandError(shown.join('\n  '))
}
