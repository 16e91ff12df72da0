import type { FastifyReply, FastifyRequest } from 'fastify'
import { NotFoundError } from '../../../platform/http/errors.ts'
import { parseId } from '../../../platform/http/request/parse.ts'
import type { Platform } from '../../../platform/platform.ts'
import type { FindAdminLayout } from '../../accounts/admin-layout.ts'
import { createDoneNote } from '../../accounts/sessions/cookies.ts'
import { sendPage } from '../../accounts/sessions/form-attempt.ts'
import { signedIn } from '../../accounts/sessions/guard.ts'
import type { DeliveryWorker } from '../deliver/worker.ts'
import { countDeliveries, findNotification, noDeliveries } from '../queries.ts'
import { stopNotification } from './stop-notification.ts'
import { StopPage } from './stop-page.tsx'

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
      await stopNotification(platform, { notificationId, by: signedIn(request) })
      worker.wake()
      doneNote.leave(reply, 'notification-stopped')
      return reply.redirect(`/admin/notifications/${notificationId}`, 303)
    },
  }
}
