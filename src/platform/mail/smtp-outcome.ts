import type { NodemailerError } from 'nodemailer/lib/errors'
import { cutText, oneLine } from '../../shared/clean-text.ts'
import type { SendResult } from './mail.ts'

type SmtpError = NodemailerError & { originalCode?: string | undefined }

/** These concern our account, not the recipient (RFC 4954 section 6); 503 is a bad command sequence. */
const accountCodes = new Set([503, 530, 534, 535, 538])
const messageCommands = new Set(['MAIL FROM', 'RCPT TO', 'DATA'])

/**
 * Only a complete reply to the message's own commands settles what becomes of it (CONTRACT.md section 6).
 * @param moment.handedOver whether the message's own bytes had begun to be written
 */
export function outcomeOf(error: SmtpError, moment: { server: string; handedOver: boolean }) {
  const code = error.responseCode ?? 0
  const replied = code >= 400 && messageCommands.has(error.command ?? '')
  if (moment.handedOver && !replied) {
    const isTimeout = error.code === 'ETIMEDOUT'
    const lost = isTimeout
      ? 'The mail server stopped answering'
      : 'The connection to the mail server was lost'
    return result('uncertain', `${lost} after the message was handed over`)
  }
  // RFC 5321 3.8: 421 closes the connection, whichever command it answers. The sender is the same for every recipient.
  const isRefusedSender = error.command === 'MAIL FROM' && code >= 500 && !accountCodes.has(code)
  if (code === 421 || isRefusedSender || (replied && isLimit(error.response ?? ''))) {
    return result('deferred', error.response, 'server')
  }
  if (!replied || accountCodes.has(code)) {
    return result('deferred', problemWith(error, moment.server), 'server')
  }
  return result(code >= 500 ? 'failed' : 'deferred', error.response)
}

/**
 * RFC 3463 3.8: 4.7 is a server policy, such as a provider's limit. Greylisting uses it, too, but for one recipient. A server
 * that does not relay for us, or no more today, refuses everyone.
 */
const isLimit = (response: string) =>
  (/^4\d\d[ -]4\.7\.\d/.test(response) && !/gr[ae]y-?list/i.test(response)) ||
  (/relay(?:ing)? (?:access )?(?:is )?(?:denied|not (?:allowed|permitted)|prohibited|disallowed)|(?:unable|not (?:allowed|permitted)|denied) to relay|(?:daily|hourly|monthly|sending|per (?:day|hour))\b.{0,40}\b(?:limit|quota)|(?:limit|quota)\b.{0,40}\b(?:per|this|for the|for to)[ -]?(?:day|hour|month)|\btoo many (?:messages|e-?mails|mails) (?:sent|today|this|per)/i.test(
    response,
  ) &&
    !/mailbox|storage/i.test(response))

/** @param reply untrusted, and may have many lines; the log gets one, of limited length */
export function result(
  outcome: SendResult['outcome'],
  reply: string | undefined,
  concerns: SendResult['concerns'] = 'message',
): SendResult {
  return { outcome, reply: cutText(oneLine(reply ?? ''), 500), concerns }
}

function problemWith(error: SmtpError, server: string): string {
  const reply = error.response ? `: ${error.response}` : ''
  const code = error.responseCode ?? 0
  const login = 'user name and password in SMTP_URL'
  const refusesStarttls = error.command === 'STARTTLS' || /\bSTARTTLS\b/i.test(error.response ?? '')
  if (error.response && refusesStarttls) {
    return `The mail server ${server} did not start an encrypted connection, so nothing was sent to it${reply}`
  }
  if (messageCommands.has(error.command ?? '') && (code === 503 || code === 530)) {
    return `The mail server ${server} requires a ${login}${reply}`
  }
  if (error.code === 'EAUTH' || accountCodes.has(code)) {
    if (!error.response) return `The ${login} cannot be used with ${server} (${error.message})`
    return code < 500
      ? `The mail server ${server} could not check the ${login} just now${reply}`
      : `The mail server ${server} did not accept the ${login}${reply}`
  }
  if (error.response) return `The mail server ${server} did not accept the connection${reply}`
  const codes = [error.originalCode, error.code].filter(Boolean).join(' ')
  return connectionProblem({ codes, message: error.message }, server)
}

const CERTIFICATE = /CERT|SELF_SIGNED|UNABLE_TO_(GET|VERIFY)|CRL/

/** @param error.codes of Node's sockets, nodemailer, or imapflow, the most precise first */
export function connectionProblem(
  { codes, message }: { codes: string; message: string },
  server: string,
): string {
  // Node adds advice about its own options.
  const [reason = ''] = message.split(';')
  if (CERTIFICATE.test(codes)) {
    return `The certificate of the mail server ${server} is not valid (${reason})`
  }
  if (/ENOTFOUND|EAI_AGAIN|EDNS/.test(codes)) {
    return `No mail server was found at ${server} (${codes.split(' ')[0]})`
  }
  if (/ECONNREFUSED/.test(codes)) return `Nothing accepts mail at ${server} (connection refused)`
  if (/TIMEOUT|TIMEDOUT/.test(codes)) return `The mail server ${server} did not answer in time`
  if (/ETLS/.test(codes) || /ssl|tls/i.test(message)) {
    return `An encrypted connection to ${server} could not be made (${reason})`
  }
  return `The connection to the mail server ${server} was lost (${reason})`
}

export const isThisMachine = (host: string) => /^(localhost(:|$)|127\.|::1$|\[::1\])/.test(host)
