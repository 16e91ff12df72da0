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
  const { layout, entries, mail, problem } = props
  const { back, message } = urlsOf(entries)
  return (
    <AdminLayout {...layout} actions={<ButtonLink href={back}>Back</ButtonLink>}>
      {problem && <Notice kind="error" title={problem} />}
      {entries.length > 1 && <EntryLinks entries={entries} />}
      <PastNotice {...props} />
      <Recipients audience={props.audience} />
      {!props.obstacle && <Confirmation {...props} />}
      <Section name="message" heading="Message">
        <Facts facts={{ From: props.sender, Subject: mail.subject }} />
        <MessageParts htmlUrl={message} text={mail.text} />
      </Section>
    </AdminLayout>
  )
}

/** The page before this one, where the form goes, and the message. One about no entry says that the case is closed. */
function urlsOf(entries: readonly Entry[]) {
  const [first] = entries
  const closing = '/admin/notifications/closing'
  if (!first) return { back: '/admin/settings', send: closing, message: `${closing}.html` }
  const query = entries.map(({ id }) => `entry=${id}`).join('&')
  const message = `/admin/notifications/preview.html?${query}`
  if (entries.length > 1) return { back: '/admin/entries', send: '/admin/notifications', message }
  const back = `/admin/entries/${first.id}`
  return { back, send: `${back}/notifications`, message }
}

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
  return (
    <Notice kind={needsAgain ? 'warn' : 'info'} title={pastTitle(past, entries.length)}>
      <PastNotifications past={past} timeZone={layout.site.timeZone} />
    </Notice>
  )
}

function pastTitle(past: readonly CountedNotification[], entryCount: number): string {
  const what = ['the closing', 'this entry'][entryCount] ?? 'one of these entries'
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
  const { mode, testRecipient, count } = audience
  const isOne = entries.length === 1
  const { back, send } = urlsOf(entries)
  const submit =
    mode === 'test'
      ? `Send the test to ${testRecipient}`
      : `Send to ${counted(count, 'subscriber')} now`
  return (
    <PostForm action={send} token={layout.csrfToken} submit={submit} cancel={back}>
      {!isOne && entries.map(({ id }) => <input key={id} type="hidden" name="entry" value={id} />)}
      <input type="hidden" name="seen" value={past.length} />
      <input type="hidden" name="shown_mode" value={mode} />
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
