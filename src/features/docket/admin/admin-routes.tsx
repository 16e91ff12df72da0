import type { FastifyReply, FastifyRequest } from 'fastify'
import { NotFoundError } from '../../../platform/http/errors.ts'
import { sendPieces } from '../../../platform/http/page-cache.ts'
import { parseId } from '../../../platform/http/request/parse.ts'
import { wantsPage } from '../../../platform/http/request/wants-page.ts'
import type { Platform } from '../../../platform/platform.ts'
import { createDoneNote } from '../../accounts/sessions/cookies.ts'
import { sendPage } from '../../accounts/sessions/form-attempt.ts'
import { entryPanel, runningNotice } from '../../notifications/announce/entry-panel.tsx'
import { actorOf } from '../documents/actor-of.ts'
import { listAllDocuments, listDocuments } from '../documents/queries.ts'
import { deleteEntry } from '../entries/delete-entry.ts'
import { findDetails } from '../entries/entry-details.ts'
import { typedExtras } from '../entries/entry-extras.ts'
import { entryName } from '../entries/entry-rules.ts'
import { isEntryState } from '../entries/entry-state.ts'
import { findEntry } from '../entries/queries.ts'
import { NumberLostError, restoreEntry } from '../entries/restore-entry.ts'
import { EntryDeletePage } from './admin-delete-page.tsx'
import { createEntryDocumentHandlers, type MakeShowPage } from './admin-document-routes.tsx'
import { createEntryFormHandlers, type EntryAdminOptions } from './admin-form-routes.tsx'
import { renderEntriesPage } from './admin-list-page.tsx'
import { listAdminEntries, listEntryHistory } from './admin-queries.ts'
import { EntryShowPage } from './admin-show-page.tsx'
import { TakenNotice } from './taken-notice.tsx'

/** The administrators' entries: list, Show, create, change, delete, restore, add documents. */
export function createEntryAdminHandlers(platform: Platform, options: EntryAdminOptions) {
  const { db } = platform
  const makeShowPage = createMakeShowPage(platform, options)
  const doneNote = createDoneNote(platform)

  return {
    ...createEntryFormHandlers(platform, options),
    ...createEntryDocumentHandlers(platform, options, makeShowPage),

    list: async (request: FastifyRequest, reply: FastifyReply) => {
      const { status } = request.query as { status?: unknown }
      const layout = await options.layout(request, { title: 'Entries', current: '/admin/entries' })
      const state = isEntryState(status) ? status : undefined
      const entries = await listAdminEntries(db)
      return sendPieces(request, reply, renderEntriesPage({ layout, entries, state }))
    },

    show: async (request: FastifyRequest, reply: FastifyReply) => {
      const done = doneNote.take(request, reply)
      return sendPage(reply, await makeShowPage(request, parseId(request.params), { done }))
    },

    confirmDelete: async (request: FastifyRequest, reply: FastifyReply) => {
      const id = parseId(request.params)
      const entry = await findEntry(db, id)
      if (!entry) throw new NotFoundError('There is no such docket entry.')
      if (entry.deleted_at !== null) return reply.redirect(`/admin/entries/${id}`, 303)
      const { length: documentCount } = await listDocuments(db, [id])
      const layout = await options.layout(request, {
        title: 'Delete entry',
        current: '/admin/entries',
      })
      const running = await runningNotice(platform, id, 'Deleting the entry')
      return sendPage(reply, <EntryDeletePage {...{ layout, entry, documentCount, running }} />)
    },

    remove: async (request: FastifyRequest, reply: FastifyReply) => {
      const id = parseId(request.params)
      await deleteEntry(platform, { id, by: actorOf(request) })
      doneNote.leave(reply, 'entry-deleted')
      return reply.redirect(`/admin/entries/${id}`, 303)
    },

    restore: async (request: FastifyRequest, reply: FastifyReply) => {
      const id = parseId(request.params)
      try {
        await restoreEntry(platform, { id, by: actorOf(request) })
      } catch (error) {
        if (!(error instanceof NumberLostError) || !wantsPage(request)) throw error
        const problem = <TakenNotice sentence={error.message} holder={error.holder} />
        return sendPage(reply, await makeShowPage(request, id, { problem }), error.status)
      }
      doneNote.leave(reply, 'entry-restored')
      return reply.redirect(`/admin/entries/${id}`, 303)
    },
  }
}

function createMakeShowPage(platform: Platform, { layout }: EntryAdminOptions): MakeShowPage {
  const { db, config } = platform
  return async (request, id, outcome = {}) => {
    const entry = await findEntry(db, id)
    if (!entry) throw new NotFoundError('There is no such docket entry.')
    const documents = await listAllDocuments(db, id)
    const kept = documents.filter(({ deleted_at }) => deleted_at === null)
    const details = await findDetails(db, [{ entry, documents: kept }])
    return (
      <EntryShowPage
        layout={await layout(request, { title: entryName(entry), current: '/admin/entries' })}
        entry={entry}
        documents={documents}
        extras={await typedExtras(db, id)}
        corrections={details.get(id)?.corrections ?? []}
        history={await listEntryHistory(db, id)}
        notifications={await entryPanel(platform, entry)}
        uploadMaxBytes={config.uploadMaxBytes}
        {...outcome}
      />
    )
  }
}
