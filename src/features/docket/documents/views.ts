import type { Document } from '../../../platform/database/schema.ts'

export interface DocumentView {
  id: number
  /** 0 is the main document. */
  attachmentNumber: number
  title: string
  pageCount: number
  byteSize: number
  sha256?: string
  url: string
  downloadUrl: string
}

export function atPage(url: string, page: number | undefined): string {
  return page === undefined ? url : `${url}?page=${page}`
}

export interface FiledEntry {
  number: number | null
  /** YYYY-MM-DD */
  filedOn: string
  title: string
  url: string
  documents: readonly DocumentView[]
}

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
