import type { Config } from '../../../config.ts'
import type { Database } from '../../../platform/database/schema.ts'
import type { MailMessage } from '../../../platform/mail/mail.ts'
import { findCaseSettings } from '../../site/queries.ts'
import { type Mail, personalise } from '../message/entry-filed-mail.tsx'
import { findNotification } from '../queries.ts'
import type { Lease } from './delivery-queries.ts'
import { messageIdFor, notificationHeaders, unsubscribeUrl } from './notification-headers.ts'

interface StoredMail {
  mail: Mail
  caption: string
}

/** Messages of one notification differ by their link alone, so its text is read once. */
const MOST_REMEMBERED = 4

/** Makes each delivery's own message out of what the notification stored when it was announced. */
export function createMessageWriter(config: Config, db: Database) {
  const { publicUrl } = config
  const remembered = new Map<number, Promise<StoredMail>>()

  function remember(notificationId: number): Promise<StoredMail> {
    const known = remembered.get(notificationId)
    if (known) return known
    if (remembered.size >= MOST_REMEMBERED) remembered.clear()
    const found = read(notificationId)
    remembered.set(notificationId, found)
    found.catch(() => remembered.delete(notificationId))
    return found
  }

  async function read(notificationId: number): Promise<StoredMail> {
    const notification = await findNotification(db, notificationId)
    if (!notification) throw new Error(`there is no notification ${notificationId}`)
    const { caption } = await findCaseSettings(db)
    const { subject, html, text } = notification
    return { mail: { subject, html, text }, caption }
  }

  /** The same for every attempt. */
  const messageId = (lease: Pick<Lease, 'id' | 'notification_id'>) =>
    messageIdFor(lease.notification_id, lease.id, publicUrl)

  return {
    messageId,
    /** @throws where the notification cannot be read */
    async write(lease: Lease): Promise<MailMessage> {
      const { caption, mail } = await remember(lease.notification_id)
      const { token } = lease
      return {
        ...personalise(mail, unsubscribeUrl({ publicUrl, token })),
        messageId: messageId(lease),
        from: config.mail.from,
        to: lease.recipient,
        headers: notificationHeaders({ publicUrl, token, caption }),
      }
    },
  }
}
