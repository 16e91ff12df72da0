import type { Document } from '../../../platform/database/schema.ts'
import type { DocumentView } from './views.ts'

export function documentView(document: Document): DocumentView {
  return {
    id: document.id,
    attachmentNumber: document.attachment_number,
    title: document.title,
    pageCount: document.page_count,
    byteSize: document.byte_size,
    sha256: document.sha256,
    url: `/documents/${document.id}`,
    downloadUrl: `/api/documents/${document.id}/download`,
  }
}
