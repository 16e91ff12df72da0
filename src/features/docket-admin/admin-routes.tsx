import type { FastifyReply, FastifyRequest } from 'fastify'
import { InvalidError } from '../../platform/http/errors.ts'
import { sendPieces } from '../../platform/http/page-cache.ts'
import { parseId, wantsPage } from '../../platform/http/request/parse.ts'
import type { Platform } from '../../platform/platform.ts'
import { attempt, sendPage, signedIn } from '../accounts/sessions/answer.ts'
import { filesOf, RefusedFilesError } from '../docket/documents/accept-files.ts'
import { addDocuments } from '../docket/documents/add-documents.ts'
import { arrangeDocuments, readDocumentLines } from '../docket/documents/arrange-documents.ts'
import { readReason, reviewFindings, splitByDisclosure } from '../docket/documents/findings.ts'
import { listFindings } from '../docket/documents/findings-queries.ts'
import { listAllDocuments } from '../docket/documents/queries.ts'
import { requireEditable, requireEntry, StaleError } from '../docket/entries/edit.ts'
import { typedExtras } from '../docket/entries/entry-extras.ts'
import { entryName } from '../docket/entries/entry-rules.ts'
import { findEntry, listEntryHistory } from '../docket/entries/queries.ts'
import { changeEntry, deleteEntry, restoreEntry } from '../docket/entries/save-entry.ts'
import { entryPanel, runningNotice } from '../notifications/announce/entry-panel.tsx'
import { createAnswers, createFormHandlers, type EntryAdminOptions } from './admin-form-routes.tsx'
import { renderEntriesPage } from './admin-list-page.tsx'
import { CHOOSE_A_FILE, EntryDeletePage, SomeRefused } from './admin-notices.tsx'
import { EntryShowPage, type EntryShowProps } from './admin-show-page.tsx'
import { isEntryListView, unannouncedRule } from './entry-list-rules.ts'
import { entryReadership } from './entry-readership.tsx'
import { listAdminEntries } from './queries.ts'

type Decision = Parameters<typeof reviewFindings>[1]
type Outcome = Pick<EntryShowProps, 'problem' | 'findingErrors' | 'asksReason' | 'refused'>
type ShownOutcome = Outcome & { id: number; status?: number }

export function createEntryAdminHandlers(platform: Platform, options: EntryAdminOptions) {
  const { db, config } = platform
  const { answerDone, checkUploads, findLayout, press } = createAnswers(platform, options)

  async function sendShowPage(
    request: FastifyRequest,
    reply: FastifyReply,
    { id, status, ...outcome }: ShownOutcome,
  ) {
    const entry = requireEntry(await findEntry(db, id))
    const notifications = await entryPanel(platform, entry)
    const { notifiedAt } = notifications
    const query = { entry, notifiedAt, timeZone: config.timeZone }
    const page = (
      <EntryShowPage
        layout={await findLayout(request, entryName(entry))}
        documents={await listAllDocuments(db, id)}
        extras={await typedExtras(db, id)}
        history={await listEntryHistory(db, id)}
        readership={await entryReadership(options.statistics, query)}
        findings={await listFindings(db, id)}
        entry={entry}
        notifications={notifications}
        uploadMaxBytes={config.uploadMaxBytes}
        {...outcome}
      />
    )
    return sendPage(reply, page, status)
  }

  const decide =
    (done: string, act: (decision: Decision) => Promise<unknown>) =>
    async (request: FastifyRequest, reply: FastifyReply) => {
      const id = parseId(request.params)
      const reason = readReason(request.form.text('reason'))
      if (reason === undefined) {
        return sendShowPage(request, reply, { id, findingErrors: ['Enter a reason.'], status: 422 })
      }
      await act({ id, reason, by: signedIn(request) })
      return answerDone(reply, id, done)
    }

  return {
    ...createFormHandlers(platform, options),

    list: async (request: FastifyRequest, reply: FastifyReply) => {
      const { status } = request.query as { status?: unknown }
      const layout = await findLayout(request, 'Entries')
      const view = isEntryListView(status) ? status : undefined
      const rule = unannouncedRule(config, platform.clock())
      const entries = await listAdminEntries(options.statistics.reader, rule)
      return sendPieces(request, reply, renderEntriesPage({ layout, entries, view }))
    },

    show: async (request: FastifyRequest, reply: FastifyReply) =>
      sendShowPage(request, reply, { id: parseId(request.params) }),

    addDocuments: async (request: FastifyRequest, reply: FastifyReply) => {
      const entryId = parseId(request.params)
      try {
        const checked = await checkUploads(reply, filesOf(request.form, 'documents'))
        const reason = readReason(request.form.text('findings_reason'))
        const { status } = requireEditable(await findEntry(db, entryId))
        const { accepted, refused } = splitByDisclosure(checked.accepted, { status, reason })
        const input = { id: entryId, files: accepted, reason, by: signedIn(request) }
        const names = (await addDocuments(platform, input)).map(({ file_name }) => file_name)
        const allRefused = [...checked.refused, ...refused]
        if (allRefused.length > 0) throw new RefusedFilesError(allRefused, {}, names)
        if (names.length === 0) throw new RefusedFilesError([], { documents: [CHOOSE_A_FILE] })
        return answerDone(reply, entryId, 'The documents were added.')
      } catch (error) {
        if (!(error instanceof RefusedFilesError) || !wantsPage(request)) throw error
        const { files: refused, added, status } = error
        const problem = <SomeRefused added={added} refused={refused} />
        const asksReason = refused.some(({ isHeld }) => isHeld)
        return sendShowPage(request, reply, { id: entryId, problem, asksReason, status })
      }
    },

    arrange: async (request: FastifyRequest, reply: FastifyReply) => {
      const entryId = parseId(request.params)
      const lines = readDocumentLines(request.form)
      const arranging = arrangeDocuments(platform, { id: entryId, lines, by: signedIn(request) })
      const { refusal } = await attempt(request, arranging, StaleError, InvalidError)
      if (!refusal) return answerDone(reply, entryId, 'The changes to the documents were saved.')
      const errors = refusal instanceof InvalidError ? refusal.errors : {}
      const refused = { typed: lines, errors, isStale: refusal instanceof StaleError }
      return sendShowPage(request, reply, { id: entryId, refused, status: refusal.status })
    },

    publish: decide('The entry was published.', (decision) => {
      const change = { fields: { status: 'published' }, files: [], version: undefined } as const
      return changeEntry(platform, { ...decision, ...change })
    }),

    review: decide('The findings were marked as reviewed.', (decision) =>
      reviewFindings(platform, decision),
    ),

    confirmDelete: async (request: FastifyRequest, reply: FastifyReply) => {
      const entry = requireEntry(await findEntry(db, parseId(request.params)))
      const { id } = entry
      if (entry.deleted_at !== null) return reply.redirect(`/admin/entries/${id}`, 303)
      const layout = await findLayout(request, 'Delete entry')
      const running = await runningNotice(platform, id, 'Deleting the entry')
      return sendPage(reply, <EntryDeletePage layout={layout} entry={entry} running={running} />)
    },

    remove: press('The entry was deleted. It can be restored here.', (chosen) =>
      deleteEntry(platform, chosen),
    ),
    restore: press('The entry was restored.', (chosen) => restoreEntry(platform, chosen)),
  }
}
