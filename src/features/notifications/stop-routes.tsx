import type { FastifyReply, FastifyRequest } from 'fastify'
import { NotFoundError } from '../../platform/http/errors.ts'
import { parseId } from '../../platform/http/parse.ts'
import type { Platform } from '../../platform/platform.ts'
import type { FindAdminLayout } from '../accounts/admin-layout.ts'
import { sendPage } from '../accounts/form-attempt.ts'
import { actorOf } from '../documents/actor-of.ts'
import { createDoneNote } from '../documents/done-note.ts'
import {
  countDeliveries,
  findNotification,
  listEntryNotifications,
  noDeliveries,
} from './queries.ts'
import { stopNotification } from './stop-notification.ts'
import { RunningNotice, StopPage } from './stop-page.tsx'
import type { DeliveryWorker } from './worker.ts'

interface StopOptions {
  layout: FindAdminLayout
  worker: Pick<DeliveryWorker, 'wake'>
}

/** The Stop button of a running notification, and what else stops it. */
export function createStopHandlers(platform: Platform, { layout, worker }: StopOptions) {
  const { db } = platform
  const doneNote = createDoneNote(platform)

  const countsOf = async (id: number) => (await countDeliveries(db, [id])).get(id) ?? noDeliveries()

  return {
    /** For features/docket, which may not know of notifications. */
    async runningNotice(entryId: number, deed: string) {
      const past = await listEntryNotifications(db, entryId)
      const running = past.find((one) => one.finished_at === null && one.stopped_at === null)
      if (!running) return undefined
      const notificationId = running.id
      return <RunningNotice {...{ notificationId, deed }} counts={await countsOf(running.id)} />
    },

    async confirmStop(request: FastifyRequest, reply: FastifyReply) {
      const id = parseId(request.params)
      const notification = await findNotification(db, id)
      if (!notification) throw new NotFoundError('There is no such notification.')
      const { finished_at, stopped_at } = notification
      if (finished_at !== null || stopped_at !== null) {
        return reply.redirect(`/admin/notifications/${id}`, 303)
      }
      const heading = { title: 'Stop notification', current: '/admin/notifications' }
      const counts = await countsOf(id)
      const page = (
        <StopPage layout={await layout(request, heading)} {...{ notification, counts }} />
      )
      return sendPage(reply, page)
    },

    async stop(request: FastifyRequest, reply: FastifyReply) {
      const notificationId = parseId(request.params)
      await stopNotification(platform, { notificationId, by: actorOf(request) })
      worker.wake()
      doneNote.leave(reply, 'notification-stopped')
      return reply.redirect(`/admin/notifications/${notificationId}`, 303)
    },
  }
}
