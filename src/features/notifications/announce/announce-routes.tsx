import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Database, Entry } from '../../../platform/database/schema.ts'
import { HttpError, InvalidError, NotFoundError } from '../../../platform/http/errors.ts'
import { parseId, wantsPage } from '../../../platform/http/request/parse.ts'
import type { Mail } from '../../../platform/mail/mail.ts'
import type { Platform } from '../../../platform/platform.ts'
import type { FindAdminLayout } from '../../accounts/admin-layout.ts'
import { createDoneNote } from '../../accounts/sessions/cookies.ts'
import { sendPage } from '../../accounts/sessions/form-attempt.ts'
import { signedIn } from '../../accounts/sessions/guard.ts'
import { senderName } from '../../site/mail-text.ts'
import { findCaseSettings } from '../../site/queries.ts'
import type { DeliveryWorker } from '../deliver/worker.ts'
import { listEntriesById } from '../delivery-queries.ts'
import { personalize } from '../message/entry-filed-mail.tsx'
import { sendMailHtml } from '../message/mail-styles.ts'
import { listEntryNotifications } from '../queries.ts'
import { announceEntries, checkSending, renderEntriesMail } from './announce-entry.ts'
import { AnnouncePage } from './announce-page.tsx'

interface AnnounceOptions {
  layout: FindAdminLayout
  worker: DeliveryWorker
  /** The entries to announce; none to say that the case is closed. */
  find: (request: FastifyRequest) => Promise<Entry[]>
}

export function createAnnounceHandlers(
  platform: Platform,
  { layout, worker, find }: AnnounceOptions,
) {
  const { db, config } = platform
  const doneNote = createDoneNote(platform)

  async function renderPreview(entries: readonly Entry[]): Promise<Mail> {
    const mail = await renderEntriesMail(db, config, entries)
    return personalize(mail, `${config.publicUrl}/unsubscribe/…`)
  }

  async function sendPreview(request: FastifyRequest, reply: FastifyReply, refusal?: HttpError) {
    const entries = await find(request)
    const ids = entries.map(({ id }) => id)
    const past = await listEntryNotifications(db, ids)
    const check = await checkSending(db, config, { entries, past })
    const current = entries.length === 0 ? '/admin/settings' : '/admin/entries'
    const page = (
      <AnnouncePage
        layout={await layout(request, { title: 'Send Notification', current })}
        mail={await renderPreview(entries)}
        sender={await senderShown()}
        problem={refusal?.message ?? check.obstacle?.message}
        {...{ entries, past, ...check }}
      />
    )
    return sendPage(reply, page, refusal?.status)
  }

  async function senderShown(): Promise<string> {
    const name = senderName((await findCaseSettings(db)).caption)
    const { from } = config.mail
    return name ? `${name} <${/<(.*)>/.exec(from)?.[1] ?? from}>` : from
  }

  return {
    preview: (request: FastifyRequest, reply: FastifyReply) => sendPreview(request, reply),

    previewHtml: async (request: FastifyRequest, reply: FastifyReply) =>
      sendMailHtml(reply, (await renderPreview(await find(request))).html),

    async announce(request: FastifyRequest, reply: FastifyReply) {
      const entryIds = (await find(request)).map(({ id }) => id)
      const { form } = request
      const again = form.text('again') === '1'
      const seen = form.has('seen') ? Number(form.text('seen')) : undefined
      const shownMode = form.has('shown_mode') ? form.text('shown_mode') : undefined
      try {
        const by = signedIn(request)
        const id = await announceEntries(platform, { entryIds, again, seen, shownMode, by })
        worker.wake()
        doneNote.leave(reply, 'notification-started')
        return reply.redirect(`/admin/notifications/${id}`, 303)
      } catch (error) {
        if (!(error instanceof HttpError) || !wantsPage(request)) throw error
        return sendPreview(request, reply, error)
      }
    },
  }
}

/** The entry in the URL, or the selected ones, oldest filing first. */
export const createFindChosen = (db: Database) => async (request: FastifyRequest) => {
  const ids = chosen(request)
  const entries = await listEntriesById(db, ids)
  if (entries.length < ids.length) throw new NotFoundError('There is no such docket entry.')
  return entries
}

/** More than anyone files in a day. */
const MAX_CHOSEN = 100

function chosen({ params, query, form, method }: FastifyRequest): number[] {
  const { id } = params as { id?: string }
  if (id !== undefined) return [parseId({ id })]
  const { entry = [] } = query as { entry?: string | string[] }
  const typed = method === 'POST' ? form.all('entry') : [entry].flat()
  const ids = [...new Set(typed)]
  if (ids.length === 0) throw new InvalidError(NONE_CHOSEN, { entry: [NONE_CHOSEN] })
  if (ids.length > MAX_CHOSEN) {
    const tooMany = `You selected ${ids.length} entries. One message can have at most ${MAX_CHOSEN}: go back and select fewer.`
    throw new InvalidError(tooMany, { entry: [tooMany] })
  }
  return ids.map((one) => parseId({ id: one }))
}

const NONE_CHOSEN = 'No entries were selected. Go back and select some.'
