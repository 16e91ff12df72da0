import { type Term, type Word, wordsOf } from './words.ts'

export interface Piece {
  text: string
  isMatch: boolean
}

interface Stretch {
  start: number
  end: number
}

interface Match extends Stretch {
  term: number
}

const EXCERPT = 220
const MOST_READ = 250_000

export function markMatches(text: string, terms: readonly Term[]): Piece[] {
  return toPieces(text, { start: 0, end: text.length }, findMatches(text, terms))
}

/** The part of the text with the most terms, closest together; undefined if none occurs. */
export function excerptOf(text: string, terms: readonly Term[], most = EXCERPT) {
  const matches = findMatches(text, terms)
  const best = bestStretch(matches, most)
  if (!best) return undefined
  const stretch = widen(text, best, most)
  const pieces = toPieces(text, stretch, matches).map((piece) => ({
    ...piece,
    text: piece.text.replace(/\s+/g, ' '),
  }))
  if (stretch.start > 0) pieces.unshift({ text: '… ', isMatch: false })
  if (stretch.end < text.length) pieces.push({ text: ' …', isMatch: false })
  return joinAlike(pieces)
}

function findMatches(text: string, terms: readonly Term[]): Match[] {
  if (terms.length === 0) return []
  const byLast = Map.groupBy(terms.entries(), ([, term]) => term.at(-1) ?? '')
  const words: Word[] = []
  const matches: Match[] = []
  for (const word of wordsOf(text.slice(0, MOST_READ))) {
    words.push(word)
    for (const [number, term] of byLast.get(word.stem) ?? []) {
      const first = startOfTerm(words, term)
      if (first) matches.push({ start: first.start, end: word.end, term: number })
    }
  }
  return matches.sort((a, b) => a.start - b.start)
}

/** If the latest words are the term, returns its first word. */
function startOfTerm(words: readonly Word[], term: Term): Word | undefined {
  const first = words.length - term.length
  return term.every((stem, offset) => words[first + offset]?.stem === stem)
    ? words[first]
    : undefined
}

/** The window with the most different terms; if several, the first where they are closest together. */
function bestStretch(matches: readonly Match[], most: number) {
  let best: { start: number; end: number; terms: number; closest: number } | undefined
  for (const [index, { start, end: ownEnd }] of matches.entries()) {
    const seen = new Set<number>()
    let end = ownEnd
    let closest = 0
    for (let next = index; next < matches.length; next++) {
      const match = matches[next]
      if (!match || match.start > start + most) break
      if (match.end > start + most && next > index) continue
      if (seen.size > 0 && !seen.has(match.term)) closest = match.end - start
      seen.add(match.term)
      end = Math.max(end, match.end)
    }
    const isCloser = best?.terms === seen.size && closest < best.closest
    if (!best || seen.size > best.terms || isCloser)
      best = { start, end, terms: seen.size, closest }
  }
  return best
}

function widen(text: string, { start, end }: Stretch, most: number): Stretch {
  const room = Math.max(0, most - (end - start))
  let from = Math.max(0, start - Math.floor(room / 3))
  let to = Math.min(text.length, end + (room - (start - from)))
  from = Math.max(0, Math.min(from, start - (room - (to - end))))
  if (from > 0) {
    const space = /\s/.exec(text.slice(from, start))
    from = space ? from + space.index + 1 : start
  }
  if (to < text.length) {
    const space = text.slice(end, to).search(/\s\S*$/)
    to = space >= 0 ? end + space : end
  }
  return { start: from, end: to }
}

function toPieces(text: string, stretch: Stretch, matches: readonly Match[]): Piece[] {
  const { start: from, end: to } = stretch
  const pieces: Piece[] = []
  let at = from
  const push = (end: number, isMatch: boolean) => {
    if (end > at) pieces.push({ text: text.slice(at, end), isMatch })
    at = Math.max(at, end)
  }
  for (const { start, end } of matches) {
    if (start < from || start >= to || end <= at) continue
    push(Math.max(at, start), false)
    push(Math.min(end, to), true)
  }
  push(to, false)
  return joinAlike(pieces)
}

function joinAlike(pieces: readonly Piece[]): Piece[] {
  const joined: Piece[] = []
  for (const piece of pieces) {
    const last = joined.at(-1)
    if (last?.isMatch === piece.isMatch) last.text += piece.text
    else joined.push({ ...piece })
  }
  return joined
}
