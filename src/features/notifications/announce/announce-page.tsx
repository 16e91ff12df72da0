import type { Entry } from '../../../platform/database/schema.ts'
import type { Mail } from '../../../platform/mail/mail.ts'
import { counted } from '../../../shared/number-rules.ts'
import { ButtonLink } from '../../../ui/button.tsx'
import { Checkbox, PostForm } from '../../../ui/form.tsx'
import { AdminLayout } from '../../../ui/layout/admin-layout.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { Facts, Section } from '../../../ui/section.tsx'
import type { AdminPageLayout } from '../../accounts/admin-layout.ts'
import { entryName } from '../../docket/entries/entry-rules.ts'
import { type CountedNotification, number, reachedNoOne } from '../rules.ts'
import type { Audience, SendingCheck } from './announce-entry.ts'
import { PastNotifications } from './entry-panel.tsx'

interface AnnouncePageProps extends SendingCheck {
  layout: AdminPageLayout
  entries: readonly Entry[]
  mail: Mail
  sender: string
  past: readonly CountedNotification[]
  problem?: string | undefined
}

export function AnnouncePage(props: AnnouncePageProps) {
  const { layout, entries, problem } = props
  return (
    <AdminLayout {...layout} actions={<ButtonLink href={urlsOf(entries).back}>Back</ButtonLink>}>
      {problem && <Notice kind="error" title={problem} />}
      {entries.length > 1 && <EntryLinks entries={entries} />}
      <PastNotice {...props} />
      <Recipients audience={props.audience} />
      {!props.obstacle && <Confirmation {...props} />}
      <MessagePreview {...props} />
    </AdminLayout>
  )
}

/** The page before this one, and where the form goes. A message about no entry says that the case is closed. */
function urlsOf([first, ...more]: readonly Entry[]) {
  if (!first) return { back: '/admin/settings', send: CLOSING }
  if (more.length > 0) return { back: '/admin/entries', send: '/admin/notifications' }
  const back = `/admin/entries/${first.id}`
  return { back, send: `${back}/notifications` }
}

const CLOSING = '/admin/notifications/closing'

const previewUrl = (entries: readonly Entry[]) =>
  entries.length === 0
    ? `${CLOSING}.html`
    : `/admin/notifications/preview.html?${entries.map(({ id }) => `entry=${id}`).join('&')}`

export function EntryLinks({ entries }: { entries: readonly Entry[] }) {
  return (
    <ul class="plain-list">
      {entries.map((entry) => (
        <li key={entry.id}>
          <a href={`/admin/entries/${entry.id}`}>{entryName(entry)}</a>
        </li>
      ))}
    </ul>
  )
}

function PastNotice({ layout, entries, past, needsAgain }: AnnouncePageProps) {
  if (past.length === 0) return null
  const what = ['the closing', 'this entry'][entries.length] ?? 'one of these entries'
  const title = pastTitle(past, what)
  return (
    <Notice kind={needsAgain ? 'warn' : 'info'} title={title}>
      <PastNotifications past={past} timeZone={layout.site.timeZone} />
    </Notice>
  )
}

function pastTitle(past: readonly CountedNotification[], what: string): string {
  if (past.every(reachedNoOne)) return `No one received the notification about ${what}.`
  return past.some(({ mode }) => mode === 'live')
    ? `Subscribers were already notified of ${what}.`
    : `A notification about ${what} was already sent.`
}

function Recipients({ audience: { mode, testRecipient, count } }: { audience: Audience }) {
  return (
    <Section name="recipients" heading="Recipients">
      {mode === 'live' ? (
        <p data-recipients={count}>
          <strong>Live mode:</strong> one message to each of the <strong>{number(count)}</strong>{' '}
          active subscribers.
        </p>
      ) : (
        <p data-recipients={count}>
          <strong>Testing mode:</strong>{' '}
          {testRecipient
            ? `one message to the test recipient, ${testRecipient}. No subscriber is notified.`
            : 'no test recipient is set, so nothing can be sent.'}
        </p>
      )}
    </Section>
  )
}

function Confirmation({ layout, entries, audience, past, needsAgain }: AnnouncePageProps) {
  const isOne = entries.length === 1
  const { back, send } = urlsOf(entries)
  const submit = buttonText(audience)
  return (
    <PostForm action={send} token={layout.csrfToken} submit={submit} cancel={back}>
      {!isOne && entries.map(({ id }) => <input key={id} type="hidden" name="entry" value={id} />)}
      <input type="hidden" name="seen" value={past.length} />
      <input type="hidden" name="shown_mode" value={audience.mode} />
      {needsAgain && (
        <Checkbox
          name="again"
          label={`Send again: the same recipients will get a second message about ${isOne ? 'this entry' : 'entries they were already notified of'}`}
          required
        />
      )}
    </PostForm>
  )
}

const buttonText = ({ mode, testRecipient, count }: Audience) =>
  mode === 'test'
    ? `Send the test to ${testRecipient}`
    : `Send to ${counted(count, 'subscriber')} now`

function MessagePreview({ entries, mail, sender }: AnnouncePageProps) {
  return (
    <Section name="message" heading="Message">
      <Facts facts={{ From: sender, Subject: mail.subject }} />
      <MessageParts htmlUrl={previewUrl(entries)} text={mail.text} />
    </Section>
  )
}

export function MessageParts({ htmlUrl, text }: { htmlUrl: string; text: string }) {
  return (
    <>
      <iframe
        class="mail-preview"
        src={htmlUrl}
        title="The message as mail apps show it"
        sandbox=""
        width="100%"
        height="640"
      />
      <details>
        <summary>Plain-text version</summary>
        <pre class="mail-text">{text}</pre>
      </details>
    </>
  )
}
