import type { DeliveryState } from '../../../platform/database/schema.ts'
import { searchedAddress } from '../../../platform/http/request/parse.ts'
import { isDeliveryState } from '../rules.ts'
import type { LogFilter } from './log-queries.ts'

/** What each state says to somebody who reads the log (CONTRACT section 6). */
export const STATE_LABELS: Record<DeliveryState, string> = {
  queued: 'Queued',
  sending: 'Sending',
  sent: 'Sent',
  deferred: 'Deferred',
  failed: 'Failed',
  skipped: 'Skipped',
  uncertain: 'Uncertain',
}

export const STATE_MEANINGS: Record<DeliveryState, string> = {
  queued: 'waiting to be sent',
  sending: 'being handed to the mail server',
  sent: 'accepted by the mail server',
  deferred: 'not accepted yet; retried for up to 2 days',
  failed: 'refused by the mail server, or given up after 2 days',
  skipped: 'not sent: unsubscribed, no longer public, or stopped; the log says which',
  uncertain: 'handed over, but the server’s reply was lost; not resent unless you choose to',
}

/** What a link or a form asks the log for; anything else in it is as good as nothing. */
export function parseLogFilter(query: unknown): LogFilter {
  const { q, state } = query as Record<string, unknown>
  return {
    q: searchedAddress(q),
    state: typeof state === 'string' && isDeliveryState(state) ? state : undefined,
  }
}

/** The notification's page with the same filter. */
export function logAddress(notificationId: number, filter: LogFilter, page = 1): string {
  const query = new URLSearchParams()
  if (filter.q) query.set('q', filter.q)
  if (filter.state) query.set('state', filter.state)
  if (page > 1) query.set('page', String(page))
  const path = `/admin/notifications/${notificationId}`
  return query.size > 0 ? `${path}?${query}#log` : path
}
