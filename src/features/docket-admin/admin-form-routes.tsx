import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Document, Entry } from '../../platform/database/schema.ts'
import { isDiskFull } from '../../platform/disk-full.ts'
import { ConflictError, type FieldProblems, InvalidError } from '../../platform/http/errors.ts'
import { parseId, wantsPage } from '../../platform/http/request/parse.ts'
import type { Platform } from '../../platform/platform.ts'
import { dayAt } from '../../shared/time-zone.ts'
import type { FindAdminLayout } from '../accounts/admin-layout.ts'
import { redirectDone, sendPage, signedIn } from '../accounts/sessions/answer.ts'
import type { PdfInspector } from '../checks/inspect-pdf.ts'
import {
  createUploadCheck,
  filesOf,
  RefusedFilesError,
  refusedReasons,
} from '../docket/documents/accept-files.ts'
import { readReason } from '../docket/documents/findings.ts'
import { type Chosen, requireEditable, requireEntry, StaleError } from '../docket/entries/edit.ts'
import { readExtras, typedExtras } from '../docket/entries/entry-extras.ts'
import { BLANK_ENTRY, readEntryForm, typedFrom } from '../docket/entries/entry-fields.ts'
import { findEntry } from '../docket/entries/queries.ts'
import { changeEntry, createEntry } from '../docket/entries/save-entry.ts'
import { runningNotice } from '../notifications/announce/entry-panel.tsx'
import { listChoices } from '../search/queries.ts'
import type { AccessStatistics } from '../statistics/figures/statistics.ts'
import { EntryFormPage, type EntryFormProps } from './admin-form-page.tsx'

const DRAFTING = 'Making the entry a draft'
const HELD = 'The entry was saved as a draft because its documents need review. See Findings below.'
const DISK_FULL = 'The server’s disk is full. Nothing was saved. Free some space, then try again.'

type ShownEntry = Pick<EntryFormProps, 'typed' | 'extras'> &
  Partial<EntryFormProps> & { status?: number }

export interface EntryAdminOptions {
  inspector: Pick<PdfInspector, 'inspect' | 'picture'>
  statistics: Pick<AccessStatistics, 'read' | 'reader'>
  layout: FindAdminLayout
}

/** What all handlers of entries and documents need. */
export function createAnswers(
  platform: Platform,
  { inspector, layout }: Omit<EntryAdminOptions, 'statistics'>,
) {
  /** A browser is sent to the entry's page, which says what was done; a program gets the page's address. */
  function answerDone(reply: FastifyReply, entry: number | 'new', done: string) {
    const location = `/admin/entries/${entry}`
    if (wantsPage(reply.request)) return redirectDone(reply, location, done)
    reply.request.leaveDone?.(done)
    return reply.send({ location })
  }

  return {
    answerDone,
    checkUploads: createUploadCheck(platform, inspector),

    findLayout: (request: FastifyRequest, title: string) =>
      layout(request, { title, current: '/admin/entries' }),

    /** Of a button that does one thing. */
    press:
      (done: string, act: (chosen: Chosen) => Promise<Entry | Document>) =>
      async (request: FastifyRequest, reply: FastifyReply) => {
        const row = await act({ id: parseId(request.params), by: signedIn(request) })
        return answerDone(reply, 'entry_id' in row ? row.entry_id : row.id, done)
      },
  }
}

/** What the form shows for this error. @throws the error itself if the form does not handle it, or a program is to get it */
function reasonsOf(request: FastifyRequest, error: unknown): Partial<ShownEntry> {
  if (!wantsPage(request)) throw error
  if (isDiskFull(error)) return { errors: { title: [DISK_FULL] }, status: 507 }
  if (error instanceof ConflictError) {
    const warning = error instanceof StaleError ? ' Saving again overwrites their changes.' : ''
    return { errors: { title: [error.message + warning] }, status: error.status }
  }
  if (!(error instanceof InvalidError)) throw error
  const isFiles = error instanceof RefusedFilesError && error.files.length > 0
  // A browser forgets the chosen files when the form is shown again.
  const documents = isFiles ? [...refusedReasons(error.files), 'Choose all the files again.'] : []
  return { errors: { ...error.errors, documents }, status: error.status }
}

export function createFormHandlers(platform: Platform, options: EntryAdminOptions) {
  const { db, clock, config } = platform
  const { answerDone, checkUploads, findLayout } = createAnswers(platform, options)

  async function sendForm(
    request: FastifyRequest,
    reply: FastifyReply,
    { status, ...shown }: ShownEntry,
  ) {
    const title = shown.entry ? 'Edit entry' : 'New entry'
    const page = (
      <EntryFormPage
        layout={await findLayout(request, title)}
        hints={await listChoices(db)}
        uploadMaxBytes={config.uploadMaxBytes}
        running={shown.entry && (await runningNotice(platform, shown.entry.id, DRAFTING))}
        {...shown}
      />
    )
    return sendPage(reply, page, status)
  }

  async function readRest(request: FastifyRequest, reply: FastifyReply, errors: FieldProblems) {
    const files = filesOf(request.form, 'documents')
    const { accepted, refused } = await checkUploads(reply, files)
    if (refused.length + Object.keys(errors).length > 0) {
      throw new RefusedFilesError(refused, errors)
    }
    const reason = readReason(request.form.text('findings_reason'))
    return { files: accepted, reason, by: signedIn(request) }
  }

  /** Creates an entry, or changes the one that is there. */
  async function save(request: FastifyRequest, reply: FastifyReply, entry?: Entry) {
    const { form } = request
    const own = readEntryForm(form, entry && typedFrom(entry))
    const { typed, fields, version } = own
    const { extras, ...read } = readExtras(form)
    try {
      if (entry) requireEditable(entry)
      const rest = await readRest(request, reply, { ...own.errors, ...read.errors })
      if (entry) {
        await changeEntry(platform, { id: entry.id, fields: own.sent, extras, version, ...rest })
        return answerDone(reply, entry.id, 'The changes to the entry were saved.')
      }
      const { id: entryId, status } = await createEntry(platform, { fields, extras, ...rest })
      if (status !== fields.status) return answerDone(reply, entryId, HELD)
      const isAnother = form.text('next') === 'another'
      return answerDone(reply, isAnother ? 'new' : entryId, 'The entry was created.')
    } catch (error) {
      const shown = { entry, typed, extras: read.typed, version: version ?? entry?.version }
      const current = error instanceof StaleError && entry && (await findEntry(db, entry.id))
      if (current) shown.version = current.version
      return sendForm(request, reply, { ...shown, ...reasonsOf(request, error) })
    }
  }

  return {
    showNew: async (request: FastifyRequest, reply: FastifyReply) =>
      sendForm(request, reply, {
        typed: { ...BLANK_ENTRY, filed_on: dayAt(clock(), config.timeZone) },
        extras: { relations: [], events: [] },
      }),

    create: (request: FastifyRequest, reply: FastifyReply) => save(request, reply),

    edit: async (request: FastifyRequest, reply: FastifyReply) => {
      const entry = requireEditable(await findEntry(db, parseId(request.params)))
      const extras = await typedExtras(db, entry.id)
      const typed = typedFrom(entry)
      return sendForm(request, reply, { entry, typed, extras, version: entry.version })
    },

    change: async (request: FastifyRequest, reply: FastifyReply) =>
      save(request, reply, requireEntry(await findEntry(db, parseId(request.params)))),
  }
}
