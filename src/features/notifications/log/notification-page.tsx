import type { Entry, Notification } from '../../../platform/database/schema.ts'
import { formatInstant } from '../../../shared/date.ts'
import { ButtonLink } from '../../../ui/button.tsx'
import { Figure } from '../../../ui/figure.tsx'
import { AdminLayout } from '../../../ui/layout/admin-layout.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { Facts, Section } from '../../../ui/section.tsx'
import type { AdminPageLayout } from '../../accounts/admin-layout.ts'
import { EntryLinks, MessageParts } from '../announce/announce-page.tsx'
import type { ServerPause } from '../deliver/pacing.ts'
import * as rules from '../rules.ts'
import { DeliveryLog, type DeliveryLogProps, RetryForm, stateLabel } from './delivery-log.tsx'

interface NotificationPageProps {
  layout: AdminPageLayout
  notification: Notification
  entries: readonly Entry[]
  progress: rules.Progress
  heldBack: boolean
  pause: ServerPause | undefined
  afterward: { downloads: number; end: number; isOver: boolean }
  log: Omit<DeliveryLogProps, 'layout' | 'notification'>
  problem?: string | undefined
}

export function NotificationPage(props: NotificationPageProps) {
  const { layout, notification, problem } = props
  const path = `/admin/notifications/${notification.id}`
  const mayStop = notification.finished_at === null && notification.stopped_at === null
  const actions = (
    <>
      {mayStop && (
        <ButtonLink kind="danger" href={`${path}/stop`}>
          Stop
        </ButtonLink>
      )}
      <ButtonLink href={`${path}.csv`}>Download the log as CSV</ButtonLink>
    </>
  )
  return (
    <AdminLayout {...layout} actions={actions}>
      {problem && <Notice kind="error" title={problem} />}
      {notification.finished_at === null && <WaitingNote {...props} />}
      <ProgressSection {...props} />
      <NotificationFacts {...props} />
      <RetryForm layout={layout} notification={notification} counts={props.progress} />
      <DeliveryLog layout={layout} notification={notification} {...props.log} />
      <Section name="message" heading="The message as it was sent">
        <MessageParts htmlUrl={`${path}/message.html`} text={notification.text} />
      </Section>
    </AdminLayout>
  )
}

function NotificationFacts({ layout, notification, entries, afterward }: NotificationPageProps) {
  const time = (at: number) => formatInstant(at, layout.site.timeZone, { time: true })
  const { mode, subject, created_at, created_by, stopped_at, finished_at } = notification
  const facts = {
    [entries.length === 1 ? 'Entry' : 'Entries']: entries.length > 0 && (
      <EntryLinks entries={entries} />
    ),
    Subject: subject,
    Mode: mode === 'test' ? 'Testing mode' : 'Live mode',
    Recipients: rules.recipients(notification),
    Started: `${time(created_at)} by ${created_by}`,
    Stopped: stopped_at !== null && time(stopped_at),
    Finished: finished_at === null ? 'Still running' : time(finished_at),
    'Downloads of the documents': (
      <>
        <Figure name="downloads-72-hours" value={afterward.downloads} /> in the{' '}
        {rules.DOWNLOAD_WINDOW_HOURS} hours after it was started, bots included
        {!afterward.isOver && ` (so far; counting until ${time(afterward.end)})`}
      </>
    ),
  }
  return <Facts facts={facts} />
}

function WaitingNote({ layout, heldBack, pause }: NotificationPageProps) {
  if (heldBack) {
    return (
      <Notice kind="warn" title="Paused: the service is in testing mode.">
        <p>Messages to subscribers stay queued until the service is back in live mode.</p>
      </Notice>
    )
  }
  if (!pause) return null
  const until = formatInstant(pause.until, layout.site.timeZone, { time: true })
  return (
    <Notice kind="warn" title="Some deliveries are waiting to be retried.">
      <p>
        The last reply was: <q>{pause.reply}</q>
      </p>
      <p>The next attempt is at {until}. If this lasts, tell the server’s operator.</p>
    </Notice>
  )
}

/** Reloads after the first attempt for every recipient, and again at the end, which greylisting may delay for hours. */
function ProgressSection({ notification, progress, heldBack }: NotificationPageProps) {
  const isRunning = !progress.finished && !heldBack
  const until = progress.attempted ? '' : '?until=attempted'
  const isWaiting = progress.attempted && progress.deferred > 0
  const live = { 'data-live-url': `/admin/notifications/${notification.id}.json${until}` }
  return (
    <Section
      name="progress"
      heading={progress.finished ? 'Result' : 'Progress'}
      {...(isRunning && live)}
    >
      {isRunning && (
        <noscript>
          <meta http-equiv="refresh" content={isWaiting ? '60' : '5'} />
        </noscript>
      )}
      <progress
        max={progress.total}
        value={progress.done}
        data-live="done"
        aria-labelledby="progress-heading"
      />
      <p>
        <strong data-live="done">{rules.number(progress.done)}</strong> of{' '}
        {rules.number(progress.total)} finished
        {isRunning && <span data-live="left">{progress.left}</span>}
      </p>
      {progress.finished && (
        <p data-reach>
          {notification.stopped_at !== null && 'Stopped by an administrator. '}
          {rules.reachSentence(progress)}
        </p>
      )}
      <dl class="facts">
        {rules.DELIVERY_STATES.map((state) => (
          <div key={state} hidden={progress[state] === 0} data-live-row>
            <dt>{stateLabel(state)}</dt>
            <dd>
              <strong data-live={state} data-count={state}>
                {rules.number(progress[state])}
              </strong>{' '}
              {rules.STATE_MEANINGS[state]}
            </dd>
          </div>
        ))}
      </dl>
    </Section>
  )
}
