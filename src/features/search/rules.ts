/** What the order of a search's results is made of. */
export interface ListedEntry {
  id: number
  number: number | null
  filed_on: string
  type: string
  filed_by: string
}

/** What is left out, or empty, narrows nothing. */
export interface DocketFilter {
  /** Words in the entry's text or in its PDFs, or a docket number. */
  q?: string | undefined
  type?: string | undefined
  filer?: string | undefined
  /** YYYY-MM-DD, included. */
  from?: string | undefined
  to?: string | undefined
}

/** Whether the entry passes all but the words. */
export function passes(entry: ListedEntry, { type, filer, from, to }: DocketFilter): boolean {
  if (type && entry.type !== type) return false
  if (filer && entry.filed_by !== filer) return false
  if (from && entry.filed_on < from) return false
  return !to || entry.filed_on <= to
}

/** Those that come first, and the others, each in the order they had. */
export function partition<T>(all: readonly T[], isFirst: (one: T) => boolean): [T[], T[]] {
  const { true: yes = [], false: no = [] } = Object.groupBy(all, (one) => `${isFirst(one)}`)
  return [yes, no]
}
