import type { DkimKey, Mailer } from './mail.ts'
import { createOutboxMailer } from './outbox-mailer.ts'
import { createSmtpMailer } from './smtp-mailer.ts'

/** The part of the configuration that concerns mail. */
export interface MailSettings {
  smtpUrl: string | undefined
  outboxDir: string
  connections: number
  dkim: DkimKey | undefined
}

/** @throws where the DKIM key cannot sign. */
export function createMailer({ smtpUrl, outboxDir, connections, dkim }: MailSettings): Mailer {
  return smtpUrl
    ? createSmtpMailer({ smtpUrl, connections, dkim })
    : createOutboxMailer({ outboxDir, connections, dkim })
}
