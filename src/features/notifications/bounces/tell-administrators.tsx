import { randomUUID } from 'node:crypto'
import { renderToString } from 'preact-render-to-string'
import type { Platform } from '../../../platform/platform.ts'
import { listAdministrators } from '../../accounts/queries.ts'
import { findCaseSettings } from '../../site/queries.ts'
import { mayMail } from '../../subscriptions/test-mode-rules.ts'
import { mailHost } from '../deliver/deliver.ts'
import { senderName } from '../message/entry-filed-parts.ts'
import { claimComplaintMessage } from './queries.ts'

export type ComplaintPlatform = Pick<Platform, 'config' | 'db' | 'mailer' | 'clock' | 'log'>

/**
 * E-mails every administrator that someone reported a notification as spam, at most once a day across all processes. The
 * dashboard and the audit log show it too, so a message that fails is not resent.
 */
export async function tellAdministrators(platform: ComplaintPlatform): Promise<void> {
  const { config, db, mailer, clock, log } = platform
  if (!(await claimComplaintMessage(db, clock()))) return
  const caption = senderName((await findCaseSettings(db)).caption)
  const { publicUrl, mail, notifications } = config
  const message = {
    ...complaintMail(caption, `${publicUrl}/admin/audit-log`),
    from: mail.from,
    fromName: caption,
    headers: { 'Auto-Submitted': 'auto-generated' },
  }
  for (const { email, disabled_at } of await listAdministrators(db)) {
    if (disabled_at !== null || !mayMail(notifications, email)) continue
    const messageId = `<${randomUUID()}@${mailHost(publicUrl)}>`
    const { outcome, reply } = await mailer.send({ ...message, messageId, to: email })
    log.info({ to: email, outcome, reply }, 'administrator notified of a spam complaint')
  }
}

function complaintMail(caption: string, auditLog: string) {
  const subject = `Reported as spam${caption && ` – ${caption}`}`
  const sentences = [
    'Someone reported a notification from this docket as spam. They were unsubscribed and will get no more e-mail. You don’t need to do anything.',
    'If this happens often, mail providers may start treating all of the docket’s notifications as spam.',
  ]
  const end = 'You will get this message at most once a day.'
  const page = (
    <html lang="en">
      <body>
        {sentences.map((sentence) => (
          <p key={sentence}>{sentence}</p>
        ))}
        <p>
          <a href={auditLog}>See who it was in the audit log</a>
        </p>
        <p>{end}</p>
      </body>
    </html>
  )
  const text = [...sentences, `See who it was in the audit log: ${auditLog}`, end].join('\n\n')
  return { subject, text: `${text}\n`, html: `<!doctype html>${renderToString(page)}` }
}
