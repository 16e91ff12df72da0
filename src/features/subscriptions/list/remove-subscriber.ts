import { NotFoundError } from '../../../platform/http/errors.ts'
import type { Platform } from '../../../platform/platform.ts'
import type { Actor } from '../../accounts/audit-log/queries.ts'
import { recordAudit } from '../../accounts/audit-log/queries.ts'
import {
  anonymizeDelivery,
  deleteSubscription,
  findSubscription,
  listRecordedDeliveries,
} from '../queries.ts'

/**
 * Removes an address for good: no table has it afterwards. The delivery log still says when a message went out and what
 * became of it, to "removed subscriber 12"; the number ties the lines of one person and leads nowhere.
 */
export async function removeSubscriber(
  { db, clock }: Pick<Platform, 'db' | 'clock'>,
  id: number,
  doer: Actor,
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const subscription = await findSubscription(trx, id)
    if (!subscription || !(await deleteSubscription(trx, id))) {
      throw new NotFoundError('This subscriber has been removed already.')
    }
    for (const delivery of await listRecordedDeliveries(trx, id)) {
      const addresses = [delivery.recipient, subscription.email, subscription.email_key]
      await anonymizeDelivery(trx, {
        id: delivery.id,
        recipient: `removed subscriber ${id}`,
        server_reply: withoutAddresses(delivery.server_reply, addresses),
      })
    }
    await recordAudit(trx, {
      ...doer,
      at: clock(),
      action: 'subscriber.removed',
      subject: `Subscriber ${id}`,
    })
  })
}

const PLACEHOLDER = '[removed]'

/** Mail servers repeat the address, or the part before the @, in what they answer. */
export function withoutAddresses(reply: string, addresses: string[]): string {
  const locals = addresses.map((address) => address.slice(0, address.lastIndexOf('@')))
  const whole = addresses.map(escapePattern).join('|')
  const parts = locals.map(escapePattern).join('|')
  return reply
    .replace(new RegExp(whole, 'giu'), PLACEHOLDER)
    .replace(new RegExp(`(?<![\\p{L}\\p{N}])(?:${parts})(?![\\p{L}\\p{N}])`, 'giu'), PLACEHOLDER)
}

const escapePattern = (text: string) => text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')
