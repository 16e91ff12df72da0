import type { DocketFilters } from './views.ts'

/** The home page's address for these filters; what is at its default is left out, so that one view has one address. */
export function docketAddress(filters: DocketFilters): string {
  const query = new URLSearchParams()
  if (filters.q) query.set('q', filters.q)
  if (filters.type) query.set('type', filters.type)
  if (filters.from) query.set('from', filters.from)
  if (filters.to) query.set('to', filters.to)
  if (filters.order !== 'newest') query.set('order', filters.order)
  if (filters.page > 1) query.set('page', String(filters.page))
  const text = query.toString()
  return text ? `/?${text}` : '/'
}

export function isFiltered({ q, type, from, to }: DocketFilters): boolean {
  return [q, type, from, to].some((value) => value !== '')
}
