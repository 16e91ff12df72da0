export interface MailMessage {
  /** With its angle brackets; the same for every attempt, so that a receiver can tell a copy. */
  messageId: string
  /** A mailbox, `name@example.com`, or `Name <name@example.com>`, as configured. */
  from: string
  /** Stands for the name in `from`; empty leaves it. */
  fromName?: string
  /** Where what cannot be delivered comes back to; by default the sender. */
  bounceAddress?: string | undefined
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
   * - `sent`: the server took the message over; the reply is its own line.
   * - `deferred`: it did not, and may later: 4xx, or no usable connection.
   * - `failed`: it never will: 5xx for this recipient or this message.
   * - `uncertain`: the connection was lost after the message was handed over and before the reply to it.
   */
  outcome: 'sent' | 'deferred' | 'failed' | 'uncertain'
  /** One line for the delivery log: the server's own, or a sentence about what happened. */
  reply: string
  concerns: 'message' | 'server'
}

export interface Mailer {
  /** Never throws: whatever happens is a result. */
  send(message: MailMessage): Promise<SendResult>
  close(): Promise<void>
  /** How many messages it sends at the same time; more calls of `send` wait for their turn. */
  readonly connections: number
}

export interface MailSettings {
  smtpUrl: string | undefined
  outboxDir: string
  connections: number
  dkim?: DkimKey | undefined
}

export interface DkimKey {
  domainName: string
  keySelector: string
  privateKey: string
}
