import type { ImapFlow, ImapFlowOptions } from 'imapflow'
import { connectionProblem, isThisMachine } from '../../../platform/mail/smtp-outcome.ts'
import { cutText, oneLine } from '../../../shared/clean-text.ts'

export class MailboxProblem extends Error {}

export const READ_ONLY =
  'The messages in the folder of BOUNCE_MAILBOX cannot be marked as read: allow its user to write to the folder.'

const CHECK_MS = 10_000
/** A million messages to be listed, or a long one from a server that sends all of it. */
const MAX_RESPONSE_BYTES = 32_000_000

/** Reads nothing. @returns what is wrong */
export async function checkMailbox(url: string): Promise<string | undefined> {
  const limits = { connectionTimeout: CHECK_MS, greetingTimeout: CHECK_MS, socketTimeout: CHECK_MS }
  const { imap, open } = await createClient(url, limits)
  try {
    await open()
    return undefined
  } catch (error) {
    return problemOf(error, url)
  } finally {
    imap.close()
  }
}

/** @param url such as `imaps://user:password@host:993/INBOX` */
export async function createClient(url: string, settings: Partial<ImapFlowOptions>) {
  const { protocol, hostname, username, password, pathname } = new URL(url)
  const secure = protocol === 'imaps:'
  const isHere = isThisMachine(hostname)
  // A third of the server's code, and few have such a mailbox.
  const { ImapFlow } = await import('imapflow')
  const imap = new ImapFlow({
    ...settings,
    maxResponseSize: MAX_RESPONSE_BYTES,
    host: hostname.replace(/^\[|\]$/g, ''),
    port: portOf(url),
    secure,
    // Otherwise an attacker could strip STARTTLS and read the password.
    ...(!secure && !isHere && { doSTARTTLS: true }),
    // A server as installed has a self-signed certificate, and nobody is between this machine and itself.
    ...(!secure && isHere && { tls: { rejectUnauthorized: false } }),
    auth: { user: decodeURIComponent(username), pass: decodeURIComponent(password) },
    logger: false,
  })
  // The command in progress also throws connection errors, so the event can be ignored.
  imap.on('error', () => {})
  const open = async () => {
    await imap.connect()
    await openFolder(imap, pathname.split('/').filter(Boolean).map(decodeURIComponent))
  }
  return { imap, open }
}

/** @param path the library joins its parts with the server's own separator */
async function openFolder(imap: ImapFlow, path: string[]): Promise<void> {
  try {
    await imap.mailboxOpen(path.length > 0 ? path : 'INBOX')
  } catch (error) {
    if (!imap.usable) throw error
    throw new MailboxProblem(`The folder “${path.join('/')}” of BOUNCE_MAILBOX cannot be opened.`)
  }
  const { readOnly } = imap.mailbox || {}
  if (readOnly) throw new MailboxProblem(READ_ONLY)
}

function portOf(url: string): number {
  const { protocol, port } = new URL(url)
  return Number(port) || (protocol === 'imaps:' ? 993 : 143)
}

export function problemOf(error: unknown, url: string): string {
  if (error instanceof MailboxProblem) return error.message
  const { message, code, responseText, authenticationFailed } = error as Error &
    Partial<{ code: string; responseText: string; authenticationFailed: boolean }>
  if (authenticationFailed)
    return 'The mail server did not accept the user name and password of BOUNCE_MAILBOX.'
  const server = `${new URL(url).hostname}:${portOf(url)}`
  const problem = responseText || connectionProblem({ codes: code ?? '', message }, server)
  return `The mailbox cannot be read: ${cutText(oneLine(problem), 200)}`
}
