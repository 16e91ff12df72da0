import fc from 'fast-check'
import { expect, it } from 'vitest'
import { excerptOf, markMatches, type Piece } from './excerpt.ts'
import type { Term } from './words.ts'

const shown = (pieces: readonly Piece[] = []) =>
  pieces.map(({ text, isMatch }) => (isMatch ? `[${text}]` : text)).join('')

/** An x for each character that is marked. */
const maskOf = (pieces: readonly Piece[]) =>
  pieces.map(({ text, isMatch }) => (isMatch ? 'x' : '-').repeat(text.length)).join('')

it('shows where all of the terms stand closest together, not where the first one does', () => {
  const filler = 'lorem ipsum dolor '.repeat(40)
  const text = `zebra ${filler} wombat alone ${filler} a wombat and a zebra ${filler} zebra wombat`
  const excerpt = shown(excerptOf(text, [['zebra'], ['wombat']], 60))
  expect(excerpt).toContain('[zebra] [wombat]')
  expect(shown(excerptOf(text, [['zebra'], ['quokka']], 30))).toMatch(/^\[zebra\]/)
})

it('marks every match of the stretch, a phrase as one with the words in it', () => {
  const terms: Term[] = [['motion', 'to', 'dismiss'], ['to'], ['zebra']]
  expect(shown(excerptOf('The motion to dismiss, to a zebra', terms))).toBe(
    'The [motion to dismiss], [to] a [zebra]',
  )
})

it('marks in an excerpt what it would mark in the whole text', () => {
  const word = fc.constantFrom('zebra', 'wombat', 'quokka', 'the', 'of')
  const text = fc.array(word, { maxLength: 120 }).map((words) => words.join(' '))
  const terms = fc.array(fc.array(word, { minLength: 1, maxLength: 3 }), {
    minLength: 1,
    maxLength: 3,
  })
  fc.assert(
    fc.property(text, terms, (typed, wanted) => {
      const whole = maskOf(markMatches(typed, wanted))
      const excerpt = excerptOf(typed, wanted, 50)
      expect(excerpt !== undefined).toBe(whole.includes('x'))
      const inside = (excerpt ?? []).filter(({ text: piece }) => !piece.includes('…'))
      const shownText = inside.map(({ text: piece }) => piece).join('')
      const places = Array.from(typed, (_, at) => at).filter((at) =>
        typed.startsWith(shownText, at),
      )
      const masks = places.map((at) => whole.slice(at, at + shownText.length))
      if (excerpt) expect(masks).toContain(maskOf(inside))
    }),
    { numRuns: 200 },
  )
})
