import type { Config } from '../../config.ts'

export interface MailMessage {
  /** With angle brackets. */
  messageId: string
  /** A mailbox, `name@example.com`, or `Name <name@example.com>`, as configured. */
  from: string
  /** Replaces the name in `from`, unless empty. */
  fromName?: string
  /** By default the sender. */
  returnPath?: string | undefined
  /** One address, never read as a list. */
  to: string
  subject: string
  html: string
  text: string
  /** Further header fields; line breaks in a value become spaces. */
  headers: Record<string, string>
}

export type Mail = Pick<MailMessage, 'subject' | 'html' | 'text'>

export interface SendResult {
  /** CONTRACT.md section 6 */
  outcome: 'sent' | 'deferred' | 'failed' | 'uncertain'
  /** One line, for the delivery log. */
  reply: string
  concerns: 'message' | 'server'
}

export interface Mailer {
  /** Never throws: whatever happens is a result. */
  send(message: MailMessage): Promise<SendResult>
  close(): Promise<void>
  /** How many messages it sends at the same time; further calls of `send` wait. */
  readonly connections: number
}

export interface MailSettings extends Pick<Config['mail'], 'smtpUrl' | 'connections' | 'dkim'> {
  outboxDir: string
}
