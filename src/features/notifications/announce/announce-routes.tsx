import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Entry } from '../../../platform/database/schema.ts'
import { HttpError, InvalidError } from '../../../platform/http/errors.ts'
import { parseId } from '../../../platform/http/request/parse.ts'
import type { Mail } from '../../../platform/mail/mail.ts'
import type { Platform } from '../../../platform/platform.ts'
import type { FindAdminLayout } from '../../accounts/admin-layout.ts'
import { attempt, redirectDone, sendPage, signedIn } from '../../accounts/sessions/answer.ts'
import { senderName } from '../../site/mail-text.ts'
import { findCaseSettings } from '../../site/queries.ts'
import type { DeliveryWorker } from '../deliver/worker.ts'
import { personalize } from '../message/entry-filed-mail.tsx'
import { sendMailHtml } from '../message/mail-styles.ts'
import { listEntryNotifications } from '../queries.ts'
import {
  announceEntries,
  checkSending,
  renderEntriesMail,
  requireEntries,
} from './announce-entry.ts'
import { AnnouncePage } from './announce-page.tsx'

/** @param choose the entries to announce; none to say that the case is closed */
export function createAnnounceHandlers(
  platform: Platform,
  { layout, worker }: { layout: FindAdminLayout; worker: DeliveryWorker },
  choose: (request: FastifyRequest) => number[],
) {
  const { db, config } = platform

  async function renderPreview(entries: readonly Entry[]): Promise<Mail> {
    const mail = await renderEntriesMail(db, config, entries)
    return personalize(mail, `${config.publicUrl}/unsubscribe/…`)
  }

  async function sendPreview(request: FastifyRequest, reply: FastifyReply, refusal?: HttpError) {
    const ids = choose(request)
    const entries = await requireEntries(db, ids)
    const past = await listEntryNotifications(db, ids)
    const check = await checkSending(db, config, { entries, past })
    const current = ids.length === 0 ? '/admin/settings' : '/admin/entries'
    const name = senderName((await findCaseSettings(db)).caption)
    const { from } = config.mail
    const page = (
      <AnnouncePage
        layout={await layout(request, { title: 'Send Notification', current })}
        mail={await renderPreview(entries)}
        sender={name ? `${name} <${/<(.*)>/.exec(from)?.[1] ?? from}>` : from}
        problem={refusal?.message ?? check.obstacle?.message}
        entries={entries}
        past={past}
        {...check}
      />
    )
    return sendPage(reply, page, refusal?.status)
  }

  return {
    preview: (request: FastifyRequest, reply: FastifyReply) => sendPreview(request, reply),

    previewHtml: async (request: FastifyRequest, reply: FastifyReply) =>
      sendMailHtml(reply, (await renderPreview(await requireEntries(db, choose(request)))).html),

    async announce(request: FastifyRequest, reply: FastifyReply) {
      const { form } = request
      const announcing = announceEntries(platform, {
        entryIds: choose(request),
        again: form.text('again') === '1',
        seen: form.has('seen') ? Number(form.text('seen')) : undefined,
        shownMode: form.text('shown_mode'),
        by: signedIn(request),
      })
      const { value: id, refusal } = await attempt(request, announcing, HttpError)
      if (refusal) return sendPreview(request, reply, refusal)
      worker.wake()
      const done = 'Sending. You can leave this page.'
      return redirectDone(reply, `/admin/notifications/${id}`, done)
    },
  }
}

export function chosenEntries({ params, query, form, method }: FastifyRequest): number[] {
  const { id } = params as { id?: string }
  if (id !== undefined) return [parseId({ id })]
  const { entry = [] } = query as { entry?: string | string[] }
  const typed = method === 'POST' ? form.all('entry') : [entry].flat()
  const ids = [...new Set(typed)]
  if (ids.length === 0) throw new InvalidError(NONE_CHOSEN, { entry: [NONE_CHOSEN] })
  return ids.map((one) => parseId({ id: one }))
}

const NONE_CHOSEN = 'No entries were selected. Go back and select some.'
