import { ConflictError, NotFoundError } from '../../../platform/http/errors.ts'
import type { Platform } from '../../../platform/platform.ts'
import type { Actor } from '../../accounts/audit-log/queries.ts'
import { recordEntryEvent } from '../../docket/entries/queries.ts'
import { describeReach } from '../log/describe-notification.ts'
import { countDeliveries, findNotification, noDeliveries } from '../queries.ts'
import { markStopped } from './called-off-queries.ts'

interface Stop {
  notificationId: number
  by: Actor
}

/**
 * Stops a running notification for good, in every process: whoever has not been sent the message is skipped. A second
 * press changes nothing.
 * @throws NotFoundError, ConflictError where it has ended
 */
export function stopNotification(
  { db, clock }: Pick<Platform, 'db' | 'clock'>,
  { notificationId: id, by }: Stop,
): Promise<void> {
  return db.transaction().execute(async (trx) => {
    const at = clock()
    const isStopped = await markStopped(trx, id, at)
    const notification = await findNotification(trx, id)
    if (!notification) throw new NotFoundError('There is no such notification.')
    if (!isStopped) {
      if (notification.stopped_at === null) throw hasEnded()
      return
    }
    const counts = (await countDeliveries(trx, [id])).get(id) ?? noDeliveries()
    await recordEntryEvent(trx, by, {
      entryId: notification.entry_id,
      action: 'notification.stopped',
      details: `notification ${id}: ${describeReach(counts)}`,
      at,
    })
  })
}

const hasEnded = () =>
  new ConflictError('This notification has finished. There is nothing to stop.', 'already_ended')
