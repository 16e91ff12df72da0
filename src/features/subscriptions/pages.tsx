import type { ComponentChildren } from 'preact'
import { CsrfField } from '../../ui/form.tsx'
import { type PublicFrame, PublicLayout } from '../../ui/layout.tsx'

type ConfirmSubscriptionPageProps = { layout: PublicFrame } & ConfirmSubscriptionView

export interface ConfirmSubscriptionView {
  /** `confirm` asks, `done` has subscribed, `unknown` is a link that leads nowhere (any more). */
  state: 'confirm' | 'done' | 'unknown'
  /** Where the confirmation is posted. */
  action?: string
  csrfToken?: string
  maskedEmail?: string
}

/** Only where SUBSCRIBE_CONFIRMATION is on: the page that the confirmation link opens. It asks, as scanners open links. */
export function ConfirmSubscriptionPage(props: ConfirmSubscriptionPageProps) {
  const { layout, state, action, csrfToken = '', maskedEmail = 'your address' } = props
  return (
    <PublicLayout {...layout} title="Confirm your subscription" noIndex>
      <section class="wrap narrow">
        {state === 'confirm' && (
          <>
            <h1>Send notices of this case to {maskedEmail}?</h1>
            <form class="page-tools" method="post" action={action}>
              <CsrfField token={csrfToken} />
              <button type="submit" class="button button-primary">
                Yes, subscribe
              </button>
              <a href="/">No, go to the docket</a>
            </form>
          </>
        )}
        {state === 'done' && (
          <Outcome title="Subscribed">Notices of new entries will go to {maskedEmail}.</Outcome>
        )}
        {state === 'unknown' && (
          <Outcome title="This link does not work any more">
            Please subscribe again on the docket’s page; a new link will be sent.
          </Outcome>
        )}
      </section>
    </PublicLayout>
  )
}

type UnsubscribePageProps = { layout: PublicFrame } & UnsubscribeView

export type UnsubscribeView =
  /** Asks first: opening the link changes nothing (PROMISES.md 8). */
  | { state: 'confirm'; token: string; csrfToken: string; maskedEmail: string }
  | { state: 'done' | 'already'; maskedEmail: string }
  /** The message was sent in test mode to a recipient that has no subscription. */
  | { state: 'test' }
  | { state: 'unknown' }

export function UnsubscribePage({ layout, ...view }: UnsubscribePageProps) {
  return (
    <PublicLayout
      {...layout}
      title="Stop e-mail about this case"
      description="Asks before any subscription is ended."
      noIndex
    >
      <section class="wrap narrow unsubscribe">
        <UnsubscribeState {...(view as UnsubscribeView)} />
      </section>
    </PublicLayout>
  )
}

function UnsubscribeState(view: UnsubscribeView) {
  switch (view.state) {
    case 'confirm':
      return <UnsubscribeQuestion {...view} />
    case 'done':
      return (
        <Outcome title="You are unsubscribed">
          No further e-mail about this case will go to {view.maskedEmail}. You can subscribe again
          on the docket’s page at any time.
        </Outcome>
      )
    case 'already':
      return (
        <Outcome title="Already unsubscribed">
          E-mail to {view.maskedEmail} was stopped before; there is nothing left to do.
        </Outcome>
      )
    case 'test':
      return (
        <Outcome title="That message was a test">
          It was sent to try out the notifications of this docket. The address it went to has no
          subscription, so there is nothing to stop.
        </Outcome>
      )
    case 'unknown':
      return (
        <Outcome title="This unsubscribe link is not known">
          It may have been cut off on its way: please copy the whole link from the message. If the
          subscription was removed, no further e-mail will come.
        </Outcome>
      )
  }
}

function UnsubscribeQuestion(view: Extract<UnsubscribeView, { state: 'confirm' }>) {
  return (
    <>
      <h1>Stop e-mail for {view.maskedEmail}?</h1>
      <p class="lead">Notices of new entries in this case will no longer go to this address.</p>
      <form
        class="page-tools"
        method="post"
        action={`/api/unsubscribe/${encodeURIComponent(view.token)}`}
      >
        <CsrfField token={view.csrfToken} />
        <button type="submit" class="button button-primary">
          Stop e-mail
        </button>
        <a href="/">Keep it, go to the docket</a>
      </form>
    </>
  )
}

function Outcome({ title, children }: { title: string; children: ComponentChildren }) {
  return (
    <>
      <h1>{title}</h1>
      <p class="lead">{children}</p>
      <p>
        <a href="/">Go to the docket</a>
      </p>
    </>
  )
}
