import type { Notification } from '../../../platform/database/schema.ts'
import { formatInstant } from '../../../shared/date.ts'
import { Figure } from '../../../ui/figure.tsx'
import { AdminLayout } from '../../../ui/layout/admin-layout.tsx'
import { Notice } from '../../../ui/notice.tsx'
import type { AdminPageLayout } from '../../accounts/admin-layout.ts'
import { MessageParts } from '../announce/announce-page.tsx'
import type { ServerPause } from '../deliver/pacing.ts'
import { DELIVERY_STATES, HOURS_AFTER, type Progress, recipients } from '../rules.ts'
import {
  DeliveryLog,
  type DeliveryLogProps,
  RetryForm,
  STATE_LABELS,
  STATE_MEANINGS,
} from './delivery-log.tsx'

interface NotificationPageProps {
  layout: AdminPageLayout
  notification: Notification
  entryName: string
  progress: Progress
  /** Waits because the service was put in testing mode. */
  heldBack: boolean
  /** Why deliveries wait, and until when. */
  pause: ServerPause | undefined
  /** Downloads of the entry's documents in the hours after it was started, and when those end. */
  afterwards: { downloads: number; end: number; isOver: boolean }
  log: Omit<DeliveryLogProps, 'layout' | 'notification'>
  done?: string | undefined
  problem?: string | undefined
}

/** Live progress and the delivery log of one notification (CONTRACT section 5). */
export function NotificationPage(props: NotificationPageProps) {
  const { layout, notification, done, problem } = props
  return (
    <AdminLayout {...layout} actions={<Actions notification={notification} />}>
      {problem && <Notice kind="error" title={problem} />}
      {done && <Notice kind="success" title={done} />}
      <Facts {...props} />
      <Waiting {...props} />
      <ProgressSection {...props} />
      <RetryForm layout={layout} notification={notification} counts={props.progress.counts} />
      <DeliveryLog layout={layout} notification={notification} {...props.log} />
      <section aria-labelledby="message-heading">
        <h2 class="section-heading" id="message-heading">
          The message as it was sent
        </h2>
        <MessageParts
          htmlAddress={`/admin/notifications/${notification.id}/message.html`}
          text={notification.text}
        />
      </section>
    </AdminLayout>
  )
}

function Actions({
  notification: { id, finished_at, stopped_at },
}: {
  notification: Notification
}) {
  return (
    <>
      {finished_at === null && stopped_at === null && (
        <a class="button button-danger" href={`/admin/notifications/${id}/stop`}>
          Stop
        </a>
      )}
      <a class="button" href={`/admin/notifications/${id}.csv`}>
        Download the log as CSV
      </a>
    </>
  )
}

function Facts({ layout, notification, entryName, afterwards }: NotificationPageProps) {
  const time = (at: number) => formatInstant(at, layout.site.timeZone, { time: true })
  const { entry_id, mode, created_at, created_by, stopped_at, finished_at } = notification
  return (
    <dl class="facts">
      <div>
        <dt>Entry</dt>
        <dd>
          <a href={`/admin/entries/${entry_id}`}>{entryName}</a>
        </dd>
      </div>
      <div>
        <dt>Subject</dt>
        <dd>{notification.subject}</dd>
      </div>
      <div>
        <dt>Mode</dt>
        <dd data-notification-mode={mode}>{mode === 'test' ? 'Testing mode' : 'Live mode'}</dd>
      </div>
      <div>
        <dt>Sent to</dt>
        <dd>{recipients(notification)}</dd>
      </div>
      <div>
        <dt>Started</dt>
        <dd>
          {time(created_at)} by {created_by}
        </dd>
      </div>
      {stopped_at !== null && (
        <div>
          <dt>Stopped</dt>
          <dd>{time(stopped_at)}</dd>
        </div>
      )}
      <div>
        <dt>Ended</dt>
        <dd>{finished_at === null ? 'Still running' : time(finished_at)}</dd>
      </div>
      <div>
        <dt>Downloads</dt>
        <dd>
          <Figure name="downloads-72-hours" value={afterwards.downloads} /> of the entry’s documents
          in the {HOURS_AFTER} hours after, robots included
          {!afterwards.isOver && ` (so far: they end at ${time(afterwards.end)})`}
        </dd>
      </div>
    </dl>
  )
}

function Waiting({ layout, heldBack, pause }: NotificationPageProps) {
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
        The last answer was: <q>{pause.reply}</q>
      </p>
      <p>The next attempt is at {until}; nothing needs to be done.</p>
    </Notice>
  )
}

/**
 * Shows its figures anew by itself: every second by script, every few seconds without. The page comes whole once each
 * recipient has had an attempt, and again at the end, which greylisting may put off for hours.
 */
function ProgressSection({ notification, progress, heldBack }: NotificationPageProps) {
  const isRunning = !progress.finished && !heldBack
  const until = progress.attempted ? '' : '?until=attempted'
  // Nothing more is due for minutes where only deferred ones are left; else the end is near.
  const isWaiting = progress.attempted && progress.counts.deferred > 0
  const live = { 'data-live-url': `/admin/notifications/${notification.id}.json${until}` }
  return (
    <section aria-labelledby="progress-heading" {...(isRunning && live)}>
      {isRunning && (
        <noscript>
          <meta http-equiv="refresh" content={isWaiting ? '60' : '5'} />
        </noscript>
      )}
      <h2 class="section-heading" id="progress-heading">
        {progress.finished ? 'Result' : 'Progress'}
      </h2>
      <progress
        max={progress.total}
        value={progress.done}
        data-live="done"
        aria-labelledby="progress-heading"
      />
      <p>
        <strong data-live="done">{progress.done}</strong> of {progress.total} finished
      </p>
      <dl class="facts">
        {DELIVERY_STATES.map((state) => (
          <div key={state}>
            <dt>{STATE_LABELS[state]}</dt>
            <dd>
              <strong data-live={state} data-count={state}>
                {progress.counts[state]}
              </strong>{' '}
              {STATE_MEANINGS[state]}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
