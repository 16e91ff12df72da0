import type { CorrectedField, Document, Entry } from '../../platform/database/schema.ts'

/*
 * Once an entry has been public, every change to what it says is a correction and is marked with its date, even if the
 * entry is a draft again at the time.
 */

const HOUR_MS = 3_600_000

/** In the first hour a mistake is fixed without a mark, unless somebody may have relied on it (docs/decisions/023). */
export function isCorrection(
  { status, published_at }: Pick<Entry, 'status' | 'published_at'>,
  { at, wasReliedOn }: { at: number; wasReliedOn: boolean },
): boolean {
  if (published_at === null) return status === 'published'
  return wasReliedOn || at - published_at >= HOUR_MS
}

export const CORRECTED_LABELS: Readonly<Record<CorrectedField, string>> = {
  number: 'Docket number',
  filed_on: 'Filing date',
  title: 'Title',
  description: 'Text',
  type: 'Type',
  filed_by: 'Filer',
  document_title: 'Title',
  attachment_number: 'Attachment number',
}

export interface Correction {
  field: CorrectedField
  earlier: string
}

type DocumentTexts = Pick<Document, 'title' | 'attachment_number'>

export function documentCorrections(before: DocumentTexts, after: DocumentTexts): Correction[] {
  const changed = (['title', 'attachment_number'] as const).filter(
    (field) => before[field] !== after[field],
  )
  return changed.map((field) => ({
    field: field === 'title' ? 'document_title' : field,
    earlier: String(before[field]),
  }))
}
