import { formatDate } from '../../shared/date.ts'
import type { RelationView } from './views.ts'

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
