import { create as contentDisposition } from 'content-disposition'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Entry, Notification } from '../../platform/database/schema.ts'
import type { CsvCell } from '../../platform/http/csv.ts'
import { HttpError, NotFoundError } from '../../platform/http/errors.ts'
import { paginate, parseId, searchText } from '../../platform/http/request/parse.ts'
import { readOutboxMessage } from '../../platform/mail/outbox-mailer.ts'
import type { Platform } from '../../platform/platform.ts'
import { formatInstant } from '../../shared/date.ts'
import type { FindAdminLayout } from '../accounts/admin-layout.ts'
import {
  attempt,
  exportCsv,
  redirectDone,
  sendPage,
  signedIn,
} from '../accounts/sessions/answer.ts'
import type { AccessStatistics } from '../statistics/figures/statistics.ts'
import { isHeldBack } from '../subscriptions/test-mode-rules.ts'
import { chosenEntries, createAnnounceHandlers } from './announce/announce-routes.tsx'
import { StopPage } from './announce/entry-panel.tsx'
import {
  requireNotification,
  retryDeliveries,
  stopNotification,
} from './announce/stop-and-retry.ts'
import { findBounceMailbox } from './bounces/queries.ts'
import type { DeliveryWorker } from './deliver/worker.ts'
import { findPause } from './deliver/worker-queries.ts'
import { findNotification } from './delivery-queries.ts'
import { NotificationPage } from './log/notification-page.tsx'
import { NotificationsPage } from './log/notifications-page.tsx'
import { personalize } from './message/entry-filed-mail.tsx'
import { sendMailHtml } from './message/mail-styles.ts'
import * as queries from './queries.ts'
import { DOWNLOAD_WINDOW_HOURS, progressOf, RETRIABLE_STATES, timeLeft } from './rules.ts'

const LOG_LENGTH = 100
const LIST_LENGTH = 50
const CSV_HEADINGS = ['Recipient', 'State', 'Attempts', 'Server reply', 'Message-ID', 'Updated at']

interface NotificationOptions {
  layout: FindAdminLayout
  worker: DeliveryWorker
  statistics: AccessStatistics
}

