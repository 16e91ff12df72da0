import { type SubscribeOutcome, subscribeMessage } from '../shared/subscribe-messages.ts'
import { Button } from './button.tsx'
import type { SiteHeader } from './layout/layout.tsx'
import { Section } from './section.tsx'

export type SubscribeFormProps = Partial<SubscribeOutcome>

/** The fragment leads to the field, which the answer describes: it may be below a long docket. */
export function SubscribeForm({ isTesting = false, ...outcome }: SubscribeFormProps) {
  const { state, email } = outcome
  const message = state && subscribeMessage({ ...outcome, state, isTesting })
  const isDone = message?.kind === 'success'
  const kind = message ? `form-message-${message.kind}` : ''
  return (
    <form class="subscribe" method="post" action="/api/subscribe#subscribe-email" noValidate>
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
      <p class={`form-message ${kind}`} id="subscribe-message" role="status">
        {message?.text}
      </p>
      <p class="field-hint" id="subscribe-hint">
        {isTesting
          ? 'This site is being tested. E-mail begins when it goes live. Unsubscribe anytime.'
          : 'We’ll e-mail you about new filings. Unsubscribe anytime.'}
      </p>
    </form>
  )
}

export function FollowCase({ site, ...subscribe }: SubscribeFormProps & { site: SiteHeader }) {
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
