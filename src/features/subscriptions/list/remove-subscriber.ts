import { NotFoundError } from '../../../platform/http/errors.ts'
import type { Platform } from '../../../platform/platform.ts'
import { type Actor, recordAudit } from '../../accounts/audit-log/queries.ts'
import {
  anonymizeDelivery,
  deleteSubscription,
  findSubscription,
  listRecordedDeliveries,
} from '../queries.ts'

/** No table has the address afterwards (docs/decisions/009): the delivery log says "removed subscriber 12" instead. */
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
      const server_reply = withoutAddresses(delivery.server_reply, addresses)
      const recipient = `removed subscriber ${id}`
      await anonymizeDelivery(trx, { id: delivery.id, recipient, server_reply })
    }
    const subject = `Subscriber ${id}`
    await recordAudit(trx, { ...doer, at: clock(), action: 'subscriber.removed', subject })
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
