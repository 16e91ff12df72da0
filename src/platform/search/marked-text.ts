export type Piece = ReturnType<typeof readMarked>[number]

/** Around each match in what a database returns. Stored texts have no control characters (search-index.ts). */
export const MARKS = { start: '\u0002', end: '\u0003' } as const

const MARK = new RegExp(`[${MARKS.start}${MARKS.end}]`, 'g')
const BETWEEN_MARKS = new RegExp(`${MARKS.end}(\\s+)${MARKS.start}`, 'g')

/** Words marked one after another become one match. */
export function readMarked(text: string) {
  const pieces = text.replace(BETWEEN_MARKS, '$1').split(MARK)
  return pieces
    .map((piece, index) => ({ text: piece, isMatch: index % 2 === 1 }))
    .filter((piece) => piece.text !== '')
}

export const withoutMarks = (text: string) => text.replace(MARK, '')
