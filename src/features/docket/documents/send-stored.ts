import type { FastifyReply } from 'fastify'
import type { Storage } from '../../../platform/files/storage.ts'
import { NotFoundError } from '../../../platform/http/errors.ts'
import { PDF_HEADERS } from '../../../platform/http/security-headers.ts'
import type { Finding } from '../../checks/finding-rules.ts'
import type { PdfInspector } from '../../checks/inspect-pdf.ts'
import { type StoredFile, withStored } from './read-again.ts'
import { contentDisposition } from './rules.ts'

/** The PDF for administrators, of a draft, too; no download is recorded. */
export const sendStored = (
  reply: FastifyReply,
  files: Storage,
  { storage_key, byte_size, file_name }: StoredFile,
) =>
  reply
    .headers(PDF_HEADERS)
    .type('application/pdf')
    .header('content-length', byte_size)
    .header('content-disposition', contentDisposition('inline', file_name))
    .send(files.open(storage_key, 0, byte_size - 1))

interface Picture {
  files: Storage
  inspector: Pick<PdfInspector, 'picture'>
  document: StoredFile
  finding: Pick<Finding, 'page' | 'box'> | undefined
}

/** The place on the page, outlined. */
export async function sendPicture(reply: FastifyReply, picture: Picture) {
  const { files, inspector, document, finding } = picture
  if (!finding?.page) throw new NotFoundError('There is no such finding.')
  const { page, box } = finding
  const png = await withStored(files, document, (path) => inspector.picture(path, { page, box }))
  if (!png) throw new NotFoundError('This place cannot be shown.')
  return reply.type('image/png').header('cache-control', 'private, max-age=3600').send(png)
}
