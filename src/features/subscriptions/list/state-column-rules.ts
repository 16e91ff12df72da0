/** `Email Address` of Mailchimp is `email`, `UNSUB_TIME` is `unsub_time`. */
export const columnName = (header: string, at: number) =>
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
const isOneOf = (columns: RegExp[]) => (name: string) => columns.some((one) => one.test(name))

/** In a file's name, in several languages: the people in it have left. */
const UNSUBSCRIBED_FILE =
  /unsub|nonsub|never_sub|opt(?:ed)?[_ -]?out|do_?not|dnc|no_?mail|(?:^|_)(?:left|former|withdrawn|ex|end(?:ed|_date)?|quit)(?:_|$)|block|black|(?:^|_)banned|bounc|cleaned|complain|spam|suppress|undeliver|delet|remov|disabl|inactiv|unactiv|cancel|unconfirm|pending|archiv|abgemeld|abmeld|abbestell|gesperrt|gel[öo]scht|inaktiv|d[ée]sabonn|d[ée]sinscri|bloqu|supprim|inactif|(?:^|_)baja|inativ|descadastr|disiscritt|cancellat|uitgeschr|afgemeld|geblokk|avregistr|avslut|avmeld|frameld|wypisan|odhl[áa][šs]|отпис|заблок|неактив|удал|解除|停止|退订|退訂|取消|수신거부|해지/

/** @returns what may say who has left in a way that is not understood */
export function findUnclear(fileName: string, names: string[]): string | undefined {
  const column = names.find(
    (name) =>
      !isOneOf([
        STATE_COLUMN,
        SUBSCRIBED_COLUMN,
        UNSUBSCRIBED_COLUMN,
        UNRELATED_WORDS,
        UNRELATED_TIME,
      ])(name),
  )
  if (column !== undefined) return `the column ${column}`
  const isUnsubscribedList =
    UNSUBSCRIBED_FILE.test(columnName(fileName, 0)) &&
    !names.some(isOneOf([STATE_COLUMN, SUBSCRIBED_COLUMN, UNSUBSCRIBED_COLUMN]))
  return isUnsubscribedList ? `the file name ${fileName}` : undefined
}

/** Of listmonk, Mailchimp, Mailtrain (by number), and Sendy. Someone who never confirmed has not subscribed. */
const SUBSCRIBED = /^(?:active|subscribed|enabled|confirmed|true|t|yes|y|1)$/
const UNSUBSCRIBED =
  /^(?:unsubscribed|disabled|block(?:list)?ed|black ?listed|banned|cleaned|(?:hard |soft )?bounced|complained|spam|spammy|junk|marked as spam|unreachable|undeliverable|unconfirmed|awaiting confirmation|unactivated|pending|deleted|removed|archived|inactive|cancell?ed|suppressed|(?:non|never)[- ]subscribed|abgemeldet|d[ée]sabonn[ée]e?|d[ée]sinscrite?|dado de baja|disiscritto|uitgeschreven|отписан|do not mail|former(?: member)?|withdrawn|declined|opt(?:ed)?[- ]?out|false|f|no|n|[02-4])$/
/** In a note that someone wrote in the other program. */
const HAS_LEFT =
  /unsubscri|opt(?:ed)?[ -]?out|do not (?:e-?mail|contact|send)|no more (?:e-?mail|mail)|\bremoved?\b/
const NOTHING = /^(?:false|f|no|n|0|null|none|\\n)?$/

/** @returns undefined if the column says nothing, or a sentence if the value is not understood */
export function stateIn(name: string, written: string): string | undefined {
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
