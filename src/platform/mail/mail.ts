import type { Config } from '../../config.ts'

export interface MailMessage {
  /** With angle brackets; the same for every attempt, so that receivers can recognize duplicates. */
  messageId: string
  /** A mailbox, `name@example.com`, or `Name <name@example.com>`, as configured. */
  from: string
  /** Replaces the name in `from`, unless empty. */
  fromName?: string
  /** Where mail servers return it; by default the sender. */
  returnPath?: string | undefined
  /** One address, never read as a list. */
  to: string
  subject: string
  html: string
  text: string
  /** Further header fields by name; line breaks in a value become spaces. */
  headers: Record<string, string>
}

export type Mail = Pick<MailMessage, 'subject' | 'html' | 'text'>

export interface SendResult {
  /**
   * - `sent`: the server accepted the message; `reply` is the server's own line.
   * - `deferred`: it may accept it later: 4xx, or no usable connection.
   * - `failed`: it never will: 5xx for this recipient or this message.
   * - `uncertain`: the connection was lost after the message was handed over but before the reply.
   */
  outcome: 'sent' | 'deferred' | 'failed' | 'uncertain'
  /** One line for the delivery log: the server's reply, or a sentence about what happened. */
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
