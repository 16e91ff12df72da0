import type { SubscribeOutcome, SubscribeState } from '../../shared/subscribe-messages.ts'

const answered: readonly SubscribeState[] = [
  'subscribed',
  'reactivated',
  'confirmation_sent',
  'confirmation_held',
]
const refused: readonly SubscribeState[] = ['already_subscribed', 'invalid_email', 'rate_limited']

/** The API's answer (CONTRACT.md section 3) in the words of the page. */
export function readSubscribeOutcome(
  status: number,
  body: unknown,
  retryAfter: string | null,
): SubscribeOutcome {
  const answer = typeof body === 'object' && body !== null ? body : {}
  const text = (name: string) => {
    const value = (answer as Record<string, unknown>)[name]
    return typeof value === 'string' ? value : undefined
  }
  const state = answered.find((known) => status < 300 && known === text('status'))
  if (state) return { state }
  const code = refused.find((known) => known === text('code'))
  if (status === 429) return { state: 'rate_limited', retryAfterSeconds: seconds(retryAfter) }
  return code ? { state: code, detail: text('detail') } : { state: 'failed' }
}

/** Retry-After is seconds here; a date, which RFC 9110 also allows, is as good as none. */
function seconds(retryAfter: string | null): number | undefined {
  return retryAfter && /^\d+$/.test(retryAfter) ? Number(retryAfter) : undefined
}
