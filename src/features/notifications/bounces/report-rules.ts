import { domainToASCII } from 'node:url'
import type { BounceCause } from '../../../platform/database/schema.ts'
import { cutText, oneLine } from '../../../shared/clean-text.ts'
import type { ReceivedMail } from './read-mail.ts'
import { MAX_WORDS, type Reason, reasonOf } from './reason-rules.ts'
import { wholeReply, wordsOf } from './report-words-rules.ts'

export type Report =
  | { kind: 'bounce'; status: string; words: string; cause: BounceCause }
  | { kind: 'complaint'; words: string }

const STATUS_PARTS = ['message/delivery-status', 'message/global-delivery-status']

/** @param recipient one report may be about several @returns undefined for a delay, a success, or anything else */
export function readReport(mail: ReceivedMail, recipient: string): Report | undefined {
  const { parts, inner } = mail
  const feedback = parts.find(({ type }) => type === 'message/feedback-report')
  if (feedback) return readComplaint(feedback.text)
  if (isMicrosoftComplaint(mail)) return { kind: 'complaint', words: 'abuse' }
  if (parts.some(({ type }) => type === 'message/disposition-notification')) return undefined
  const status = parts.filter(({ type }) => STATUS_PARTS.includes(type))
  if (status.length > 0) {
    return readStatus(status.map(({ text }) => text).join('\n\n'), recipient, wordsOf(mail))
  }
  // A report that was forwarded, or wrapped by a spam filter with words of its own; our own message is not one.
  const fromInner = (some: ReceivedMail[]) =>
    some.map((one) => readReport(one, recipient)).find(Boolean)
  return fromInner(inner.filter(hasStatus)) ?? readWords(mail, recipient) ?? fromInner(inner)
}

const hasStatus = ({ parts }: ReceivedMail) => parts.some(({ type }) => STATUS_PARTS.includes(type))

/** RFC 5965, 7.3, and its drafts: no other type means that the recipient complained. */
const COMPLAINTS = ['abuse', 'fraud', 'opt-out', 'opt-out-list']

function readComplaint(feedback: string): Report | undefined {
  const [fields = {}] = readReportFields(feedback)
  const type = (fields['feedback-type'] ?? 'abuse').toLowerCase()
  return COMPLAINTS.includes(type) ? { kind: 'complaint', words: type } : undefined
}

/** Hotmail's reports have the returned message and nothing else. */
const isMicrosoftComplaint = (mail: ReceivedMail) =>
  [mail, ...mail.inner].some(({ headers }) => headers.has('x-hmxmroriginalrecipient')) ||
  (mail.inner.length > 0 &&
    /^complaint about message from /i.test(mail.headers.get('subject') ?? ''))

type ReportFields = Record<string, string>

/** Groups of fields separated by empty lines (RFC 3464, 2.1). */
function readReportFields(text: string): ReportFields[] {
  const unfolded = text.replace(/\r\n?/g, '\n').replace(/\n[ \t]+(?=\S)/g, ' ')
  const groups = unfolded.split(/\n[ \t]*\n/).map((group) => {
    const fields: ReportFields = {}
    for (const line of group.split('\n')) {
      const [, name = ''] = /^([\w-]+):/.exec(line) ?? []
      if (name) fields[name.toLowerCase()] ??= line.slice(name.length + 1).trim()
    }
    return fields
  })
  return groups.filter((fields) => Object.keys(fields).length > 0)
}

/** @param text what the report says for people, in case the fields give no reason */
function readStatus(fields: string, recipient: string, text: string): Report | undefined {
  const groups = readReportFields(fields).filter((group) => 'action' in group || 'status' in group)
  const ours = sameMailbox(recipient)
  const domain = domainOf(recipient)
  const about =
    groups.find((group) => ours(addressOf(group['final-recipient']))) ??
    groups.find((group) => ours(addressOf(group['original-recipient']))) ??
    groups.find(isFailure)
  if (!about || !isFailure(about)) return undefined
  const { status = '', 'final-recipient': final, 'x-supplementary-info': info = '' } = about
  const diagnostic = about['diagnostic-code'] ?? info
  const words = wholeReply(diagnostic.replace(/^[\w-]+;\s*/, ''), text)
  const field = /(?<![\d.])[45]\.\d{1,3}\.\d{1,3}(?![.\d]*\d)/.exec(status)?.[0] ?? ''
  const fromText =
    words === '' && text !== '' ? reasonOf({ words: text, isText: true, field, domain }) : undefined
  const reason = fromText ??
    reasonOf({ words, field, domain }) ?? { status: '5.0.0', cause: 'recipient' }
  const named = addressOf(final)
  const isOurs = (!named.includes('@') || ours(named)) && !isAboutAnother(words, recipient)
  return bounce(reason, words || lineWith(text, reason) || named, isOurs)
}

