/** What became of a request to subscribe; the API's `status` or `code` (CONTRACT.md section 3), or nothing yet. */
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

export interface SubscribeMessage {
  kind: 'success' | 'info' | 'error'
  text: string
}

export interface SubscribeOutcome {
  state: SubscribeState
  email?: string | undefined
  /** The server's own sentence about the address. */
  detail?: string | undefined
  retryAfterSeconds?: number | undefined
}

/** One wording for the page and for the script. */
export function subscribeMessage(outcome: SubscribeOutcome): SubscribeMessage | undefined {
  const address = outcome.email || 'this address'
  switch (outcome.state) {
    case 'idle':
      return undefined
    case 'subscribed':
      return success(`Subscribed. Notices of new entries will go to ${address}.`)
    case 'reactivated':
      return success(`Welcome back. Notices of new entries will go to ${address} again.`)
    case 'confirmation_sent':
      return success(`Almost done: open the link in the message just sent to ${address}.`)
    case 'confirmation_held':
      return {
        kind: 'info',
        text: `This site is still being tested and sends no confirmation messages yet, so ${address} is not subscribed. Please try again later.`,
      }
    case 'already_subscribed':
      return { kind: 'info', text: `${address} is already subscribed; there is nothing to do.` }
    case 'invalid_email':
      return error(outcome.detail || 'Enter one complete e-mail address, like name@example.com.')
    case 'rate_limited':
      return error(`Too many attempts. Please try again ${inWords(outcome)}.`)
    case 'failed':
      return error('The subscription did not go through. Please try again in a moment.')
  }
}

function inWords({ retryAfterSeconds }: SubscribeOutcome): string {
  if (!retryAfterSeconds) return 'later'
  const minutes = Math.ceil(retryAfterSeconds / 60)
  return minutes === 1 ? 'in a minute' : `in ${minutes} minutes`
}

const success = (text: string): SubscribeMessage => ({ kind: 'success', text })
const error = (text: string): SubscribeMessage => ({ kind: 'error', text })
