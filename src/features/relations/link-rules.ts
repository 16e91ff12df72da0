import type { RelatedRow } from './queries.ts'

type Related = Pick<RelatedRow, 'id' | 'number'>

/** Not the 16 of "16.1", the 8 of "8/4/2023", or a part of a longer number. */
const MENTION = /(?<![\d.,/:-])\d{1,12}(?:-\d{1,4})?(?![\d/:%]|[.,-]\d)/g

/** Splits the text so that the first mention of each related entry is a link. */
export function linkNumbers(text: string, related: readonly Related[]) {
  const ids = new Map(related.map(({ id, number }) => [String(number), id]))
  ids.delete('null')
  if (ids.size === 0) return [{ text }]
  const pieces: { text: string; href?: string }[] = []
  let end = 0
  for (const { index, 0: written } of text.matchAll(MENTION)) {
    const number = written.split('-')[0] ?? ''
    const id = ids.get(number)
    if (id === undefined) continue
    ids.delete(number)
    pieces.push({ text: text.slice(end, index) }, { text: written, href: `/entries/${id}` })
    end = index + written.length
  }
  return [...pieces, { text: text.slice(end) }].filter((piece) => piece.text !== '')
}
