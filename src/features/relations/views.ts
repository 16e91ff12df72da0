import type { RelationKind } from '../../platform/database/schema.ts'
import type { RelatedRow } from './queries.ts'

/** Another entry, and how it and this one belong together. */
export interface RelationView {
  /** `Responds to`, `Decided by`, … */
  label: string
  /** The docket number; minute entries have none. */
  number: number | null
  title: string
  /** YYYY-MM-DD */
  filedOn: string
  url: string
}

/** In the order in which they are shown; what decides an entry interests readers most. */
const KINDS: readonly RelationKind[] = ['decides', 'responds_to', 'amends', 'refers_to']

/** From the entry to the other one. */
export const RELATION_LABELS: Readonly<Record<RelationKind, string>> = {
  responds_to: 'Responds to',
  decides: 'Decides',
  amends: 'Amends',
  refers_to: 'Refers to',
}

/** From the other one's side. */
const INVERSE_LABELS: Readonly<Record<RelationKind, string>> = {
  responds_to: 'Answered by',
  decides: 'Decided by',
  amends: 'Amended by',
  refers_to: 'Referred to by',
}

export function relationViews(
  related: readonly RelatedRow[],
  relating: readonly RelatedRow[],
): RelationView[] {
  return KINDS.flatMap((kind) => [
    ...related.filter((row) => row.kind === kind).map((row) => view(RELATION_LABELS[kind], row)),
    ...relating.filter((row) => row.kind === kind).map((row) => view(INVERSE_LABELS[kind], row)),
  ])
}

function view(label: string, { id, number, title, filed_on }: RelatedRow): RelationView {
  return { label, number, title, filedOn: filed_on, url: `/entries/${id}` }
}