const isFailure = ({ action = '', status = '' }: ReportFields) =>
  /^fail/i.test(action) ||
  (status.startsWith('5') && !/^(?:delayed|delivered|relayed|expanded)/i.test(action))

/** `rfc822; jane@example.com` */
const addressOf = (named = '') =>
  named
    .replace(/^[\w-]+;/, '')
    .replace(/[<>"\s]|\([^()]*\)/g, '')
    .toLowerCase()

const domainOf = (address: string) => domainToASCII(address.slice(address.lastIndexOf('@') + 1))

/** Servers add the name of their own host to the domain, and write domains in ASCII. */
function sameMailbox(recipient: string) {
  const normal = (address: string) =>
    [address.slice(0, address.lastIndexOf('@')), domainOf(address)] as const
  const [local, domain] = normal(recipient.toLowerCase())
  return (address: string) => {
    const [theirs, host] = normal(address)
    return theirs === local && (host === domain || host.endsWith(`.${domain}`))
  }
}

/** Someone to whom the recipient's mail is forwarded may have left; the recipient has not. */
const bounce = ({ status, cause }: Reason, words: string, isOurs: boolean): Report => ({
  kind: 'bounce',
  status,
  words: cutText(oneLine(words), 300),
  cause: isOurs || cause === 'sender' ? cause : 'passing',
})

const FROM_A_SERVER =
  /mailer[-_ ]?daemon|post[-_ ]?master|mail(?:er)?[ _]?(?:delivery|system|admin|server|service|gateway)|mdaemon|delivery[ _](?:sub)?system|system administrator|microsoft (?:outlook|exchange)|mail delivery/i
const FAILED =
  /undeliver|nondeliver|(?:not|n.t|never) (?:be )?(?:been )?(?:delivered|deliver|reach)|unable to (?:be )?deliver|delivery\b.{0,20} fail|fail(?:ure|ed)\b.{0,20} (?:notice|notification|delivery|mail|to deliver)|returned (?:mail|to sender|message)|mail (?:delivery|system) (?:failed|error)|\(failure\)|delivery[- ](?:error|report|problem|notification|status|failure)|rejected|\bNDN\b|permanent (?:fatal )?error|status notification|mail failed/i
const FAILED_ELSEWHERE =
  /nicht zu(?:gestellt|stellbar)|unzustellbar|zustell\w{0,9} (?:fehl|nicht)|zustellfehler|zustellung|non (?:remis|distribu|d[ée]livr|livr|consegn|recapit)|[ée]chec (?:de|d.|lors)|impossib|mancat[ao] (?:recapit|consegn)|no (?:entregad|se (?:puede|pudo|ha podido) entregar)|entrega|devuelt|devolvid|n[aã]o (?:entreg|[ée] poss)|onbestelbaar|niet (?:bezorg|afgelever)|olevererbar|k(?:unde|an) inte|kan ikke|niedostarcz|nie można dostarczyć|nedoručiteln|teslim ed|недоставл|не (?:удалось )?доставл?|невозможно доставить|возвра|配信(?:不能|でき|エラー|失敗|不可)|配送|送信(?:でき|エラー|失敗)|未送信|届きません|エラー(?:メール|通知)|退信|退件|退回|投递|投遞|送达|送達|傳遞|传递|发送失败|失败|失敗|반송|배달|(?:전송|발송) ?실패/i
const STILL_TRYING =
  /delay|warning|not yet|still (?:being|trying)|temporar|will be retried|will (?:continue|keep) trying|do not need to resend|verz[öo]ger|retard|retras|atras|demorad|ritard|vertraag|f[öo]rsenad|op[óo][źz]ni|задерж|遅延|遅れ|延迟|延遲|지연/i
const CONVERSATION =
  /^(?:received )?<<< \d{3} |rcpt to:<|smtp error from|remote host said: \d|^final-recipient:/im
const WILL_RETRY =
  /warning (?:message )?only|not yet (?:been )?deliver|delivered yet|will (?:be )?retr(?:y|ied)|will (?:(?:continue|keep) (?:to )?)?try|attempts will continue|noch nicht zugestellt|weiter(?:hin)? versucht|do not need to resend|still being (?:re)?tried/i
const ANSWERED =
  /^\s*(?:(?:re|aw|sv|antw|rv|fwd?|wg|tr|odp)\s*[:：]|(?:[^\s:]{1,12} )?auto|otomatik|out of|vacation|away|abwesen|absence|自動|自动|автоответ)/i
const NO_REPORT = /^(?:list-(?:id|post)|x-mailman-version|x-beenthere|x-auto.*|x-vacation.*)$/

/** For servers that send no structured report. */
function readWords(mail: ReceivedMail, recipient: string): Report | undefined {
  const words = wordsOf(mail)
  if (!isReturned(mail.headers, words, recipient)) return undefined
  if (/^action: *\w/im.test(words)) {
    const report = readStatus(words, recipient, words)
    if (report) return report
  }
  if (WILL_RETRY.test(words)) return undefined
  const reason = reasonOf({ words, isText: true, domain: domainOf(recipient) })
  const failed = mail.headers.get('x-failed-recipients')
  if (!reason) return undefined
  const line = lineWith(words, reason)
  return bounce(reason, line, isAbout(recipient, words, failed) && !isAboutAnother(line, recipient))
}

/** A person's or a program's reply is never a bounce, and neither is a list's notice. */
function isReturned(headers: ReceivedMail['headers'], words: string, recipient: string): boolean {
  const [subject = '', from = ''] = [headers.get('subject'), headers.get('from')]
  const address = recipient.toLowerCase()
  // A mailbox that replies exists.
  if (from.toLowerCase().includes(`<${address}>`)) return false
  const [isDaemon, isConversation] = [FROM_A_SERVER.test(from), CONVERSATION.test(words)]
  if (isAnswer(headers, subject, isDaemon && isConversation)) return false
  if (STILL_TRYING.test(subject)) return false
  if (headers.has('x-failed-recipients')) return true
  const failing = [FAILED, FAILED_ELSEWHERE].map((failed) => subject.search(failed))
  // Auto-reply programs send this way, too, with our own subject, which may be about returned mail.
  if (headers.get('return-path') === '<>' && failing.includes(0)) return true
  const isNamed = FAILED.test(words) && words.toLowerCase().includes(address)
  return (isDaemon || isConversation) && (isNamed || failing.some((at) => at >= 0))
}

/** @param isQuoting whether a daemon quotes another server: some mark what they return as an answer, too */
const isAnswer = (headers: ReceivedMail['headers'], subject: string, isQuoting: boolean) =>
  ANSWERED.test(subject) ||
  headers.get('precedence') === 'auto_reply' ||
  headers.keys().some((name) => NO_REPORT.test(name)) ||
  (/^auto-(?:replied|generated)/i.test(headers.get('auto-submitted') ?? '') &&
    !isQuoting &&
    !headers.has('x-failed-recipients'))

/** An alias's servers name the member whose mailbox failed. */
function isAbout(recipient: string, words: string, failed = words): boolean {
  const named = addressesIn(failed)
  const isGenerated = /(?:expanded|generated) from/i.test(words)
  return named.length === 0 || (!isGenerated && named.some(sameMailbox(recipient)))
}

/** Addresses to contact, not mailboxes that failed. */
const CONTACT =
  /^(?:post-?master|abuse|support|help|admin|contact|noc|hostmaster|info|spam|service)/
const REFERRAL =
  /please (?:contact|write to|e-?mail|direct|send) (?:[\w'-]{1,30} ){0,6}[\w.+-]{1,64}@[\w.-]{1,253}/gi

/** Where the fields name the recipient, another server's reply may still be about an address of ours or a contact's. */
function isAboutAnother(words: string, recipient: string): boolean {
  const named = addressesIn(words.replace(REFERRAL, ' ')).filter(
    (address) => !CONTACT.test(address),
  )
  const local = recipient.toLowerCase().slice(0, recipient.lastIndexOf('@') + 1)
  return named.length > 0 && !named.some((address) => address.startsWith(local))
}

const addressesIn = (words: string) =>
  words
    .slice(0, MAX_WORDS)
    .toLowerCase()
    .split(/[\s<>"'“”()[\]{},:;=。，、：；（）]+/)
    .filter((word) => /.@./.test(word))
    .map((word) => word.replace(/[.!?]$/, ''))

function lineWith(words: string, { status, cause }: Reason): string {
  const lines = words.split('\n').filter((line) => line.trim() !== '')
  const reasons = lines.slice(0, 100).map((line) => reasonOf({ words: line, isText: true }))
  const same = reasons.map(
    (reason) => reason?.cause === cause && 1 + Number(reason.status === status),
  )
  return lines[same.indexOf(2)] ?? lines[same.indexOf(1)] ?? lines[0] ?? ''
}

const DAY_MS = 86_400_000
/** After failures of messages on this many days, with none that arrived in between, the mailbox is taken to be abandoned. */
const FAILED_DAYS = 3

export function haveFailedForDays(times: readonly number[]): boolean {
  let [days, last] = [0, Number.POSITIVE_INFINITY]
  for (const time of times) {
    if (last - time < DAY_MS) continue
    days += 1
    last = time
  }
  return days >= FAILED_DAYS
}
