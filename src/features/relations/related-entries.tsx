import type { RelationKind } from '../../platform/database/schema.ts'
import { formatDate } from '../../shared/date.ts'
import type { RelatedRow } from './queries.ts'
import { RELATION_LABELS } from './rules.ts'

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

interface RelatedProps {
  relations: readonly RelationView[]
}

/** On the entry's own page: every related entry with its title and date. */
export function RelatedEntries({ relations }: RelatedProps) {
  if (relations.length === 0) return null
  return (
    <section class="entry-part" aria-labelledby="related-heading">
      <h2 class="section-heading" id="related-heading">
        Related entries
      </h2>
      <dl class="related">
        {byLabel(relations).map(([label, entries]) => (
          <div key={label}>
            <dt>{label}</dt>
            {entries.map((entry) => (
              <dd key={entry.url}>
                <span class="related-number">{entry.number ?? '–'}</span>{' '}
                <a href={entry.url}>{entry.title}</a>{' '}
                <time dateTime={entry.filedOn}>{formatDate(entry.filedOn)}</time>
              </dd>
            ))}
          </div>
        ))}
      </dl>
    </section>
  )
}

/** Of each kind on the docket; the entry's page has the rest. */
const MOST = 4

/** On the docket: one line of numbers. */
export function RelatedLine({ relations, url }: RelatedProps & { url: string }) {
  if (relations.length === 0) return null
  return (
    <p class="related-line">
      {byLabel(relations).map(([label, entries]) => (
        <span class="related-kind" key={label}>
          {label}{' '}
          {entries.slice(0, MOST).map((entry, index) => (
            <span key={entry.url}>
              {index > 0 && ', '}
              <a href={entry.url} title={entry.title}>
                {entry.number === null
                  ? `entry of ${formatDate(entry.filedOn)}`
                  : `No. ${entry.number}`}
              </a>
            </span>
          ))}
          {entries.length > MOST && (
            <>
              {' and '}
              <a href={url}>{entries.length - MOST} more</a>
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
