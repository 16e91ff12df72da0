import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Notification } from '../../platform/database/schema.ts'
import { HttpError, NotFoundError } from '../../platform/http/errors.ts'
import { parseId, parseTableFilter, wantsPage } from '../../platform/http/request/parse.ts'
import type { Platform } from '../../platform/platform.ts'
import { formatInstant } from '../../shared/date.ts'
import type { FindAdminLayout } from '../accounts/admin-layout.ts'
import { pageNumber } from '../accounts/rules.ts'
import { createDoneNote } from '../accounts/sessions/cookies.ts'
import { doneMessage, sendPage } from '../accounts/sessions/form-attempt.ts'
import { signedIn } from '../accounts/sessions/guard.ts'
import { entryName } from '../docket/entries/entry-rules.ts'
import { findEntry } from '../docket/entries/queries.ts'
import type { AccessStatistics } from '../statistics/figures/statistics.ts'
import { isHeldBack } from '../subscriptions/test-mode-rules.ts'
import { createAnnounceHandlers } from './announce/announce-routes.tsx'
import { retryDeliveries } from './announce/stop-and-retry.ts'
import type { ServerPause } from './deliver/pacing.ts'
import type { DeliveryWorker } from './deliver/worker.ts'
import { countLogLines, findLatestDeferral, listDeliveries } from './log/log-queries.ts'
import { createLogHandlers } from './log/log-routes.ts'
import { NotificationPage } from './log/notification-page.tsx'
import { NotificationsPage } from './log/notifications-page.tsx'
import { personalise } from './message/entry-filed-mail.tsx'
import { sendMailHtml } from './message/mail-styles.ts'
import { countNotifications, countStates, findNotification, listNotifications } from './queries.ts'
import { DELIVERY_STATES, HOURS_AFTER, hoursAfter, progressOf, RETRIABLE_STATES } from './rules.ts'

const PAGE_LENGTH = 100
const LIST_LENGTH = 50
const DONE = { retried: 'The selected messages are queued again.' }

export interface NotificationAdminOptions {
  layout: FindAdminLayout
  worker: Pick<DeliveryWorker, 'wake' | 'serverPause'>
  statistics: Pick<AccessStatistics, 'countDownloadsAfter'>
}

/** Notifications in the admin area; everything here stands behind the guard `administrator`. */
export function createNotificationAdminHandlers(
  platform: Platform,
  { layout, worker, statistics }: NotificationAdminOptions,
) {
  const { db, config, clock } = platform
  const doneNote = createDoneNote(platform)

  async function find(request: FastifyRequest): Promise<Notification> {
    const notification = await findNotification(db, parseId(request.params))
    if (!notification) throw new NotFoundError('There is no such notification.')
    return notification
  }

  async function findProgress(notification: Notification) {
    return progressOf(notification, await countStates(db, notification.id))
  }

  async function findPause(notification: Notification): Promise<ServerPause | undefined> {
    if (notification.finished_at !== null) return undefined
    const pause = worker.serverPause()
    if (pause) return pause
    // Another process may be the one that delivers.
    const deferral = await findLatestDeferral(db, notification.id)
    return deferral && { reply: deferral.server_reply, until: deferral.next_attempt_at }
  }

  async function findAfterwards({ entry_id, created_at }: Notification) {
    const asked = { entryId: entry_id, time: created_at, hours: HOURS_AFTER }
    const downloads = await statistics.countDownloadsAfter(asked)
    return { downloads, ...hoursAfter(created_at, clock()) }
  }

  async function findLog(request: FastifyRequest, { id }: Notification) {
    const filter = parseTableFilter(request.query, DELIVERY_STATES)
    const total = await countLogLines(db, id, filter)
    const pageCount = Math.ceil(total / PAGE_LENGTH)
    const page = pageNumber((request.query as { page?: unknown }).page, pageCount)
    const offset = (page - 1) * PAGE_LENGTH
    const lines = await listDeliveries(db, {
      notificationId: id,
      filter,
      limit: PAGE_LENGTH,
      offset,
    })
    return { filter, total, page, pageCount, lines, hasOutbox: config.mail.smtpUrl === undefined }
  }

  async function sendNotification(
    request: FastifyRequest,
    reply: FastifyReply,
    refusal?: HttpError,
  ): Promise<FastifyReply> {
    const notification = await find(request)
    const entry = await findEntry(db, notification.entry_id)
    const sentOn = formatInstant(notification.created_at, config.timeZone)
    const about = typeof entry?.number === 'number' ? `ECF ${entry.number}` : 'unnumbered entry'
    const title = `Notification: ${about}, ${sentOn}`
    const heading = { title, current: '/admin/notifications' }
    const page = (
      <NotificationPage
        layout={await layout(request, heading)}
        notification={notification}
        entryName={entry ? entryName(entry) : `Entry ${notification.entry_id}`}
        progress={await findProgress(notification)}
        heldBack={
          notification.finished_at === null && isHeldBack(config.notifications, notification)
        }
        pause={await findPause(notification)}
        afterwards={await findAfterwards(notification)}
        log={await findLog(request, notification)}
        done={doneMessage(request, DONE) ?? doneNote.take(request, reply)}
        problem={refusal?.message}
      />
    )
    return sendPage(reply, page, refusal?.status)
  }

  return {
    ...createAnnounceHandlers(platform, { layout, worker }),
    ...createLogHandlers(platform),

    async list(request: FastifyRequest, reply: FastifyReply) {
      const pageCount = Math.ceil((await countNotifications(db)) / LIST_LENGTH)
      const page = pageNumber((request.query as { page?: unknown }).page, pageCount)
      const offset = (page - 1) * LIST_LENGTH
      const notifications = await listNotifications(db, { limit: LIST_LENGTH, offset })
      const heading = { title: 'Notifications', current: '/admin/notifications' }
      const content = { layout: await layout(request, heading), notifications, page, pageCount }
      return sendPage(reply, <NotificationsPage {...content} />)
    },

    show: (request: FastifyRequest, reply: FastifyReply) => sendNotification(request, reply),

    /** With `?until=attempted` it is finished for whoever asks when each recipient has had an attempt. */
    async progress(request: FastifyRequest, reply: FastifyReply) {
      const progress = await findProgress(await find(request))
      const { until } = request.query as { until?: unknown }
      const finished = progress.finished || (until === 'attempted' && progress.attempted)
      return reply.send({ ...progress, finished })
    },

    async messageHtml(request: FastifyRequest, reply: FastifyReply) {
      const { html, text, subject } = await find(request)
      const shown = personalise({ html, text, subject }, `${config.publicUrl}/unsubscribe/…`)
      return sendMailHtml(reply, shown.html)
    },

    async retry(request: FastifyRequest, reply: FastifyReply) {
      const notificationId = parseId(request.params)
      try {
        await retryDeliveries(platform, {
          notificationId,
          ...chosen(request),
          by: signedIn(request),
        })
      } catch (error) {
        const refused = error instanceof HttpError && !(error instanceof NotFoundError)
        if (!refused || !wantsPage(request)) throw error
        return sendNotification(request, reply, error)
      }
      worker.wake()
      return reply.redirect(`/admin/notifications/${notificationId}?done=retried`, 303)
    },
  }
}

/** Whole states, single deliveries, or both. */
function chosen({ form }: FastifyRequest) {
  return {
    states: RETRIABLE_STATES.filter((state) => form.all('state').includes(state)),
    ids: form
      .all('delivery')
      .filter((id) => /^[1-9]\d{0,8}$/.test(id))
      .map(Number),
  }
}
