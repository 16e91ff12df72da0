import type { Document } from '../../../platform/database/schema.ts'

/** A document as the public pages show it. */
export interface DocumentView {
  id: number
  /** 0 is the main document. */
  attachmentNumber: number
  title: string
  pageCount: number
  byteSize: number
  /** In hex. */
  sha256?: string
  /** The permalink's path: `/documents/1`. */
  url: string
  /** `/api/documents/1/download`: the PDF, inline. */
  downloadUrl: string
}

/** The document's page, which opens the PDF at that page; without one, at the first. */
export function atPage(url: string, page: number | undefined): string {
  return page === undefined ? url : `${url}?page=${page}`
}

/** The entry that a document belongs to, as much of it as the document's page needs. */
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
