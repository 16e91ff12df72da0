import { Button } from './button.tsx'
import type { SiteHeader } from './layout/layout.tsx'
import { Section } from './section.tsx'

export type SubscribeFormProps = Partial<SubscribeOutcome>

/** The fragment scrolls to the answer, which may be below a long docket. */
export function SubscribeForm({ isTesting = false, ...outcome }: SubscribeFormProps) {
  const { state, email } = outcome
  const message = state && subscribeMessage({ ...outcome, state, isTesting })
  const isDone = message?.kind === 'success'
  return (
    <form class="subscribe" method="post" action="/api/subscribe#subscribe" noValidate>
      <div class="field">
        <label class="field-label" for="subscribe-email">
          E-mail address
        </label>
        <div class="field-row">
          <input
            class="control"
            type="email"
            id="subscribe-email"
            name="email"
            autocomplete="email"
            required
            maxLength={320}
            value={isDone ? '' : (email ?? '')}
            aria-describedby="subscribe-message subscribe-hint"
            aria-invalid={message?.kind === 'error' ? 'true' : undefined}
          />
          <Button kind="primary">Subscribe</Button>
        </div>
      </div>
      {/* Bots that fill in every field reveal themselves here; people and screen readers never reach it. */}
      <div class="decoy" aria-hidden="true">
        <label>
          Leave this field empty
          <input type="text" name="website" tabIndex={-1} autocomplete="off" />
        </label>
      </div>
      <p
        class={`form-message ${message ? `form-message-${message.kind}` : ''}`}
        id="subscribe-message"
        role="status"
      >
        {message?.text}
      </p>
      <p class="field-hint" id="subscribe-hint">
        {isTesting
          ? 'This site is being tested. Notices begin when it goes live. Unsubscribe anytime.'
          : 'We’ll e-mail you about new filings. Unsubscribe anytime.'}
      </p>
    </form>
  )
}

interface FollowCaseProps extends SubscribeFormProps {
  site: Pick<SiteHeader, 'publicUrl' | 'isTesting' | 'closedOn'>
}

export function FollowCase({ site, ...subscribe }: FollowCaseProps) {
  if (site.closedOn) return null
  const calendar = `${site.publicUrl}/calendar.ics`
  return (
    <Section
      name="subscribe"
      heading="Follow this case"
      class="follow-case"
      id="subscribe"
      data-needs-server
    >
      <SubscribeForm {...subscribe} isTesting={site.isTesting} />
      <p class="follow-others" id="follow">
        Other <a href="/follow">ways to follow</a>:{' '}
        <a href={calendar.replace(/^https?/, 'webcal')}>calendar</a> of hearings and deadlines, or a
        feed reader.
      </p>
    </Section>
  )
}

interface SubscribeOutcome {
  state: SubscribeState
  email?: string | undefined
  /** The server's message about the address. */
  detail?: string | undefined
  retryAfterSeconds?: number | undefined
  /** No subscriber is mailed until the site goes live. */
  isTesting?: boolean | undefined
}

/** The API's `status` or `code` (CONTRACT.md section 3), or `failed` for anything else. */
type SubscribeState = keyof typeof MESSAGES

type AddressedOutcome = Omit<SubscribeOutcome, 'state'> & { address: string }

const MESSAGES = {
  subscribed: ({ address, isTesting }: AddressedOutcome) =>
    success(
      isTesting
        ? `Subscribed. This site is being tested; notices to ${address} begin when it goes live.`
        : `Subscribed. We’ll e-mail ${address} about new filings.`,
    ),
  reactivated: ({ address, isTesting }: AddressedOutcome) =>
    success(
      isTesting
        ? `Welcome back. This site is being tested; notices to ${address} begin when it goes live.`
        : `Welcome back. We’ll e-mail ${address} about new filings again.`,
    ),
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

function inWords({ retryAfterSeconds }: AddressedOutcome): string {
  if (!retryAfterSeconds) return 'later'
  const minutes = Math.ceil(retryAfterSeconds / 60)
  return minutes === 1 ? 'in a minute' : `in ${minutes} minutes`
}

const success = (text: string) => ({ kind: 'success' as const, text })
const info = (text: string) => ({ kind: 'info' as const, text })
const error = (text: string) => ({ kind: 'error' as const, text })
