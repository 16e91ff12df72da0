import type { ComponentChildren } from 'preact'
import { Button } from '../../ui/button.tsx'
import { CsrfField } from '../../ui/form.tsx'
import { type PublicFrame, PublicLayout } from '../../ui/layout/layout.tsx'

type ConfirmSubscriptionPageProps = { layout: PublicFrame } & ConfirmSubscriptionView

export interface ConfirmSubscriptionView {
  state: 'confirm' | 'done' | 'unknown'
  action?: string
  csrfToken?: string
  maskedEmail?: string
}

/** Behind the confirmation link (SUBSCRIBE_CONFIRMATION). It asks, because mail scanners open links. */
export function ConfirmSubscriptionPage(props: ConfirmSubscriptionPageProps) {
  const { layout, state, action, csrfToken = '', maskedEmail = 'your address' } = props
  return (
    <PublicLayout {...layout} title="Confirm your subscription" noIndex>
      <section class="wrap narrow">
        {state === 'confirm' && (
          <>
            <h1>E-mail {maskedEmail} about new filings in this case?</h1>
            <form class="page-tools" method="post" action={action}>
              <CsrfField token={csrfToken} />
              <Button kind="primary">Yes, subscribe</Button>
              <a href="/">No, go to the docket</a>
            </form>
          </>
        )}
        {state === 'done' && (
          <Outcome title="Subscribed">We’ll e-mail {maskedEmail} about new filings.</Outcome>
        )}
        {state === 'unknown' && (
          <Outcome title="This link no longer works">
            Subscribe again on the docket page to get a new link.
          </Outcome>
        )}
      </section>
    </PublicLayout>
  )
}

type UnsubscribePageProps = { layout: PublicFrame } & UnsubscribeView

export type UnsubscribeView =
  | { state: 'confirm'; token: string; csrfToken: string; maskedEmail: string }
  | { state: 'done' | 'already'; maskedEmail: string }
  | { state: 'test' }
  | { state: 'unknown' }

export function UnsubscribePage({ layout, ...view }: UnsubscribePageProps) {
  return (
    <PublicLayout
      {...layout}
      title="Unsubscribe"
      description="Asks you to confirm before you are unsubscribed."
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
      return (
        <>
          <h1>Unsubscribe {view.maskedEmail}?</h1>
          <p class="lead">This address will no longer get e-mail about new filings in this case.</p>
          <form
            class="page-tools"
            method="post"
            action={`/api/unsubscribe/${encodeURIComponent(view.token)}`}
          >
            <CsrfField token={view.csrfToken} />
            <Button kind="primary">Unsubscribe</Button>
            <a href="/">Stay subscribed</a>
          </form>
        </>
      )
    case 'done':
      return (
        <Outcome title="You are unsubscribed">
          We won’t e-mail {view.maskedEmail} about this case again. You can resubscribe on the
          docket page anytime.
        </Outcome>
      )
    case 'already':
      return (
        <Outcome title="Already unsubscribed">{view.maskedEmail} is already unsubscribed.</Outcome>
      )
    case 'test':
      return (
        <Outcome title="That message was a test">
          It was sent to test this docket’s notifications. The address it went to has no
          subscription.
        </Outcome>
      )
    case 'unknown':
      return (
        <Outcome title="This unsubscribe link is not valid">
          It may have been cut off. Copy the whole link from the message. If the subscription was
          removed, no more e-mail will be sent.
        </Outcome>
      )
  }
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
