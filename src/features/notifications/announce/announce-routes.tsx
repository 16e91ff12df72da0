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
import type { DeliveryWorker } from '../deliver/worker.ts'
import { personalize } from '../message/entry-filed-mail.tsx'
import { sendMailHtml } from '../message/mail-styles.ts'
import { listEntryNotifications } from '../queries.ts'
import {
  announceEntry,
  findAudience,
  needsAgain,
  renderEntryMail,
  whyNotNow,
} from './announce-entry.ts'
import { AnnouncePage } from './announce-page.tsx'

interface AnnounceOptions {
  layout: FindAdminLayout
  worker: Pick<DeliveryWorker, 'wake'>
}

export function createAnnounceHandlers(platform: Platform, { layout, worker }: AnnounceOptions) {
  const { db, config } = platform
  const doneNote = createDoneNote(platform)

  async function find(request: FastifyRequest): Promise<Entry> {
    const entry = await findEntry(db, parseId(request.params))
    if (!entry) throw new NotFoundError('There is no such docket entry.')
    return entry
  }

  async function renderPreview(entry: Entry): Promise<Mail> {
    const mail = await renderEntryMail(db, config, entry)
    return personalize(mail, `${config.publicUrl}/unsubscribe/…`)
  }

  async function sendPreview(
    request: FastifyRequest,
    reply: FastifyReply,
    refusal?: HttpError,
  ): Promise<FastifyReply> {
    const entry = await find(request)
    const past = await listEntryNotifications(db, entry.id)
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
        needsAgain={needsAgain(config, past)}
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
      try {
        const id = await announceEntry(platform, { entryId, again, by: signedIn(request) })
        worker.wake()
        doneNote.leave(reply, 'notification-started')
        return reply.redirect(`/admin/notifications/${id}`, 303)
      } catch (error) {
        const refused = error instanceof HttpError && !(error instanceof NotFoundError)
        if (!refused || !wantsPage(request)) throw error
        return sendPreview(request, reply, error)
      }
    },
  }
}
