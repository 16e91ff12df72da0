import { expect, it } from 'vitest'
import { isSmall, parseQuery } from './query-rules.ts'

it.each([
  ['45', 45],
  ['No. 45', 45],
  ['#45', 45],
  ['ECF 45', 45],
  ['ecf45', 45],
  ['ECF No. 45', 45],
  ['Dkt. 45', 45],
  ['Dkt. No. 45', 45],
  ['[Docket No. 45]', 45],
  ['Docket Entry 45', 45],
  ['D.I. 45', 45],
  ['D.E. # 45', 45],
  ['Document 45', 45],
  ['re 45', 45],
  ['Re: Doc. 45', 45],
  ['Related Doc # 4264', 4264],
  ['related document(s) 4294', 4294],
  ['Doc. 45-2', 45, 2],
  ['45-2', 45, 2],
  ['"45 – 2"', 45, 2],
  ['Doc. 45, Attachment 2', 45, 2],
  ['ECF No. 45 att. #2', 45, 2],
])('%j names a filing', (typed, number, attachment?: number) => {
  expect(parseQuery(typed).named).toEqual({ number, ...(attachment && { attachment }) })
})

it.each([
  ['claim number 112', 'claim + 112'],
  ['Claim No. 112', 'Claim + 112'],
  ['number of claims', 'number + claims'],
  ['motion for a receiver', 'motion + receiver'],
  ['11 U.S.C. 363', '11 + U S C|USC + 363'],
  ['11 USC § 363(b)', '11 + USC|U S C + 363 b'],
  ['"11 U.S.C. § 363(b)"', '11 U S C 363 b|11 USC 363 b'],
  ['section 1983', '1983|1 983'],
  ['$1,250,000', '1 250 000|1250000'],
  ["O’Brien's Röhm", 'O Brien|OBrien + Rohm|Röhm'],
  ['obrien', 'obrien|o brien'],
  ['cross-motion 11-cv-1234', 'cross motion + 11 cv 1234|11 cv 1 234'],
  ['receiver AND "the \0 court" -x *', 'receiver + court + x'],
  ['"motion to dismiss the" "o\'s"', 'motion to dismiss + o'],
  ['to be or not to be', ''],
  ['"of the"', ''],
  ['§ \0 * "', ''],
])('%j looks for %j', (typed, words) => {
  const { terms, named } = parseQuery(typed)
  expect([terms.map((term) => term.join('|')).join(' + '), named]).toEqual([words, undefined])
})

it('puts a phrase first, with a number’s label or without', () => {
  const phrases = ['claim 112', 'claim no 112', 'claim number 112']
  expect(parseQuery('claim number 112').phrase).toEqual(phrases)
  expect(parseQuery('receiver').phrase).toBeUndefined()
})

it.each([
  ['3/5/2026', '2026-03-05'],
  ['03-05-26', '2026-03-05'],
  ['2026-03-05', '2026-03-05'],
  ['March 5, 2026', '2026-03-05'],
  ['Mar. 5 2026', '2026-03-05'],
  ['5 March 2026', '2026-03-05'],
  ['February 30, 2026', undefined],
  ['Ma 5 2026', undefined],
  ['363 b 2', undefined],
])('%j is the day %s', (typed, day) => {
  const query = parseQuery(typed)
  expect(query.day).toBe(day)
  if (day) expect(query.terms[0]).toEqual(expect.arrayContaining(['March 5 2026', '3 5 2026']))
})

it.each([
  ['when is the hearing', 'hearing'],
  ['When will the next hearing be held?', 'hearing'],
  ['hearing', 'hearing'],
  ['what is the deadline', 'deadline'],
  ['hearing on the receiver', undefined],
  ['bar date', undefined],
  ['constructor', undefined],
])('%j asks for a %s from the calendar', (typed, events) => {
  expect(parseQuery(typed).events).toBe(events)
})

it('parses a long query quickly, and keeps its first words', () => {
  for (const typed of ['a b-'.repeat(50_000), '"x '.repeat(50_000), 'U.S.C.'.repeat(50_000)]) {
    const { terms, phrase = [] } = parseQuery(typed)
    expect(terms.length).toBeLessThanOrEqual(12)
    for (const words of [...terms.flat(), ...phrase])
      expect(words.split(' ').length).toBeLessThanOrEqual(40)
  }
})

it('a word is small if it is so without its accents, as it is indexed', () => {
  expect(['bé', 'ÀND', 'café'].map(isSmall)).toEqual([true, true, false])
})
