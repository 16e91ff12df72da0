import type { FastifyReply, FastifyRequest } from 'fastify'
import { isDiskFull } from '../../../platform/disk-full.ts'
import { HttpError, InvalidError, NotFoundError } from '../../../platform/http/errors.ts'
import { parseId } from '../../../platform/http/request/parse.ts'
import { wantsPage } from '../../../platform/http/request/wants-page.ts'
import type { Platform } from '../../../platform/platform.ts'
import type { FindAdminLayout } from '../../accounts/admin-layout.ts'
import { createDoneNote } from '../../accounts/sessions/cookies.ts'
import { sendPage } from '../../accounts/sessions/form-attempt.ts'
import { runningNotice } from '../../notifications/announce/entry-panel.tsx'
import { today } from '../../site/today.ts'
import { RefusedFilesError } from '../documents/accept-files.ts'
import { actorOf } from '../documents/actor-of.ts'
import {
  changeEntry,
  DeletedEntryError,
  editableEntry,
  StaleEntryError,
} from '../entries/change-entry.ts'
import { createEntry } from '../entries/create-entry.ts'
import { BLANK_EXTRAS, readExtras, typedExtras } from '../entries/entry-extras.ts'
import { NumberTakenError } from '../entries/number-taken.ts'
import { findEntry } from '../entries/queries.ts'
import type { PdfInspector } from '../inspection/inspect-pdf.ts'
import { acceptUploads } from './accept-uploads.ts'
import { EntryFormPage, type EntryFormProps } from './admin-form-page.tsx'
import { findHighestNumber, findLastEntryChange, listUsed } from './admin-queries.ts'
import {
  BLANK_ENTRY,
  readEntryForm,
  readVersion,
  type TypedEntry,
  typedFrom,
} from './entry-form.ts'

const DISK_FULL = 'The server’s disk is full. Nothing was saved. Free some space, then try again.'

const BECOMES_DRAFT = 'Making the entry a draft'

type Shown = Pick<EntryFormProps, 'typed' | 'extras'> & Partial<EntryFormProps>

export interface EntryAdminOptions {
  inspector: Pick<PdfInspector, 'inspect'>
  layout: FindAdminLayout
}

