import { createPrivateKey } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import { domainToASCII } from 'node:url'
import * as base64 from 'nodemailer/lib/base64'
import Dkim from 'nodemailer/lib/dkim'
import MimeNode from 'nodemailer/lib/mime-node'
import * as qp from 'nodemailer/lib/qp'
import { CommandError } from '../command-error.ts'
import type { MailMessage, MailSettings, SendResult } from './mail.ts'
import { oneMailbox, splitMailbox } from './mailbox.ts'

/** The fields of RFC 6376 section 5.4.1 that we use, and both unsubscribe fields (RFC 8058 section 4). */
const signedFields =
  'From:To:Subject:Date:Message-ID:MIME-Version:Content-Type:Content-Transfer-Encoding:' +
  'List-Id:List-Unsubscribe:List-Unsubscribe-Post:Auto-Submitted'

export type WrittenMail = Awaited<ReturnType<ReturnType<typeof createComposer>>>

/**
 * Writes a message as sent over the wire (RFC 5322, CRLF), for both SMTP and the outbox folder.
 * @throws if the DKIM key cannot sign, because nodemailer would silently send without a signature
 */
export function createComposer(dkim: MailSettings['dkim']) {
  if (dkim) assertSigns(dkim.privateKey)
  const signer = dkim && new Dkim({ ...dkim, headerFieldNames: signedFields })
  return async (message: MailMessage) => {
    const envelope = envelopeOf(message)
    const content = Buffer.from(writeMessage(message))
    const signed = signer ? await buffer(signer.sign(content)) : content
    return { messageId: message.messageId, envelope, content: signed }
  }
}

/** Joining the parts with nodemailer would cost a third of the throughput (docs/decisions/008). */
function writeMessage(message: MailMessage): string {
  const node = new MimeNode('multipart/alternative')
  node.setHeader({
    ...message.headers,
    From: { ...splitMailbox(message.from), ...(message.fromName && { name: message.fromName }) },
    // An object, so that the address is never parsed as a list.
    To: { name: '', address: withAsciiDomain(message.to) },
    Subject: message.subject,
    'Message-ID': message.messageId,
  })
  const head = node.buildHeaders()
  const parts = [writePart('text/plain', message.text), writePart('text/html', message.html)]
  const body = parts.map((part) => `--${node.boundary}\r\n${part}\r\n`).join('')
  return `${head}\r\n\r\n${body}--${node.boundary}--\r\n`
}

/** The SMTP layer would turn a bare CR into a line end, so text with one is sent as base64. */
function writePart(type: 'text/plain' | 'text/html', text: string): string {
  const content = text.replace(/\r?\n/g, '\r\n')
  const isQuotable = !/\r(?!\n)/.test(content)
  return (
    `Content-Type: ${type}; charset=utf-8\r\n` +
    `Content-Transfer-Encoding: ${isQuotable ? 'quoted-printable' : 'base64'}\r\n\r\n` +
    (isQuotable ? qp.wrap(qp.encode(content)) : base64.wrap(base64.encode(content)))
  )
}

export function notWritten(error: Error): SendResult {
  const reply = `The message could not be written: ${error.message}`
  return { outcome: 'failed', reply, concerns: 'message' }
}

function envelopeOf(message: MailMessage) {
  if (!oneMailbox.test(message.to)) throw new Error('the recipient is not one e-mail address')
  const from = withAsciiDomain(message.returnPath ?? splitMailbox(message.from).address)
  return { from, to: [withAsciiDomain(message.to)] }
}

/** Servers without SMTPUTF8 accept internationalized domains only in ASCII form. */
function withAsciiDomain(address: string): string {
  const at = address.indexOf('@')
  const domain = address.slice(at + 1)
  return /^[\0-\x7f]*$/.test(domain) ? address : `${address.slice(0, at)}@${domainToASCII(domain)}`
}

function assertSigns(privateKey: string): void {
  try {
    if (createPrivateKey(privateKey).asymmetricKeyType === 'rsa') return
  } catch {}
  throw new CommandError(
    'DKIM_PRIVATE_KEY_FILE does not hold an RSA key in PEM format, for example /etc/docket/dkim.pem',
  )
}
