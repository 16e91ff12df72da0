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

/** Entries by their ids. */
interface WordsFound {
  /** All words occur somewhere in the entry. */
  anywhere: ReadonlySet<number>
  /** All in its own text. */
  own: ReadonlySet<number>
  /** All in its title and type. */
  title: ReadonlySet<number>
}

/**
 * Puts first what has the docket number that was typed, then what has all words in its title and type, then in its own
 * text; within each, and among the others, the order stays.
 */
export function rankMatches(
  matches: readonly ListedEntry[],
  { own, title }: WordsFound,
  number: number | undefined,
): { told: ListedEntry[]; others: ListedEntry[] } {
  const ranks: [ListedEntry[], ListedEntry[], ListedEntry[], ListedEntry[]] = [[], [], [], []]
  for (const entry of matches) {
    if (number !== undefined && entry.number === number) ranks[0].push(entry)
    else if (title.has(entry.id)) ranks[1].push(entry)
    else if (own.has(entry.id)) ranks[2].push(entry)
    else ranks[3].push(entry)
  }
  return { told: [...ranks[0], ...ranks[1], ...ranks[2]], others: ranks[3] }
}
