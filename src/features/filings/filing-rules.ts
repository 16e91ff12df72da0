import { counted } from '../../shared/number-rules.ts'
import type { Finding, FindingKind } from '../checks/finding-rules.ts'

export interface FilingFinding extends Finding {
  documentId: number
  /** Among those of its document: the reading's own come first. */
  place: number
}

/** These are told; nobody is asked about them. */
const TOLD: readonly FindingKind[] = ['carried', 'no_text', 'duplicate']

export const needsDecision = ({ kind }: Pick<Finding, 'kind'>) => !TOLD.includes(kind)

/** Of a filing that is not finished; pasted text alone has no documents. */
export const continueFiling = (documents: number) =>
  `Continue filing ${documents > 0 ? counted(documents, 'document') : 'the docket text'}`

/** What a document's menu of entries says beside the entries' ids. */
export const OUT = 'out'
export const LEFT_OUT = 'Left out.'
