import type { SubscriptionState } from '../../../platform/database/schema.ts'
import { searchedAddress } from '../../../platform/http/request/parse.ts'
import type { SubscriberFilter } from '../queries.ts'

/** In the order in which they are shown. */
export const stateLabels: Record<SubscriptionState, string> = {
  active: 'Active',
  unsubscribed: 'Unsubscribed',
  pending: 'Not confirmed',
}

/** What a link or a form asks the list for; anything else in it is as good as nothing. */
export function parseSubscriberFilter(query: unknown): SubscriberFilter {
  const { q, state } = query as Record<string, unknown>
  return { q: searchedAddress(q), state: isState(state) ? state : undefined }
}

const isState = (value: unknown): value is SubscriptionState =>
  typeof value === 'string' && Object.hasOwn(stateLabels, value)

/** The list, or its CSV, with the same filter. */
export function subscribersAddress(path: string, filter: SubscriberFilter, page = 1): string {
  const query = new URLSearchParams()
  if (filter.q) query.set('q', filter.q)
  if (filter.state) query.set('state', filter.state)
  if (page > 1) query.set('page', String(page))
  return query.size > 0 ? `${path}?${query}` : path
}
