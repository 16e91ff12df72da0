import type { FastifyReply, FastifyRequest } from 'fastify'
import type { VNode } from 'preact'
import type { Document } from '../../../platform/database/schema.ts'
import { parseId } from '../../../platform/http/request/parse.ts'
import { wantsPage } from '../../../platform/http/request/wants-page.ts'
import type { Platform } from '../../../platform/platform.ts'
import { Notice } from '../../../ui/notice.tsx'
import { createDoneNote } from '../../accounts/sessions/cookies.ts'
import { sendPage } from '../../accounts/sessions/form-attempt.ts'
import { NoRoomError, type RefusedFile, RefusedFilesError } from '../documents/accept-files.ts'
import { actorOf } from '../documents/actor-of.ts'
import { addDocuments } from '../documents/add-documents.ts'
import { acceptUploads } from './accept-uploads.ts'
import type { EntryAdminOptions } from './admin-form-routes.tsx'
import type { EntryShowProps } from './admin-show-page.tsx'
import { RefusedFiles } from './refused-files.tsx'

/** Show with what was just done or refused. */
export type MakeShowPage = (
  request: FastifyRequest,
  id: number,
  outcome?: Pick<EntryShowProps, 'done' | 'problem'>,
) => Promise<VNode>

/** `POST /admin/entries/{id}/documents`: a bad file is refused by name and the good ones stay. */
export function createEntryDocumentHandlers(
  platform: Platform,
  { inspector }: Pick<EntryAdminOptions, 'inspector'>,
  makeShowPage: MakeShowPage,
) {
  const rules = { inspector, uploadMaxBytes: platform.config.uploadMaxBytes }
  const doneNote = createDoneNote(platform)

  return {
    addDocuments: async (request: FastifyRequest, reply: FastifyReply) => {
      const entryId = parseId(request.params)
      const checked = await acceptUploads(request.form, rules).catch((error) => {
        if (!(error instanceof NoRoomError) || !wantsPage(request)) throw error
        return error
      })
      if (checked instanceof NoRoomError) {
        const { files: refused, status } = checked
        return refuse(request, reply, { entryId, added: [], refused, status })
      }
      const { added, refused } = await addDocuments(platform, {
        entryId,
        files: checked.accepted,
        by: actorOf(request),
      })
      const allRefused = [...checked.refused, ...refused]
      const location = `/admin/entries/${entryId}`
      if (allRefused.length === 0 && added.length > 0) {
        doneNote.leave(reply, 'documents-added')
        return wantsPage(request)
          ? reply.redirect(location, 303)
          : reply.status(201).send({ location })
      }
      return refuse(request, reply, { entryId, added, refused: allRefused })
    },
  }

  async function refuse(
    request: FastifyRequest,
    reply: FastifyReply,
    {
      entryId,
      added,
      refused,
      status = 422,
    }: { entryId: number; added: Document[]; refused: RefusedFile[]; status?: number },
  ) {
    const nothingSent = added.length === 0 && refused.length === 0
    if (!wantsPage(request)) {
      const errors = nothingSent ? { documents: [CHOOSE_A_FILE] } : {}
      const names = added.map((document) => document.file_name)
      throw new RefusedFilesError(refused, errors, names)
    }
    const problem = nothingSent ? (
      <Notice kind="error" title={CHOOSE_A_FILE} />
    ) : (
      <SomeRefused added={added} refused={refused} />
    )
    return sendPage(reply, await makeShowPage(request, entryId, { problem }), status)
  }
}

const CHOOSE_A_FILE = 'Choose at least one PDF file.'

interface SomeRefusedProps {
  added: readonly Document[]
  refused: readonly RefusedFile[]
}

function SomeRefused({ added, refused }: SomeRefusedProps) {
  const files = refused.length === 1 ? 'This file was not added:' : 'These files were not added:'
  return (
    <Notice kind="error" title={files}>
      <RefusedFiles files={refused} />
      {added.length > 0 && <p>Added: {added.map((document) => document.file_name).join(', ')}.</p>}
    </Notice>
  )
}
