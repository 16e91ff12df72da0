import type { DocketFilters, DocketOrder } from './views.ts'

/** The home page's address for these filters; what is at its default is left out, so that one view has one address. */
export function docketAddress(filters: DocketFilters): string {
  const query = filterQuery(filters)
  if (filters.order !== defaultOrder(filters.q) && !isOrphaned(filters)) {
    query.set('order', filters.order)
  }
  if (filters.page > 1) query.set('page', String(filters.page))
  const text = query.toString()
  return text ? `/?${text}` : '/'
}

/** What narrows the docket, without order and page. */
export function filterQuery({ q, type, filer, from, to }: DocketFilters): URLSearchParams {
  const chosen = Object.entries({ q, type, filer, from, to }).filter(([, value]) => value !== '')
  return new URLSearchParams(chosen)
}

/** Words are answered with what fits them best; the docket itself has the newest entry first. */
export function defaultOrder(q: string): DocketOrder {
  return q === '' ? 'newest' : 'relevance'
}

/** Without words nothing fits better than another. */
function isOrphaned({ q, order }: DocketFilters): boolean {
  return q === '' && order === 'relevance'
}

export function isFiltered({ q, type, filer, from, to }: DocketFilters): boolean {
  return [q, type, filer, from, to].some((value) => value !== '')
}
