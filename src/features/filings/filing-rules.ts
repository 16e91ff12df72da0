import { counted } from '../../shared/number-rules.ts'
import type { Finding, FindingKind } from '../checks/finding-rules.ts'

export interface FilingFinding extends Finding {
  documentId: number
  /** Index among the document's findings; those from reading the file come before those from comparing it. */
  place: number
}

/** Shown for information only; they need no decision. */
const TOLD: readonly FindingKind[] = ['carried', 'no_text', 'duplicate']

export const needsDecision = ({ kind }: Pick<Finding, 'kind'>) => !TOLD.includes(kind)

/** A filing made only of pasted text has no documents. */
export const continueFiling = (documents: number) =>
  `Continue filing ${documents > 0 ? counted(documents, 'document') : 'the docket text'}`

/** The option value for leaving a document out, and the reason stored with it. */
export const OUT = 'out'
export const LEFT_OUT = 'Left out.'
