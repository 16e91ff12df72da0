import { Button } from '../../ui/button.tsx'
import { CsrfField } from '../../ui/form.tsx'
import { type PublicFrame, PublicLayout } from '../../ui/layout/layout.tsx'
import { maskAddress } from './rules.ts'

const QUESTIONS = {
  subscribe: {
    page: { title: 'Confirm your subscription', description: '' },
    heading: (email: string) => `E-mail ${email} about new filings in this case?`,
    text: '',
    yes: 'Yes, subscribe',
    no: 'No, go to the docket',
  },
  unsubscribe: {
    page: {
      title: 'Unsubscribe',
      description: 'Asks you to confirm before you are unsubscribed.',
    },
    heading: (email: string) => `Unsubscribe ${email}?`,
    text: 'This address will no longer get e-mail about new filings in this case.',
    yes: 'Unsubscribe',
    no: 'Stay subscribed',
  },
}

const OUTCOMES = {
  subscribed: (email: string) => ['Subscribed', `We’ll e-mail ${email} about new filings.`],
  expired: () => [
    'This link no longer works',
    'Subscribe again on the docket page to get a new link.',
  ],
  unsubscribed: (email: string) => [
    'You are unsubscribed',
    `We won’t e-mail ${email} about this case again. You can resubscribe on the docket page anytime.`,
  ],
  already: (email: string) => ['Already unsubscribed', `${email} is already unsubscribed.`],
  test: () => [
    'That message was a test',
    'It was sent to test this docket’s notifications. The address it went to has no subscription.',
  ],
  unknown: () => [
    'This unsubscribe link is not valid',
    'It may have been cut off. Copy the whole link from the message. If the subscription was removed, no more e-mail will be sent.',
  ],
}

export type Question = Record<'action' | 'csrfToken', string>

export interface LinkView {
  link: keyof typeof QUESTIONS
  email?: string
  state: Question | keyof typeof OUTCOMES
}

export function LinkPage({ layout, link, email = '', state }: LinkView & { layout: PublicFrame }) {
  const { page, heading, text, yes, no } = QUESTIONS[link]
  const isOver = typeof state === 'string'
  const masked = maskAddress(email)
  const [said = '', lead] = isOver ? OUTCOMES[state](masked) : [heading(masked), text]
  return (
    <PublicLayout {...layout} {...page} {...(isOver && { title: said })} noIndex>
      <section class="wrap narrow">
        <h1>{said}</h1>
        {lead && <p class="lead">{lead}</p>}
        {isOver ? (
          <p>
            <a href="/">Go to the docket</a>
          </p>
        ) : (
          <form class="page-tools" method="post" action={state.action}>
            <CsrfField token={state.csrfToken} />
            <Button kind="primary">{yes}</Button>
            <a href="/">{no}</a>
          </form>
        )}
      </section>
    </PublicLayout>
  )
}
