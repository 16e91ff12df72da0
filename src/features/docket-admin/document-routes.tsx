import type { FastifyReply, FastifyRequest } from 'fastify'
import { ConflictError, InvalidError, invalidFields } from '../../platform/http/errors.ts'
import { parseId, wantsPage } from '../../platform/http/request/parse.ts'
import type { Platform } from '../../platform/platform.ts'
import { sendPage, signedIn } from '../accounts/sessions/answer.ts'
import { filesOf, RefusedFilesError, refusedReasons } from '../docket/documents/accept-files.ts'
import {
  changeDocument,
  pinDocument,
  requireActiveDocument,
} from '../docket/documents/change-document.ts'
import { deleteDocument, restoreDocument } from '../docket/documents/delete-document.ts'
import { readDocumentChange } from '../docket/documents/document-fields.ts'
import { readReason } from '../docket/documents/findings.ts'
import { listFindings } from '../docket/documents/findings-queries.ts'
import { findDocument, type PublishedDocument } from '../docket/documents/queries.ts'
import { sendPdf, sendPicture } from '../docket/documents/send-stored.ts'
import { readVersion } from '../docket/entries/entry-fields.ts'
import { createAnswers, type EntryAdminOptions } from './admin-form-routes.tsx'
import { CHOOSE_A_FILE } from './admin-notices.tsx'
import { DocumentDeletePage, DocumentFormPage } from './document-pages.tsx'

export function createDocumentAdminHandlers(
  platform: Platform,
  options: Omit<EntryAdminOptions, 'statistics'>,
) {
  const { db, files } = platform
  const { inspector } = options
  const { answerDone, checkUploads, findLayout, press } = createAnswers(platform, options)

  const findActive = async ({ params }: FastifyRequest) =>
    requireActiveDocument(await findDocument(db, parseId(params)))

  async function sendForm(
    request: FastifyRequest,
    reply: FastifyReply,
    { document, error }: { document: PublishedDocument; error?: ConflictError | InvalidError },
  ) {
    const layout = await findLayout(request, 'Edit document')
    const file = error ? [error.message] : []
    const errors = error instanceof InvalidError ? error.errors : { file }
    const page = <DocumentFormPage layout={layout} document={document} errors={errors} />
    return sendPage(reply, page, error?.status)
  }

  return {
    edit: async (request: FastifyRequest, reply: FastifyReply) => {
      const document = await findActive(request)
      return sendForm(request, reply, { document })
    },

    change: async (request: FastifyRequest, reply: FastifyReply) => {
      const id = parseId(request.params)
      try {
        await findActive(request)
        const { form } = request
        const { change, errors } = readDocumentChange(form)
        if (Object.keys(errors).length > 0) throw invalidFields(errors)
        const sent = filesOf(form, 'file')
        if (sent.length + Object.keys(change).length === 0) {
          throw new InvalidError(CHOOSE_A_FILE, { file: [CHOOSE_A_FILE] })
        }
        const { accepted, refused } = await checkUploads(reply, sent.slice(-1))
        if (refused.length > 0) {
          throw new RefusedFilesError(refused, { file: refusedReasons(refused) })
        }
        const { entry_id: entryId } = await changeDocument(platform, {
          id,
          change: { ...change, file: accepted[0] },
          reason: readReason(form.text('findings_reason')),
          version: readVersion(form),
          by: signedIn(request),
        })
        return answerDone(reply, entryId, 'The changes to the document were saved.')
      } catch (error) {
        const document = await findDocument(db, id)
        const isRefusal = error instanceof InvalidError || error instanceof ConflictError
        if (!isRefusal || !document || !wantsPage(request)) throw error
        return sendForm(request, reply, { document, error })
      }
    },

    confirmDelete: async (request: FastifyRequest, reply: FastifyReply) => {
      const document = await findActive(request)
      const layout = await findLayout(request, 'Delete document')
      return sendPage(reply, <DocumentDeletePage layout={layout} document={document} />)
    },

    remove: press('The document was deleted. It can be restored below.', (chosen) =>
      deleteDocument(platform, chosen),
    ),
    restore: press('The document was restored.', (chosen) =>
      restoreDocument(platform, inspector, chosen),
    ),

    pin: async (request: FastifyRequest, reply: FastifyReply) => {
      const isPinned = request.form.text('pinned') === '1'
      const input = { id: parseId(request.params), isPinned, by: signedIn(request) }
      const { entry_id: entryId } = await pinDocument(platform, input)
      const done = isPinned
        ? 'The document is now a key document.'
        : 'The document is no longer a key document.'
      return answerDone(reply, entryId, done)
    },

    picture: async (request: FastifyRequest, reply: FastifyReply) => {
      const { finding: findingId } = request.params as { finding: string }
      const document = await findActive(request)
      const findings = await listFindings(db, document.entry_id)
      const own = findings.filter(({ document_id }) => document_id === document.id)
      const finding = own.find(({ id }) => id === parseId({ id: findingId }))
      return sendPicture(reply, { files, inspector, document }, finding)
    },

    file: async (request: FastifyRequest, reply: FastifyReply) =>
      sendPdf(reply, files, await findActive(request)),
  }
}
