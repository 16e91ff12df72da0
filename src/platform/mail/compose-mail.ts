import { createPrivateKey } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import { domainToASCII } from 'node:url'
import addressparser from 'nodemailer/lib/addressparser'
import * as base64 from 'nodemailer/lib/base64'
import Dkim from 'nodemailer/lib/dkim'
import MailComposer from 'nodemailer/lib/mail-composer'
import type MimeNode from 'nodemailer/lib/mime-node'
import * as qp from 'nodemailer/lib/qp'
import type { DkimKey, MailMessage, SendResult } from './mail.ts'

export interface Envelope {
  from: string
  /** Exactly one (PROMISES 18). */
  to: [string]
}

export type Compose = (message: MailMessage) => Promise<{ envelope: Envelope; content: Buffer }>

/**
 * What is signed: the fields of RFC 6376 section 5.4.1 that we write, and both unsubscribe fields, as RFC 8058
 * section 4 requires (nodemailer's own list has only the first).
 */
const signedFields =
  'From:To:Subject:Date:Message-ID:MIME-Version:Content-Type:Content-Transfer-Encoding:' +
  'List-Id:List-Unsubscribe:List-Unsubscribe-Post:Auto-Submitted'

/**
 * Writes a message as it goes over the wire (RFC 5322, CRLF), the same for SMTP and for the outbox folder.
 * @throws where the DKIM key cannot sign: nodemailer would send without a signature and say nothing.
 */
export function createComposer(dkim: DkimKey | undefined): Compose {
  if (dkim) assertSigns(dkim)
  const signer = dkim && new Dkim({ ...dkim, headerFieldNames: signedFields })
  return async (message) => {
    const envelope = envelopeOf(message)
    const node = new MailComposer({
      from: { name: '', address: '', ...addressparser(message.from, { flatten: true })[0] },
      // An object, so that nothing in the address is ever read as a second one.
      to: { name: '', address: envelope.to[0] },
      subject: message.subject,
      text: body(message.text),
      html: body(message.html),
      messageId: message.messageId,
      headers: message.headers,
      disableFileAccess: true,
      disableUrlAccess: true,
    }).compile()
    const content = Buffer.from(writeMime(node))
    return { envelope, content: signer ? await buffer(signer.sign(content)) : content }
  }
}

/** What `node.build()` gives, soft line breaks apart, in half the time: that one runs every part through four streams. */
export function writeMime(node: MimeNode): string {
  const encoding = node.getTransferEncoding()
  const head = `${node.buildHeaders()}\r\n\r\n`
  if (node.multipart) {
    const parts = node.childNodes.map((part) => `--${node.boundary}\r\n${writeMime(part)}\r\n`)
    return `${head}${parts.join('')}--${node.boundary}--\r\n`
  }
  const content = String(node.content ?? '')
  if (encoding === 'quoted-printable') return head + qp.wrap(qp.encode(content))
  if (encoding === 'base64') return head + base64.wrap(base64.encode(content))
  return head + content
}

class UnusableSender extends Error {}

/** A wrong sender is the operator's to mend and fails no recipient for ever; a wrong recipient stays wrong. */
export function notWritten(error: Error): SendResult {
  const reply = `The message could not be written: ${error.message}`
  return error instanceof UnusableSender
    ? { outcome: 'deferred', reply, concerns: 'server' }
    : { outcome: 'failed', reply, concerns: 'message' }
}

const oneMailbox = /^[^\s\p{C}<>@"(),:;[\]\\]+@[^\s\p{C}<>@"(),:;[\]\\]+$/u

/** @throws where the recipient or the sender is anything but one mailbox. */
function envelopeOf(message: MailMessage): Envelope {
  const sender = addressparser(message.from, { flatten: true })[0]?.address ?? ''
  if (!oneMailbox.test(sender)) throw new UnusableSender('MAIL_FROM is not one e-mail address')
  if (!oneMailbox.test(message.to)) throw new Error('the recipient is not one e-mail address')
  return { from: withAsciiDomain(sender), to: [withAsciiDomain(message.to)] }
}

/** Servers without SMTPUTF8 know internationalised domains by their ASCII form only. */
function withAsciiDomain(address: string): string {
  const at = address.indexOf('@')
  const domain = address.slice(at + 1)
  return /^[\0-\x7f]*$/.test(domain) ? address : `${address.slice(0, at)}@${domainToASCII(domain)}`
}

/**
 * Line ends become CRLF. A bare CR is data, but 7bit and quoted-printable would let the SMTP layer make a line end of
 * it, so such a text travels as base64.
 */
function body(text: string) {
  const content = text.replace(/\r?\n/g, '\r\n')
  return /\r(?!\n)/.test(content) ? { content, contentTransferEncoding: 'base64' } : { content }
}

function assertSigns(dkim: DkimKey): void {
  let type: string | undefined
  try {
    type = createPrivateKey(dkim.privateKey).asymmetricKeyType
  } catch {
    // Not a key at all: said below.
  }
  if (type !== 'rsa') throw new Error('DKIM_PRIVATE_KEY_FILE does not hold an RSA key in PEM form')
}
