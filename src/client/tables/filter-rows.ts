/** What is searched in a row: its text in lower case, made once. */
export function searchableText(text: string): string {
  return text.toLowerCase().replace(/\s+/g, ' ')
}

/** The positions of the rows that contain every word of the query, in any order. */
export function matchingRows(texts: readonly string[], query: string): Set<number> {
  const words = searchableText(query).split(' ').filter(Boolean)
  const matching = new Set<number>()
  texts.forEach((text, index) => {
    if (words.every((word) => text.includes(word))) matching.add(index)
  })
  return matching
}
