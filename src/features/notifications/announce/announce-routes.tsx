import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Entry } from '../../../platform/database/schema.ts'
import { HttpError, NotFoundError } from '../../../platform/http/errors.ts'
import { parseId, wantsPage } from '../../../platform/http/request/parse.ts'
import type { Mail } from '../../../platform/mail/mail.ts'
import type { Platform } from '../../../platform/platform.ts'
import type { FindAdminLayout } from '../../accounts/admin-layout.ts'
import { createDoneNote } from '../../accounts/sessions/cookies.ts'
import { sendPage } from '../../accounts/sessions/form-attempt.ts'
import { signedIn } from '../../accounts/sessions/guard.ts'

import { findEntry } from '../../docket/entries/queries.ts'
import { countsAsNotified } from '../../subscriptions/test-mode-rules.ts'
import type { DeliveryWorker } from '../deliver/worker.ts'
import { personalise } from '../message/entry-filed-mail.tsx'
import { renderEntryMail } from '../message/entry-mail.ts'
import { sendMailHtml } from '../message/mail-styles.ts'
import { countStates, findNotification, listEntryNotifications, withCounts } from '../queries.ts'
import { announceEntry, findAudience, whyNotNow } from './announce-entry.ts'
import { AnnouncePage } from './announce-page.tsx'
import { StopPage } from './entry-panel.tsx'
import { stopNotification } from './stop-and-retry.ts'

export interface AnnounceOptions {
  layout: FindAdminLayout
  worker: Pick<DeliveryWorker, 'wake'>
}

/** Send Notification: the preview behind the button on the entry's Show page, the press itself, and Stop. */
export function createAnnounceHandlers(platform: Platform, { layout, worker }: AnnounceOptions) {
  const { db, config } = platform
  const doneNote = createDoneNote(platform)

  async function find(request: FastifyRequest): Promise<Entry> {
    const entry = await findEntry(db, parseId(request.params))
    if (!entry) throw new NotFoundError('There is no such docket entry.')
    return entry
  }

  /** As it would be sent now, but for the link of each recipient. */
  async function renderPreview(entry: Entry): Promise<Mail> {
    const mail = await renderEntryMail(db, config, entry)
    return personalise(mail, `${config.publicUrl}/unsubscribe/…`)
  }

  async function sendPreview(
    request: FastifyRequest,
    reply: FastifyReply,
    refusal?: HttpError,
  ): Promise<FastifyReply> {
    const entry = await find(request)
    const past = await withCounts(db, await listEntryNotifications(db, entry.id))
    const audience = await findAudience(db, config.notifications)
    const blocked = whyNotNow(entry, audience, past)
    const page = (
      <AnnouncePage
        layout={await layout(request, { title: 'Send Notification', current: '/admin/entries' })}
        entry={entry}
        mail={await renderPreview(entry)}
        sender={config.mail.from}
        audience={audience}
        past={past}
        needsAgain={past.some((one) => countsAsNotified(config.notifications, one))}
        problem={refusal?.message ?? blocked?.message}
        blocked={blocked !== undefined}
      />
    )
    return sendPage(reply, page, refusal?.status)
  }

  return {
    preview: (request: FastifyRequest, reply: FastifyReply) => sendPreview(request, reply),

    previewHtml: async (request: FastifyRequest, reply: FastifyReply) =>
      sendMailHtml(reply, (await renderPreview(await find(request))).html),

    async announce(request: FastifyRequest, reply: FastifyReply) {
      const entryId = parseId(request.params)
      const again = request.form.text('again') === '1'
      const { administrator } = signedIn(request)
      const by = { administrator, clientIp: request.clientIp }
      try {
        const id = await announceEntry(platform, { entryId, again, by })
        worker.wake()
        doneNote.leave(reply, 'notification-started')
        return reply.redirect(`/admin/notifications/${id}`, 303)
      } catch (error) {
        const refused = error instanceof HttpError && !(error instanceof NotFoundError)
        if (!refused || !wantsPage(request)) throw error
        return sendPreview(request, reply, error)
      }
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
      const counts = await countStates(db, id)
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
