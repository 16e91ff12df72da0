import type { Document } from '../../../platform/database/schema.ts'

export type DocumentView = ReturnType<typeof documentView>

export function atPage(url: string, page: number | undefined): string {
  return page === undefined ? url : `${url}?page=${page}`
}

export function documentView(document: Document) {
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
