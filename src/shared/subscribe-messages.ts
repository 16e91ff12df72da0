/** The API's `status` or `code` (CONTRACT.md section 3), or nothing yet. */
export type SubscribeState =
  | 'idle'
  | 'subscribed'
  | 'reactivated'
  | 'confirmation_sent'
  | 'confirmation_held'
  | 'already_subscribed'
  | 'invalid_email'
  | 'rate_limited'
  | 'failed'

export interface SubscribeOutcome {
  state: SubscribeState
  email?: string | undefined
  /** What the server says about the address. */
  detail?: string | undefined
  retryAfterSeconds?: number | undefined
  /** No subscriber is mailed until the site goes live. */
  isTesting?: boolean | undefined
}

/** One wording for the page and for the script. */
export function subscribeMessage(outcome: SubscribeOutcome) {
  const address = outcome.email || 'this address'
  switch (outcome.state) {
    case 'idle':
      return undefined
    case 'subscribed':
      return success(
        outcome.isTesting
          ? `Subscribed. This site is being tested; notices to ${address} begin when it goes live.`
          : `Subscribed. We’ll e-mail ${address} about new filings.`,
      )
    case 'reactivated':
      return success(
        outcome.isTesting
          ? `Welcome back. This site is being tested; notices to ${address} begin when it goes live.`
          : `Welcome back. We’ll e-mail ${address} about new filings again.`,
      )
    case 'confirmation_sent':
      return success(`Almost done. Open the link in the message we just sent to ${address}.`)
    case 'confirmation_held':
      return info(
        `This site is still in testing and is not sending confirmation messages yet, so ${address} is not subscribed. Please try again later.`,
      )
    case 'already_subscribed':
      return info(`${address} is already subscribed.`)
    case 'invalid_email':
      return error(outcome.detail || 'Enter one complete e-mail address, like name@example.com.')
    case 'rate_limited':
      return error(`Too many attempts. Please try again ${inWords(outcome)}.`)
    case 'failed':
      return error(
        'Something went wrong, and you were not subscribed. Please try again in a moment.',
      )
  }
}

function inWords({ retryAfterSeconds }: SubscribeOutcome): string {
  if (!retryAfterSeconds) return 'later'
  const minutes = Math.ceil(retryAfterSeconds / 60)
  return minutes === 1 ? 'in a minute' : `in ${minutes} minutes`
}

const success = (text: string) => ({ kind: 'success' as const, text })
const info = (text: string) => ({ kind: 'info' as const, text })
const error = (text: string) => ({ kind: 'error' as const, text })