/** New and edit: the form, and what is made of it. */
export function createEntryFormHandlers(platform: Platform, options: EntryAdminOptions) {
  const { db, clock, config } = platform
  const rules = { inspector: options.inspector, uploadMaxBytes: config.uploadMaxBytes }
  const doneNote = createDoneNote(platform)

  const findHints = async () => ({
    types: await listUsed(db, 'type'),
    filers: await listUsed(db, 'filed_by'),
    highestNumber: await findHighestNumber(db),
  })

  async function sendForm(
    request: FastifyRequest,
    reply: FastifyReply,
    shown: Shown,
    status = 200,
  ) {
    const title = shown.entry ? 'Edit entry' : 'New entry'
    const page = (
      <EntryFormPage
        layout={await options.layout(request, { title, current: '/admin/entries' })}
        hints={await findHints()}
        uploadMaxBytes={config.uploadMaxBytes}
        running={shown.entry && (await runningNotice(platform, shown.entry.id, BECOMES_DRAFT))}
        {...shown}
      />
    )
    return sendPage(reply, page, status)
  }

  /** The form comes back as typed with the reasons; a program gets them as problem+json. */
  async function refuse(
    request: FastifyRequest,
    reply: FastifyReply,
    error: unknown,
    shown: Shown,
  ) {
    if (!wantsPage(request)) throw error
    if (isDiskFull(error)) {
      return sendForm(request, reply, { ...shown, errors: { title: [DISK_FULL] } }, 507)
    }
    if (!(error instanceof HttpError)) throw error
    if (error instanceof StaleEntryError) {
      const fresh = { ...shown, ...(await conflictOf(error, shown.typed)) }
      return sendForm(request, reply, fresh, error.status)
    }
    if (error instanceof DeletedEntryError) {
      return sendForm(request, reply, { ...shown, isDeleted: true }, error.status)
    }
    if (error instanceof NumberTakenError) {
      const { errors, holder } = error
      return sendForm(request, reply, { ...shown, errors, holder }, error.status)
    }
    if (error instanceof RefusedFilesError) {
      const { errors, files } = error
      return sendForm(request, reply, { ...shown, errors, refusedFiles: files }, error.status)
    }
    if (error instanceof InvalidError) {
      return sendForm(request, reply, { ...shown, errors: error.errors }, error.status)
    }
    throw error
  }

  async function conflictOf(
    { current }: StaleEntryError,
    typed: TypedEntry,
  ): Promise<Partial<Shown>> {
    const last = await findLastEntryChange(db, current.id)
    const conflict = {
      current: typedFrom(current),
      changedBy: last?.actor ?? 'Someone else',
      changedAt: last?.at ?? current.updated_at,
      timeZone: config.timeZone,
    }
    return { typed, conflict, version: current.version }
  }

  function answerSaved(
    request: FastifyRequest,
    reply: FastifyReply,
    id: number,
    done: 'entry-created' | 'entry-changed',
  ) {
    doneNote.leave(reply, done)
    const location = `/admin/entries/${id}`
    return wantsPage(request)
      ? reply.redirect(location, 303)
      : reply.status(done === 'entry-created' ? 201 : 200).send({ location })
  }

  return {
    showNew: async (request: FastifyRequest, reply: FastifyReply) =>
      sendForm(request, reply, {
        typed: { ...BLANK_ENTRY, filed_on: today(clock(), config.timeZone) },
        extras: BLANK_EXTRAS,
      }),

    create: async (request: FastifyRequest, reply: FastifyReply) => {
      const { typed, fields, errors } = readEntryForm(request.form)
      const read = readExtras(request.form, fields.number)
      try {
        const { accepted: files, refused } = await acceptUploads(request.form, rules)
        refuseProblems(refused, { ...errors, ...read.errors })
        const { extras } = read
        const entry = await createEntry(platform, { fields, files, extras, by: actorOf(request) })
        return answerSaved(request, reply, entry.id, 'entry-created')
      } catch (error) {
        return refuse(request, reply, error, { typed, extras: read.typed })
      }
    },

    edit: async (request: FastifyRequest, reply: FastifyReply) => {
      const entry = editableEntry(await findEntry(db, parseId(request.params)))
      const extras = await typedExtras(db, entry.id)
      const typed = typedFrom(entry)
      return sendForm(request, reply, { entry, typed, extras, version: entry.version })
    },

    change: async (request: FastifyRequest, reply: FastifyReply) => {
      const entry = await findEntry(db, parseId(request.params))
      if (!entry) throw new NotFoundError('There is no such docket entry.')
      const { typed, sent, errors } = readEntryForm(request.form, typedFrom(entry))
      const read = readExtras(request.form, sent.number === undefined ? entry.number : sent.number)
      const version = readVersion(request.form)
      try {
        editableEntry(entry)
        const { accepted: files, refused } = await acceptUploads(request.form, rules)
        refuseProblems(refused, { ...errors, ...read.errors })
        const { extras } = read
        const change = { id: entry.id, fields: sent, files, extras, version }
        await changeEntry(platform, { ...change, by: actorOf(request) })
        return answerSaved(request, reply, entry.id, 'entry-changed')
      } catch (error) {
        const extras = read.typed
        const shown = { entry, typed, extras, version: version ?? entry.version }
        return refuse(request, reply, error, shown)
      }
    },
  }
}

function refuseProblems(
  refused: RefusedFilesError['files'],
  errors: RefusedFilesError['errors'],
): void {
  if (refused.length === 0 && Object.keys(errors).length === 0) return
  throw new RefusedFilesError(refused, errors)
}
