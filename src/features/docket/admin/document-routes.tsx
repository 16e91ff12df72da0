import type { FastifyReply, FastifyRequest } from 'fastify'
import { ConflictError, type HttpError, InvalidError } from '../../../platform/http/errors.ts'
import type { Form } from '../../../platform/http/request/form.ts'
import { parseId, wantsPage } from '../../../platform/http/request/parse.ts'
import { PDF_HEADERS } from '../../../platform/http/security-headers.ts'
import type { Platform } from '../../../platform/platform.ts'
import { sendPage } from '../../accounts/sessions/form-attempt.ts'
import { signedIn } from '../../accounts/sessions/guard.ts'
import {
  type AcceptedFile,
  acceptFiles,
  RefusedFilesError,
  readDocumentChange,
  type TypedDocument,
} from '../documents/accept-files.ts'

import {
  changeDocument,
  NumberHeldError,
  openDocument,
  placeAmong,
  StaleDocumentError,
} from '../documents/change-document.ts'
import {
  deleteDocument,
  NumberNotFreeError,
  restoreDocument,
} from '../documents/delete-document.ts'
import { findDocument, listDocuments, type PublishedDocument } from '../documents/queries.ts'
import { contentDisposition } from '../documents/rules.ts'
import { createAnswerDone, type EntryAdminOptions } from './admin-form-routes.tsx'
import { DocumentEditPage, RestoreRefusedPage } from './document-pages.tsx'

interface Shown {
  document: PublishedDocument
  typed?: TypedDocument
  error?: HttpError
}

/** The administrators' documents: title, number, place, file; delete and restore. */
export function createDocumentAdminHandlers(platform: Platform, options: EntryAdminOptions) {
  const { db, config, files } = platform
  const { inspector, layout: findLayout } = options
  const rules = { inspector, uploadMaxBytes: config.uploadMaxBytes }
  const answerDone = createAnswerDone(platform)

  async function sendForm(
    request: FastifyRequest,
    reply: FastifyReply,
    { document, typed = {}, error }: Shown,
  ) {
    const layout = await findLayout(request, { title: 'Edit document', current: '/admin/entries' })
    const errors = error instanceof InvalidError ? error.errors : {}
    const maySwap = error instanceof NumberHeldError
    const isStale = error instanceof StaleDocumentError
    const isDeleted = document.deleted_at !== null
    const state = { typed, errors, maySwap, isStale, isDeleted }
    const place = placeAmong(await listDocuments(db, [document.entry_id]), document.id)
    const page = <DocumentEditPage {...{ layout, document, place, ...state }} />
    return sendPage(reply, page, error?.status)
  }

  /** The PDF that is to replace the present one, if any was sent. */
  async function readFile(form: Form): Promise<AcceptedFile | undefined> {
    const sent = form.files.filter((file) => file.field === 'file')
    const { accepted, refused } = await acceptFiles(sent.slice(-1), rules)
    if (refused.length > 0) {
      const reasons = refused.map(({ name, reason }) => `${name}: ${reason}`)
      throw new RefusedFilesError(refused, { file: reasons })
    }
    return accepted[0]
  }

  async function change(form: Form, id: number, request: FastifyRequest) {
    const { change, errors } = readDocumentChange(form)
    if (Object.keys(errors).length > 0) {
      throw new InvalidError(Object.values(errors).flat().join(' '), errors)
    }
    const file = await readFile(form)
    const version = form.text('version') || undefined
    const wish = { id, change: { ...change, file }, version, by: signedIn(request) }
    return changeDocument(platform, wish)
  }

  return {
    edit: async (request: FastifyRequest, reply: FastifyReply) => {
      const document = openDocument(await findDocument(db, parseId(request.params)))
      return sendForm(request, reply, { document })
    },

    change: async (request: FastifyRequest, reply: FastifyReply) => {
      const id = parseId(request.params)
      try {
        const { entry_id: entryId } = await change(request.form, id, request)
        return answerDone(request, reply, { entryId, done: 'document-changed' })
      } catch (error) {
        const document = await findDocument(db, id)
        const isRefusal = error instanceof InvalidError || error instanceof ConflictError
        if (!isRefusal || !document || !wantsPage(request)) throw error
        const { typed } = readDocumentChange(request.form)
        return sendForm(request, reply, { document, typed, error })
      }
    },

    remove: async (request: FastifyRequest, reply: FastifyReply) => {
      const wish = { id: parseId(request.params), by: signedIn(request) }
      const { entry_id: entryId } = await deleteDocument(platform, wish)
      return answerDone(request, reply, { entryId, done: 'document-deleted' })
    },

    restore: async (request: FastifyRequest, reply: FastifyReply) => {
      const wish = { id: parseId(request.params), by: signedIn(request) }
      try {
        const { entry_id: entryId } = await restoreDocument(platform, inspector, wish)
        return answerDone(request, reply, { entryId, done: 'document-restored' })
      } catch (error) {
        const document = await findDocument(db, wish.id)
        if (!(error instanceof NumberNotFreeError) || !document || !wantsPage(request)) throw error
        const title = 'Restore document'
        const layout = await findLayout(request, { title, current: '/admin/entries' })
        const page = <RestoreRefusedPage {...{ layout, document, error }} />
        return sendPage(reply, page, error.status)
      }
    },

    /** The PDF for administrators, of a draft too; no download is recorded. */
    file: async (request: FastifyRequest, reply: FastifyReply) => {
      const document = openDocument(await findDocument(db, parseId(request.params)))
      return reply
        .headers(PDF_HEADERS)
        .type('application/pdf')
        .header('content-length', document.byte_size)
        .header('content-disposition', contentDisposition('inline', document.file_name))
        .send(files.open(document.storage_key, 0, document.byte_size - 1))
    },
  }
}
