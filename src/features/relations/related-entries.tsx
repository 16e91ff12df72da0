import type { RelationKind } from '../../platform/database/schema.ts'
import { formatDate } from '../../shared/date.ts'
import { Section } from '../../ui/section.tsx'
import type { RelatedRow } from './queries.ts'
import { RELATION_LABELS } from './rules.ts'

/** Another entry, and how it relates to this one: `Responds to`, `Decided by`, … */
export type RelationView = RelatedRow & { label: string }

/** From the other entry's side. In the order shown: readers look first for what decides an entry. */
const INVERSE_LABELS = {
  decides: 'Decided by',
  responds_to: 'Answered by',
  amends: 'Amended by',
  refers_to: 'Referred to by',
} as const

export function relationViews(related: readonly RelatedRow[], relating: readonly RelatedRow[]) {
  return (Object.keys(INVERSE_LABELS) as RelationKind[]).flatMap((kind) =>
    [
      ...related.map((row) => ({ ...row, label: RELATION_LABELS[kind] })),
      ...relating.map((row) => ({ ...row, label: INVERSE_LABELS[kind] })),
    ].filter((row) => row.kind === kind),
  )
}

interface RelatedProps {
  relations: readonly RelationView[]
}

export function RelatedEntries({ relations }: RelatedProps) {
  if (relations.length === 0) return null
  return (
    <Section name="related" heading="Related entries" class="entry-part">
      <dl class="related">
        {byLabel(relations).map(([label, entries]) => (
          <div key={label}>
            <dt>{label}</dt>
            {entries.map((entry) => (
              <dd key={entry.id}>
                <span class="related-number">{entry.number ?? '–'}</span>{' '}
                <a href={`/entries/${entry.id}`}>{entry.title}</a>{' '}
                <time dateTime={entry.filed_on}>{formatDate(entry.filed_on)}</time>
              </dd>
            ))}
          </div>
        ))}
      </dl>
    </Section>
  )
}

/** How many of each kind are shown; the entry's page has the rest. */
const MAX = 4

export function RelatedLine({ relations, url }: RelatedProps & { url: string }) {
  if (relations.length === 0) return null
  return (
    <p class="related-line">
      {byLabel(relations).map(([label, entries]) => (
        <span key={label}>
          {label}{' '}
          {entries.slice(0, MAX).map((entry, index) => (
            <span key={entry.id}>
              {index > 0 && ', '}
              <a href={`/entries/${entry.id}`} title={entry.title}>
                {entry.number === null
                  ? `entry filed ${formatDate(entry.filed_on)}`
                  : `No. ${entry.number}`}
              </a>
            </span>
          ))}
          {entries.length > MAX && (
            <>
              {' and '}
              <a href={url}>{entries.length - MAX} more</a>
            </>
          )}
        </span>
      ))}
    </p>
  )
}

function byLabel(relations: readonly RelationView[]): [string, RelationView[]][] {
  return [...Map.groupBy(relations, ({ label }) => label)]
}
