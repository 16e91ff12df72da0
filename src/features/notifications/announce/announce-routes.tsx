import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Entry } from '../../../platform/database/schema.ts'
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
import { listCountedClosingNotices, listEntryNotifications } from '../queries.ts'
import { announceClosing, closingObstacle } from './announce-closing.ts'
import {
  type Audience,
  announceEntries,
  findAudience,
  needsAgain,
  renderEntriesMail,
  sendingObstacle,
} from './announce-entry.ts'
import { AnnouncePage } from './announce-page.tsx'

interface Preview {
  entries: readonly Entry[]
  past: Awaited<ReturnType<typeof listEntryNotifications>>
  audience: Audience
  blocked: HttpError | undefined
  refusal: HttpError | undefined
}

interface Start {
  announce: () => Promise<number>
  refuse: (request: FastifyRequest, reply: FastifyReply, error: HttpError) => Promise<FastifyReply>
}

export function createAnnounceHandlers(
  platform: Platform,
  { layout, worker }: { layout: FindAdminLayout; worker: DeliveryWorker },
) {
  const { db, config } = platform
  const doneNote = createDoneNote(platform)

  /** The entry in the URL, or the selected ones, oldest filing first. */
  async function find(request: FastifyRequest): Promise<Entry[]> {
    const ids = chosen(request)
    const entries = await listEntriesById(db, ids)
    if (entries.length === 0 || entries.length < ids.length) {
      throw new NotFoundError('There is no such docket entry.')
    }
    return entries
  }

  async function renderPreview(entries: readonly Entry[]): Promise<Mail> {
    const mail = await renderEntriesMail(db, config, entries)
    return personalize(mail, `${config.publicUrl}/unsubscribe/…`)
  }

  async function sendEntriesPreview(
    request: FastifyRequest,
    reply: FastifyReply,
    refusal?: HttpError,
  ) {
    const entries = await find(request)
    const ids = entries.map(({ id }) => id)
    const past = await listEntryNotifications(db, ids)
    const audience = await findAudience(db, config.notifications)
    const blocked = sendingObstacle(entries, audience, past)
    return sendPreview(request, reply, { entries, past, audience, blocked, refusal })
  }

  async function sendClosingPreview(
    request: FastifyRequest,
    reply: FastifyReply,
    refusal?: HttpError,
  ) {
    const past = await listCountedClosingNotices(db)
    const audience = await findAudience(db, config.notifications)
    const blocked = await closingObstacle(db, config)
    return sendPreview(request, reply, { entries: [], past, audience, blocked, refusal })
  }

  async function sendPreview(
    request: FastifyRequest,
    reply: FastifyReply,
    { entries, past, audience, blocked, refusal }: Preview,
  ) {
    const current = entries.length === 0 ? '/admin/settings' : '/admin/entries'
    const page = (
      <AnnouncePage
        layout={await layout(request, { title: 'Send Notification', current })}
        entries={entries}
        mail={await renderPreview(entries)}
        sender={await senderShown()}
        audience={audience}
        past={past}
        needsAgain={entries.length > 0 && needsAgain(config, past)}
        problem={refusal?.message ?? blocked?.message}
        blocked={blocked !== undefined}
      />
    )
    return sendPage(reply, page, refusal?.status)
  }

  async function senderShown(): Promise<string> {
    const name = senderName((await findCaseSettings(db)).caption)
    const { from } = config.mail
    return name ? `${name} <${/<(.*)>/.exec(from)?.[1] ?? from}>` : from
  }

  async function start(request: FastifyRequest, reply: FastifyReply, { announce, refuse }: Start) {
    try {
      const id = await announce()
      worker.wake()
      doneNote.leave(reply, 'notification-started')
      return reply.redirect(`/admin/notifications/${id}`, 303)
    } catch (error) {
      if (!(error instanceof HttpError) || !wantsPage(request)) throw error
      return refuse(request, reply, error)
    }
  }

  return {
    preview: (request: FastifyRequest, reply: FastifyReply) => sendEntriesPreview(request, reply),

    closingPreview: (request: FastifyRequest, reply: FastifyReply) =>
      sendClosingPreview(request, reply),

    closingPreviewHtml: async (_request: FastifyRequest, reply: FastifyReply) =>
      sendMailHtml(reply, (await renderPreview([])).html),

    announceClosing: (request: FastifyRequest, reply: FastifyReply) =>
      start(request, reply, {
        announce: () => announceClosing(platform, signedIn(request)),
        refuse: sendClosingPreview,
      }),

    previewHtml: async (request: FastifyRequest, reply: FastifyReply) =>
      sendMailHtml(reply, (await renderPreview(await find(request))).html),

    async announce(request: FastifyRequest, reply: FastifyReply) {
      const entryIds = (await find(request)).map(({ id }) => id)
      const again = request.form.text('again') === '1'
      const by = signedIn(request)
      return start(request, reply, {
        announce: () => announceEntries(platform, { entryIds, again, by }),
        refuse: sendEntriesPreview,
      })
    },
  }
}

/** More than anyone files in a day. */
const MAX_CHOSEN = 100

function chosen({ params, query, form, method }: FastifyRequest): number[] {
  const { id } = params as { id?: string }
  if (id !== undefined) return [parseId({ id })]
  const { entry = [] } = query as { entry?: string | string[] }
  const typed = method === 'POST' ? form.all('entry') : [entry].flat()
  const ids = [...new Set(typed)].slice(0, MAX_CHOSEN)
  if (ids.length === 0) throw new InvalidError(NONE_CHOSEN, { entry: [NONE_CHOSEN] })
  return ids.map((one) => parseId({ id: one }))
}

const NONE_CHOSEN = 'No entries were selected. Go back and select some.'
