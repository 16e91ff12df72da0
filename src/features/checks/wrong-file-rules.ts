import type { FileReading, Finding } from './finding-rules.ts'

/** A PDF beside the entry that it is to belong to. */
export interface ComparedFile {
  name: string
  pageCount: number
  sha256: string
}

export interface ComparisonContext {
  /** Of this site; empty where it is not known. */
  caseNumber: string
  entry?: { number: number | null; filed_on: string; title: string } | undefined
  /** 0 is the main document. */
  attachmentNumber?: number | undefined
  /** Documents with the same content. */
  publishedElsewhere?: readonly { documentId: number; label: string }[] | undefined
}

/** What tells that this may be the wrong file: other case, pages missing, duplicate, mismatch. */
export function compareFile(
  _reading: FileReading,
  _file: ComparedFile,
  _context: ComparisonContext,
): Finding[] {
  return []
}
