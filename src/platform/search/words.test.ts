import fc from 'fast-check'
import { expect, it } from 'vitest'
import { stemsOf, wordsOf } from './words.ts'

/** A second, slower definition of what a word is. */
const WORD =
  /(?<![\d,])\d{1,3}(?:,\d{3})+(?![\d,])|\p{L}(?:\.\p{L})+(?![\p{L}\p{N}\p{M}])\.?|[\p{L}\p{N}\p{M}]+(?:(?:['’ʼ\u00ad]|(?<=\p{L})[-\u2010\u00ad]\r?\n(?=\p{Ll}))[\p{L}\p{N}\p{M}]+)*|[§¶]+/gu

it('finds each word where it stands, whatever stands around it', () => {
  const sign = fc.constantFrom(
    ..."aZé09,'’-\r\n §¶\u00ad\u0301\u2010“_.😀𝒜\ud800\udc00".split(/(?:)/),
  )
  const text = fc.oneof(
    fc.array(sign, { maxLength: 40 }).map((signs) => signs.join('')),
    fc.string({ unit: 'binary', maxLength: 60 }),
  )
  fc.assert(
    fc.property(text, (typed) => {
      const places = Array.from(wordsOf(typed), ({ start, end }) => [start, end])
      const words = [...typed.matchAll(WORD)].filter(({ 0: word }) => stemsOf(word).length > 0)
      expect(places).toEqual(words.map(({ 0: word, index }) => [index, index + word.length]))
    }),
    { numRuns: 1000 },
  )
})

it.each([
  ['1,250,000 dollars, 45-2', 'n1250000 dollar n45 n2'],
  ['12,34 and 1,2345', 'n12 n34 and n1 n2345'],
  ['Bauer-\nfeld, Bauer-\nFeld', 'bauerfeld bauer feld'],
  ['the court’s court\'s "courts"', 'the court court court'],
  ['§§ 1983–1985', 'section n1983 n1985'],
  ['11 U.S.C. § 363(b)', 'n11 usc section n363 b'],
  ['11 USC, the U.S., J.P.Morgan, Fed.R.Civ.P. 5.2', 'n11 usc the us jp morgan fed r civ p n5 n2'],
])('%j is %s', (text, stems) => {
  expect(stemsOf(text).join(' ')).toBe(stems)
})
