/** `Email Address` of Mailchimp is `email`, `UNSUB_TIME` is `unsub_time`. */
export const columnName = (header: string, at: number) =>
  header
    .trim()
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '_')
    .replace(/^e_?mail(?:_address)?$/, 'email') || `column_${at + 1}`

/** Columns that say who has left: by a word, by yes or no, or by having anything at all in them, such as a time. */
const WORD = /^(?:(?:subscri(?:ption|ber)|email|contact|member|list)_)?(?:state|status)$/
const HERE =
  /^(?:is_|has_)?(?:subscribed(?:_to_emails?)?|active|enabled|confirmed|opt(?:ed)?_?in|mailable)$/
const LEFT =
  /^(?:is_|has_)?(?:unsub(?:scribed?)?|opt(?:ed)?_?out|block(?:list)?ed|black_?listed|banned|(?:hard_)?bounced|clean(?:ed)?|complained|deleted|removed|disabled|suppressed|archived|marked_as_spam)(?:_(?:at|on|time|date|reason.*|campaign_.*))?$/
/** What lists of subscribers say besides; any other column may say who has left, in whatever words and language. */
const OTHER =
  /^(?:email|token|(?:uu)?id|leid|euid|(?:first_?|last_?|full_?|nick)?name|address|phone(?:_number)?|birthday|attributes|notes|tags|member_rating|latitude|longitude|gmtoff|dstoff|timezone|cc|region|last_changed|(?:created|updated|subscribed?|subscription|optin|confirm)_(?:at|on|date|time|ip)|column_\d+)$/
const isOneOf = (columns: RegExp[]) => (name: string) => columns.some((one) => one.test(name))

/** Mailchimp's files of the unsubscribed and the cleaned say so in their names, even without the columns. */
const OF_LEAVERS = /unsub|nonsub|cleaned|bounce|suppress|bl(?:ack|ock)_?list|opt_?out/i

/** @returns what may say who has left in a way that is not understood */
export function findUnclear(fileName: string, names: string[]): string | undefined {
  const column = names.find((name) => !isOneOf([WORD, HERE, LEFT, OTHER])(name))
  if (column !== undefined) return `the column ${column}`
  const isOfLeavers = OF_LEAVERS.test(fileName) && !names.some(isOneOf([WORD, HERE, LEFT]))
  return isOfLeavers ? `the file name ${fileName}` : undefined
}

/** Of listmonk, Mailchimp, Mailtrain (by number), and Sendy. Who never confirmed has not subscribed. */
const SUBSCRIBED = /^(?:active|subscribed|enabled|confirmed|true|t|yes|y|1)$/
const ENDED =
  /^(?:unsubscribed|disabled|block(?:list)?ed|black ?listed|banned|cleaned|(?:hard |soft )?bounced|complained|spam|spammy|junk|marked as spam|unreachable|unconfirmed|unactivated|pending|deleted|removed|archived|inactive|cancell?ed|suppressed|non[- ]subscribed|abgemeldet|d[ée]sabonn[ée]e?|d[ée]sinscrite?|dado de baja|disiscritto|uitgeschreven|отписан|opted[- ]out|false|f|no|n|[02-4])$/
const NOTHING = /^(?:false|f|no|n|0|null|none|\\n)?$/

/** @returns undefined if the column says nothing, or a sentence if the value is not understood */
export function stateIn(name: string, written: string): string | undefined {
  const value = written.toLowerCase()
  if (LEFT.test(name)) return NOTHING.test(value) ? undefined : 'unsubscribed'
  if (!WORD.test(name) && !HERE.test(name)) {
    const isState = ENDED.test(value) && value.length > 5
    return isState ? `the column ${name} may say who has left: ${written}` : undefined
  }
  if (SUBSCRIBED.test(value) || (value === '' && name === 'state')) return 'active'
  if (ENDED.test(value) || (value === '' && HERE.test(name))) return 'unsubscribed'
  return `the ${name} must be active or unsubscribed, not ${written || 'empty'}`
}
