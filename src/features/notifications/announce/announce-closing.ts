import type { Config } from '../../../config.ts'
import type { Queryable } from '../../../platform/database/schema.ts'
import { ConflictError } from '../../../platform/http/errors.ts'
import { recordAudit } from '../../accounts/audit-log/queries.ts'
import { findCaseSettings, lockSettings } from '../../site/queries.ts'
import { listClosingNotices } from '../delivery-queries.ts'
import {
  type Announcement,
  type AnnouncePlatform,
  alreadyRunning,
  emptyAudienceReason,
  findAudience,
  queueMail,
} from './announce-entry.ts'

/** Tells everyone once that the case is closed. @returns the notification's id */
export function announceClosing(
  platform: AnnouncePlatform,
  by: Announcement['by'],
): Promise<number> {
  const { config, db, clock } = platform
  return db.transaction().execute(async (trx) => {
    await lockSettings(trx)
    const obstacle = await closingObstacle(trx, config)
    if (obstacle) throw obstacle
    const at = clock()
    const { id, to } = await queueMail(trx, platform, { entries: [], by, at })
    const action = 'notification.started'
    const details = `notification ${id} to ${to}: the case is closed`
    await recordAudit(trx, { ...by, at, action, subject: 'case settings', details })
    return id
  })
}

export async function closingObstacle(db: Queryable, config: Config) {
  const past = await listClosingNotices(db)
  if ((await findCaseSettings(db)).closed_on === '')
    return new ConflictError('The case is not closed. Close it under Settings first.', 'not_closed')
  if (past.some(({ finished_at }) => finished_at === null)) return alreadyRunning()
  if (past.some(({ mode }) => mode === 'live'))
    return new ConflictError(
      'Subscribers were already notified that the case is closed.',
      'already_notified',
    )
  return emptyAudienceReason(await findAudience(db, config.notifications))
}
