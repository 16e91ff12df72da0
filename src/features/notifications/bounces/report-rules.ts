import { cutText, oneLine } from '../../../shared/clean-text.ts'
import type { ReceivedMail } from './read-mail.ts'

/** What a message to the bounce address says about the delivery whose token it carries. */
export type Report =
  | { kind: 'bounce'; status: string; words: string }
  | { kind: 'complaint'; words: string }

/**
 * @param recipient the delivery's recipient: one report may be about several
 * @returns undefined for a delay, a success, an out-of-office answer, or anything else
 */
export function readReport(mail: ReceivedMail, recipient: string): Report | undefined {
  const part = (type: string) => mail.parts.find((one) => one.type === type)?.text
  const feedback = part('message/feedback-report')
  if (feedback !== undefined) return readComplaint(feedback)
  const status = part('message/delivery-status') ?? part('message/global-delivery-status')
  if (status !== undefined) return readStatus(status, recipient)
  return readWords(mail)
}

/** RFC 5965, 3.1 and 7.3: these do not mean that the recipient complained. */
const NO_COMPLAINT = ['not-spam', 'auth-failure', 'virus']

function readComplaint(feedback: string): Report | undefined {
  const [fields = {}] = readReportFields(feedback)
  const type = (fields['feedback-type'] ?? 'abuse').toLowerCase()
  return NO_COMPLAINT.includes(type) ? undefined : { kind: 'complaint', words: type }
}

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

const STATUS = /(?<![\d.])[245]\.\d{1,3}\.\d{1,3}(?![.\d]*\d)/

function readStatus(text: string, recipient: string): Report | undefined {
  const groups = readReportFields(text).filter((fields) => 'action' in fields || 'status' in fields)
  const isAbout = (fields: ReportFields) =>
    [fields['original-recipient'], fields['final-recipient']].some(
      (named) => addressOf(named) === recipient.toLowerCase(),
    )
  const about = groups.find(isAbout) ?? groups.find(isFailure) ?? groups[0]
  if (!about || !isFailure(about)) return undefined
  const { status = '', 'diagnostic-code': diagnostic = '' } = about
  const words = diagnostic.replace(/^[\w-]+;\s*/, '')
  const code = STATUS.exec(status)?.[0] ?? ''
  // Some servers write 5.0.0 and give the reason only in the other server's reply.
  const precise = /^[45]\.0\.0$|^$/.test(code) ? statusInWords(words) : code
  return bounce(precise || code || '5.0.0', words || about['final-recipient'] || '')
}

const isFailure = ({ action = '', status = '' }: ReportFields) =>
  action ? /^failed\b/i.test(action) : status.startsWith('5')

/** `rfc822; jane@example.com` */
const addressOf = (named = '') =>
  named
    .replace(/^[\w-]+;/, '')
    .replace(/[<>\s]/g, '')
    .toLowerCase()

const bounce = (status: string, words: string): Report => ({
  kind: 'bounce',
  status,
  words: cutText(oneLine(words), 300),
})

const FROM_A_SERVER =
  /mailer-?daemon|postmaster|mail delivery|mdaemon|delivery subsystem|bounces?[@-]/i
const FAILED =
  /undeliver|not be delivered|delivery (?:has )?fail|failure notice|returned (?:mail|to sender)|mail (?:delivery|system) (?:failed|error)|\(failure\)|delivery (?:error|report|problem)|rejected|nicht zugestellt|non remis/i
const STILL_TRYING = /delay|warning|not yet|still (?:being|trying)|temporar/i

/** For servers that send no structured report: finds the status code in the text. A person's reply is never a bounce. */
function readWords({ headers, text, parts }: ReceivedMail): Report | undefined {
  const subject = headers.get('subject') ?? ''
  const isReturned =
    headers.has('x-failed-recipients') ||
    (FROM_A_SERVER.test(headers.get('from') ?? '') && FAILED.test(subject))
  if (!isReturned || STILL_TRYING.test(subject)) return undefined
  const plain = parts.filter(({ type }) => type === 'text/plain').map((one) => one.text)
  const words = beforeReturned([text, ...plain].join('\n'))
  const status = statusInWords(words)
  if (status === '') return undefined
  return bounce(status, lineWith(words, status))
}

const RETURNED_BELOW = /^--.*(?:copy of (?:the|your)|original message|below this line)/im

function beforeReturned(words: string): string {
  const end = words.search(RETURNED_BELOW)
  return end < 0 ? words : words.slice(0, end)
}

const NOBODY =
  /(?:user|recipient|mailbox|account|address)[^.\n]{0,40}(?:unknown|not (?:be )?found|(?:does not|doesn.t) (?:exist|have)|invalid|disabled|closed|unavailable)|(?:unknown|no such|invalid) (?:user|recipient|mailbox|account|address)|no mailbox here|not our customer/i
const FULL = /over ?quota|quota (?:is )?exceeded|mailbox (?:is )?full|insufficient storage/i

function statusInWords(words: string): string {
  const [status] = STATUS.exec(words) ?? []
  if (status && !status.startsWith('2')) return status
  if (FULL.test(words)) return '5.2.2'
  if (NOBODY.test(words)) return '5.1.1'
  const [, code = ''] = /(?<![\d.])([45])\d\d[ :-]/.exec(words) ?? []
  return code && `${code}.0.0`
}

const lineWith = (words: string, status: string) => {
  const lines = words.split('\n').filter((line) => line.trim() !== '')
  const telling = [status, FULL, NOBODY, /(?<![\d.])[45]\d\d[ -]/]
  const at = telling.map((what) => lines.find((line) => matches(line, what))).find(Boolean)
  return at ?? lines[0] ?? ''
}

const matches = (line: string, what: string | RegExp) =>
  typeof what === 'string' ? line.includes(what) : what.test(line)

/**
 * Whether the address is permanently bad (RFC 3463, 3.2; 5.2.1: mailbox disabled). 5.1.7 and 5.1.8 are about the sender.
 */
export const isLost = (status: string) =>
  /^5\.(?:1\.\d+|2\.1)$/.test(status) && !/^5\.1\.[78]$/.test(status)

/** The text for the delivery log. */
export const returnedText = ({ status, words }: { status: string; words: string }) =>
  `Returned (${status}): ${words}`
