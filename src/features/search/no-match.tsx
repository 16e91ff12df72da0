import { EmptyState } from '../../ui/notice.tsx'
import { docketAddress } from '../docket/entries/docket-address.ts'
import type { DocketFilters } from '../docket/entries/views.ts'

/** Why nothing was found, and what may help: fewer words, no other filter. */
export function NoMatch({ filters }: { filters: DocketFilters }) {
  const { q, type, filer, from, to } = filters
  const others = [type, filer, from, to].some((value) => value !== '')
  if (q !== '' && !/[\p{L}\p{N}§¶]/u.test(q)) {
    return (
      <EmptyState title={`“${q}” has no words to search for.`}>
        <p>Enter a word, a phrase in quotation marks, or an ECF number such as 45-2.</p>
      </EmptyState>
    )
  }
  const words = docketAddress({ ...filters, type: '', filer: '', from: '', to: '', page: 1 })
  return (
    <EmptyState title={q === '' ? 'No entry matches.' : `No entry matches “${q}”.`}>
      <ul>
        {q !== '' && others && (
          <li>
            <a href={words}>Search the whole docket for these words</a>, without the other filters.
          </li>
        )}
        {q.includes('"') && (
          <li>
            <a href={docketAddress({ ...filters, q: q.replaceAll('"', ''), page: 1 })}>
              Search without the quotation marks
            </a>
            : the words need not be next to each other.
          </li>
        )}
        {q !== '' && <li>Try fewer or different words. Entries must contain every word.</li>}
        {q === '' && <li>Try another type or filer, or a longer date range.</li>}
        <li>
          Scanned pages without text cannot be searched. <a href="/">Show the whole docket</a> to
          look through the titles.
        </li>
      </ul>
    </EmptyState>
  )
}
