import type { Notification } from '../../../platform/database/schema.ts'
import type { DeliveryCounts } from '../rules.ts'

/** How far a notification is: for its page, and for the script that keeps the page up to date. */
export interface Progress extends DeliveryCounts {
  id: number
  mode: 'test' | 'live'
  total: number
  /** Those that have come to their end, whichever. */
  done: number
  finished: boolean
  /** Whether each has had its first attempt; some may still be deferred. */
  attempted: boolean
  counts: DeliveryCounts
}

export function progressOf(
  { id, mode, recipient_count, finished_at }: Notification,
  counts: DeliveryCounts,
): Progress {
  return {
    ...counts,
    counts,
    id,
    mode,
    total: recipient_count,
    done: recipient_count - counts.queued - counts.sending - counts.deferred,
    finished: finished_at !== null,
    attempted: counts.queued + counts.sending === 0,
  }
}
