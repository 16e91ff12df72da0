import { create as contentDisposition } from 'content-disposition'
import type { FastifyReply } from 'fastify'
import type { Storage } from '../../../platform/files/storage.ts'
import { NotFoundError } from '../../../platform/http/errors.ts'
import { PDF_HEADERS } from '../../../platform/http/security-headers.ts'
import type { Finding } from '../../checks/finding-rules.ts'
import type { PdfInspector } from '../../checks/inspect-pdf.ts'
import { type NamedFile, withStoredFile } from './store-files.ts'

/* Files, and pictures of them, for administrators, drafts included. No download is recorded. */

export function sendPdf(reply: FastifyReply, files: Storage, document: NamedFile) {
  const { storage_key, byte_size, file_name } = document
  return reply
    .headers(PDF_HEADERS)
    .type('application/pdf')
    .header('content-length', byte_size)
    .header('content-disposition', contentDisposition(file_name, { type: 'inline' }))
    .send(files.open(storage_key, 0, byte_size - 1))
}

export async function sendPicture(
  reply: FastifyReply,
  { files, inspector, document }: PictureSource,
  finding: Pick<Finding, 'page' | 'box'> | undefined,
) {
  if (!finding?.page) throw new NotFoundError('There is no such finding.')
  const place = { page: finding.page, box: finding.box }
  const png = await withStoredFile(files, document, (path) => inspector.picture(path, place))
  if (!png) throw new NotFoundError('This finding cannot be shown.')
  return reply.type('image/png').send(png)
}

interface PictureSource {
  files: Storage
  inspector: Pick<PdfInspector, 'picture'>
  document: NamedFile
}
