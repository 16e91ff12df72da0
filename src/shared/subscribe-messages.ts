export interface SubscribeOutcome {
  state: SubscribeState
  email?: string | undefined
  /** The server's message about the address. */
  detail?: string | undefined
  retryAfterSeconds?: number | undefined
  /** No subscriber is mailed until the site goes live. */
  isTesting?: boolean | undefined
}

/** The API's `status` or `code` (CONTRACT.md section 3), or `failed` for anything else. */
export type SubscribeState = keyof typeof MESSAGES

type AddressedOutcome = Omit<SubscribeOutcome, 'state'> & { address: string }

const MESSAGES = {
  subscribed: (outcome: AddressedOutcome) => success(`Subscribed. ${whatFollows(outcome)}`),
  reactivated: (outcome: AddressedOutcome) => success(`Welcome back. ${whatFollows(outcome)}`),
  confirmation_sent: ({ address }: AddressedOutcome) =>
    success(`Almost done. Open the link in the message we just sent to ${address}.`),
  confirmation_held: ({ address }: AddressedOutcome) =>
    info(
      `This site is still in testing and is not sending confirmation messages yet, so ${address} is not subscribed. Please try again later.`,
    ),
  already_subscribed: ({ address }: AddressedOutcome) => info(`${address} is already subscribed.`),
  invalid_email: ({ detail }: AddressedOutcome) =>
    error(detail || 'Enter one complete e-mail address, like name@example.com.'),
  too_many_requests: (outcome: AddressedOutcome) =>
    error(`Too many attempts. Please try again ${inWords(outcome)}.`),
  docket_closed: ({ detail }: AddressedOutcome) => info(detail || 'This docket is closed.'),
  failed: () =>
    error('Something went wrong, and you were not subscribed. Please try again in a moment.'),
}

export const subscribeStateOf = (outcome = ''): SubscribeState =>
  Object.hasOwn(MESSAGES, outcome) ? (outcome as SubscribeState) : 'failed'

export const subscribeMessage = ({ state, ...outcome }: SubscribeOutcome) =>
  MESSAGES[state]({ ...outcome, address: outcome.email || 'this address' })

const whatFollows = ({ address, isTesting }: AddressedOutcome) =>
  isTesting
    ? `This site is being tested; e-mail to ${address} begins when it goes live.`
    : `We’ll e-mail ${address} about new filings.`

function inWords({ retryAfterSeconds }: AddressedOutcome): string {
  if (!retryAfterSeconds) return 'later'
  const minutes = Math.ceil(retryAfterSeconds / 60)
  return minutes === 1 ? 'in a minute' : `in ${minutes} minutes`
}

const success = (text: string) => ({ kind: 'success' as const, text })
const info = (text: string) => ({ kind: 'info' as const, text })
const error = (text: string) => ({ kind: 'error' as const, text })
