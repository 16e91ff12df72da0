import type { DocketFilters, DocketOrder } from './views.ts'

/** Leaves out default values, so that each view has only one address. */
export function docketUrl(filters: DocketFilters, path = '/'): string {
  const query = filterQuery(filters)
  if (filters.order !== defaultOrder(filters.q)) query.set('order', filters.order)
  if (filters.page > 1) query.set('page', String(filters.page))
  const text = query.toString()
  return text ? `${path}?${text}` : path
}

export function filterQuery({ q, type, filer, from, to }: DocketFilters): URLSearchParams {
  const chosen = Object.entries({ q, type, filer, from, to }).filter(([, value]) => value !== '')
  return new URLSearchParams(chosen)
}

export const defaultOrder = (q: string): DocketOrder => (q === '' ? 'newest' : 'relevance')

export const isFiltered = (filters: DocketFilters) => filterQuery(filters).size > 0

export const isReversed = ({ from, to }: DocketFilters) => from !== '' && to !== '' && from > to
