import { SubscribeForm, type SubscribeFormProps } from './subscribe-form.tsx'

/** Wherever a reader decides to follow the case: by e-mail, in a feed reader, in a calendar. */
export function FollowCase(subscribe: SubscribeFormProps) {
  return (
    <section class="follow-case" id="subscribe" aria-labelledby="subscribe-heading">
      <h2 class="section-heading" id="subscribe-heading">
        Follow this case
      </h2>
      <SubscribeForm {...subscribe} />
      <p class="follow-others">
        Or follow in a feed reader: <a href="/feed.xml">Atom feed</a>. Hearings and deadlines for
        your calendar: <a href="/calendar.ics">calendar</a>.
      </p>
    </section>
  )
}