export function createNotificationAdminHandlers(
  platform: Platform,
  { layout, worker, statistics }: NotificationOptions,
) {
  const { db, config, clock } = platform

  const find = async ({ params }: FastifyRequest) =>
    requireNotification(await findNotification(db, parseId(params)))

  const findProgress = async (notification: Notification) => ({
    ...progressOf(notification, await queries.countStates(db, notification.id)),
    left: timeLeft(await queries.findPace(db, notification.id), clock()),
  })

  async function countDownloadsAfter(since: number, entries: readonly Entry[]) {
    const entryIds = entries.map(({ id }) => id)
    const end = since + DOWNLOAD_WINDOW_HOURS * 3_600_000
    const query = { entryIds, since, until: end }
    const { downloads } = await statistics.read((figures) => figures.readEntries(query))
    return { downloads, end, isOver: clock() >= end }
  }

  async function findLog(request: FastifyRequest, { id: notificationId }: Notification) {
    const q = searchText((request.query as { q?: unknown }).q)
    const total = await queries.countLogLines(db, notificationId, q)
    const pages = paginate(request.query, total, LOG_LENGTH)
    const lines = await queries.listDeliveries(db, { notificationId, q, ...pages })
    return { q, total, pages, lines, hasOutbox: config.mail.smtpUrl === undefined }
  }

  async function sendNotificationPage(
    request: FastifyRequest,
    reply: FastifyReply,
    refusal?: HttpError,
  ): Promise<FastifyReply> {
    const notification = await find(request)
    const entries = await queries.listNotifiedEntries(db, notification.id)
    const [entry] = entries
    const sentOn = formatInstant(notification.created_at, config.timeZone)
    const unnumbered = entry ? 'unnumbered entry' : 'case closed'
    const about = typeof entry?.number === 'number' ? `ECF ${entry.number}` : unnumbered
    const more = entries.length > 1 ? ` and ${entries.length - 1} more` : ''
    const title = `Notification: ${about}${more}, ${sentOn}`
    const page = (
      <NotificationPage
        layout={await layout(request, { title, current: '/admin/notifications' })}
        notification={notification}
        entries={entries}
        progress={await findProgress(notification)}
        heldBack={isHeldBack(config.notifications, notification)}
        pause={await findPause(db)}
        afterward={await countDownloadsAfter(notification.created_at, entries)}
        log={await findLog(request, notification)}
        problem={refusal?.message}
      />
    )
    return sendPage(reply, page, refusal?.status)
  }

  async function* deliveryCsvRows(id: number): AsyncGenerator<CsvCell[]> {
    for await (const line of queries.iterateDeliveries(db, id)) {
      const { recipient, state, attempts, server_reply, message_id, updated_at } = line
      const updatedAt = formatInstant(updated_at, config.timeZone, { time: true })
      yield [recipient, state, attempts, server_reply, message_id, updatedAt]
    }
  }

  return {
    ...createAnnounceHandlers(platform, { layout, worker }, chosenEntries),
    closing: createAnnounceHandlers(platform, { layout, worker }, () => []),

    async list(request: FastifyRequest, reply: FastifyReply) {
      const pages = paginate(request.query, await queries.countNotifications(db), LIST_LENGTH)
      const notifications = await queries.listNotifications(db, pages.limit, pages.offset)
      const heading = { title: 'Notifications', current: '/admin/notifications' }
      const mailbox = await findBounceMailbox(db)
      const content = { layout: await layout(request, heading), mailbox, notifications, pages }
      return sendPage(reply, <NotificationsPage {...content} />)
    },

    show: (request: FastifyRequest, reply: FastifyReply) => sendNotificationPage(request, reply),

    /** With `?until=attempted`, reports `finished` as soon as every recipient has had an attempt. */
    async progress(request: FastifyRequest, reply: FastifyReply) {
      const progress = await findProgress(await find(request))
      const { until } = request.query as { until?: unknown }
      const finished = progress.finished || (until === 'attempted' && progress.attempted)
      return reply.send({ ...progress, finished })
    },

    async csv(request: FastifyRequest, reply: FastifyReply) {
      const { id } = await find(request)
      return exportCsv(platform, reply, {
        action: 'notification.exported',
        fileName: `notification-${id}.csv`,
        headings: CSV_HEADINGS,
        rows: deliveryCsvRows(id),
      })
    },

    async messageHtml(request: FastifyRequest, reply: FastifyReply) {
      const { html } = personalize(await find(request), `${config.publicUrl}/unsubscribe/…`)
      return sendMailHtml(reply, html)
    },

    async message(request: FastifyRequest, reply: FastifyReply) {
      const { id, message_id } = (await queries.findDelivery(db, parseId(request.params))) ?? {}
      const isInOutbox = message_id && config.mail.smtpUrl === undefined
      const content = isInOutbox && (await readOutboxMessage(config.mail.outboxDir, message_id))
      if (!content) throw new NotFoundError('This message is not in the outbox folder.')
      return reply
        .type('message/rfc822')
        .header('content-disposition', contentDisposition(`delivery-${id}.eml`))
        .send(content)
    },

    async confirmStop(request: FastifyRequest, reply: FastifyReply) {
      const notification = await find(request)
      const { id, finished_at, stopped_at } = notification
      if (finished_at !== null || stopped_at !== null) {
        return reply.redirect(`/admin/notifications/${id}`, 303)
      }
      const heading = { title: 'Stop notification', current: '/admin/notifications' }
      const content = { layout: await layout(request, heading), notification }
      return sendPage(reply, <StopPage {...content} counts={await queries.countStates(db, id)} />)
    },

    async stop(request: FastifyRequest, reply: FastifyReply) {
      const notificationId = parseId(request.params)
      await stopNotification(platform, { notificationId, by: signedIn(request) })
      worker.wake()
      const path = `/admin/notifications/${notificationId}`
      return redirectDone(reply, path, 'The notification was stopped.')
    },

    async retry(request: FastifyRequest, reply: FastifyReply) {
      const notificationId = parseId(request.params)
      const input = { notificationId, ...chosen(request), by: signedIn(request) }
      const { refusal } = await attempt(request, retryDeliveries(platform, input), HttpError)
      if (refusal) return sendNotificationPage(request, reply, refusal)
      worker.wake()
      const path = `/admin/notifications/${notificationId}`
      return redirectDone(reply, path, 'The selected messages are queued again.')
    },
  }
}

function chosen({ form }: FastifyRequest) {
  const ids = form.all('delivery').filter((id) => /^[1-9]\d{0,8}$/.test(id))
  const states = RETRIABLE_STATES.filter((state) => form.all('state').includes(state))
  return { states, ids: ids.map(Number) }
}
