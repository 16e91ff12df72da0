import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Entry } from '../../../platform/database/schema.ts'
import { isDiskFull } from '../../../platform/disk-full.ts'
import {
  type FieldErrors,
  HttpError,
  InvalidError,
  NotFoundError,
} from '../../../platform/http/errors.ts'
import { parseId, wantsPage } from '../../../platform/http/request/parse.ts'
import type { Platform } from '../../../platform/platform.ts'
import type { FindAdminLayout } from '../../accounts/admin-layout.ts'
import { createDoneNote } from '../../accounts/sessions/cookies.ts'
import { sendPage } from '../../accounts/sessions/form-attempt.ts'
import { signedIn } from '../../accounts/sessions/guard.ts'
import { runningNotice } from '../../notifications/announce/entry-panel.tsx'
import { today } from '../../site/today.ts'
import { acceptUploads, RefusedFilesError } from '../documents/accept-files.ts'
import {
  changeEntry,
  DeletedEntryError,
  editableEntry,
  StaleEntryError,
} from '../entries/change-entry.ts'
import { createEntry, NumberTakenError } from '../entries/create-entry.ts'
import { BLANK_EXTRAS, readExtras, typedExtras } from '../entries/entry-extras.ts'
import { BLANK_ENTRY, readEntryForm, readVersion, typedFrom } from '../entries/entry-rules.ts'
import { findEntry } from '../entries/queries.ts'
import type { PdfInspector } from '../inspection/inspect-pdf.ts'
import { EntryFormPage, type EntryFormProps } from './admin-form-page.tsx'
import { findHighestNumber, findLastEntryChange, listUsed } from './admin-queries.ts'

const DISK_FULL = 'The server’s disk is full. Nothing was saved. Free some space, then try again.'

const BECOMES_DRAFT = 'Making the entry a draft'

type Shown = Pick<EntryFormProps, 'typed' | 'extras'> &
  Partial<EntryFormProps> & { status?: number }
type Done = Parameters<ReturnType<typeof createDoneNote>['leave']>[1]

export interface EntryAdminOptions {
  inspector: Pick<PdfInspector, 'inspect'>
  layout: FindAdminLayout
}

/** What was done is said on the Show page that follows; a program is told its address. */
export function createAnswerDone(platform: Platform) {
  const doneNote = createDoneNote(platform)
  return (
    request: FastifyRequest,
    reply: FastifyReply,
    { entryId, done, status = 200 }: { entryId: number; done: Done; status?: number },
  ) => {
    doneNote.leave(reply, done)
    const location = `/admin/entries/${entryId}`
    return wantsPage(request)
      ? reply.redirect(location, 303)
      : reply.status(status).send({ location })
  }
}

/** New and edit: the form, and what is made of it. */
export function createEntryFormHandlers(platform: Platform, options: EntryAdminOptions) {
  const { db, clock, config } = platform
  const rules = { inspector: options.inspector, uploadMaxBytes: config.uploadMaxBytes }
  const answerDone = createAnswerDone(platform)

  async function sendForm(
    request: FastifyRequest,
    reply: FastifyReply,
    { status, ...shown }: Shown,
  ) {
    const title = shown.entry ? 'Edit entry' : 'New entry'
    const hints = {
      types: await listUsed(db, 'type'),
      filers: await listUsed(db, 'filed_by'),
      highestNumber: await findHighestNumber(db),
    }
    const page = (
      <EntryFormPage
        layout={await options.layout(request, { title, current: '/admin/entries' })}
        hints={hints}
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
    { error, ...shown }: Shown & { error: unknown },
  ) {
    const reasons = wantsPage(request) ? await reasonsOf(error) : undefined
    if (!reasons) throw error
    return sendForm(request, reply, { ...shown, ...reasons })
  }

  /** What the form shows of it; undefined where it is not for the form. */
  async function reasonsOf(error: unknown): Promise<Partial<Shown> | undefined> {
    if (isDiskFull(error)) return { errors: { title: [DISK_FULL] }, status: 507 }
    if (!(error instanceof HttpError)) return undefined
    const { status } = error
    if (error instanceof DeletedEntryError) return { isDeleted: true, status }
    if (error instanceof StaleEntryError) {
      const { current } = error
      return { conflict: await conflictWith(current), version: current.version, status }
    }
    if (!(error instanceof InvalidError)) return undefined
    return {
      errors: error.errors,
      holder: error instanceof NumberTakenError ? error.holder : undefined,
      refusedFiles: error instanceof RefusedFilesError ? error.files : undefined,
      status,
    }
  }

  async function conflictWith(current: Entry) {
    const last = await findLastEntryChange(db, current.id)
    return {
      current: typedFrom(current),
      changedBy: last?.actor ?? 'Someone else',
      changedAt: last?.at ?? current.updated_at,
      timeZone: config.timeZone,
    }
  }

  /** @throws RefusedFilesError for whatever is wrong with the fields and the files */
  async function acceptAll({ form }: FastifyRequest, errors: FieldErrors) {
    const { accepted, refused } = await acceptUploads(form, rules)
    if (refused.length === 0 && Object.keys(errors).length === 0) return accepted
    throw new RefusedFilesError(refused, errors)
  }

  return {
    showNew: async (request: FastifyRequest, reply: FastifyReply) =>
      sendForm(request, reply, {
        typed: { ...BLANK_ENTRY, filed_on: today(clock(), config.timeZone) },
        extras: BLANK_EXTRAS,
      }),

    create: async (request: FastifyRequest, reply: FastifyReply) => {
      const { typed, fields, errors } = readEntryForm(request.form)
      const { extras, ...read } = readExtras(request.form, fields.number)
      try {
        const files = await acceptAll(request, { ...errors, ...read.errors })
        const { id } = await createEntry(platform, { fields, files, extras, by: signedIn(request) })
        return answerDone(request, reply, { entryId: id, done: 'entry-created', status: 201 })
      } catch (error) {
        return refuse(request, reply, { error, typed, extras: read.typed })
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
      const { id } = entry
      const { typed, sent: fields, errors } = readEntryForm(request.form, typedFrom(entry))
      const own = fields.number === undefined ? entry.number : fields.number
      const { extras, ...read } = readExtras(request.form, own)
      const version = readVersion(request.form)
      try {
        editableEntry(entry)
        const files = await acceptAll(request, { ...errors, ...read.errors })
        const by = signedIn(request)
        await changeEntry(platform, { id, fields, files, extras, version, by })
        return answerDone(request, reply, { entryId: id, done: 'entry-changed' })
      } catch (error) {
        const shown = { entry, typed, extras: read.typed, version: version ?? entry.version }
        return refuse(request, reply, { error, ...shown })
      }
    },
  }
}
