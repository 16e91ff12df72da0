import { expect, it } from 'vitest'
import { readQuestion } from './question-rules.ts'
import { correctionsOf, withCaseOf, wordsToCorrect } from './spelling-rules.ts'

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
])('%j names a filing', (typed, number, attachment?: number) => {
  expect(readQuestion(typed).named).toEqual({ number, ...(attachment && { attachment }) })
})

it.each([
  ['claim number 112', 'claim n112'],
  ['Claim No. 112', 'claim n112'],
  ['claim #112', 'claim n112'],
  ['"claim number 112"', 'claim number n112'],
  ['number of claims', 'number claim'],
  ['order appointing a receiver', 'order appoint receiv'],
  ['11 U.S.C. 363', 'n11 usc n363'],
  ['11 USC § 363(b)', 'n11 usc n363 b'],
  ['11 U.S.C. section 363', 'n11 usc n363'],
  ['"11 U.S.C. § 363(b)"', 'n11 usc section n363 b'],
  ['§ 1983', 'section n1983'],
  ['Fed. R. Civ. P. 5.2', 'fed r civ p n5 n2'],
  ['to be or not to be', 'not'],
  ['to be', 'to be'],
])('%j looks for %j', (typed, words) => {
  const { terms, named } = readQuestion(typed)
  expect([terms.flat().join(' '), named]).toEqual([words, undefined])
})

it.each([
  ['when is the hearing', 'hearing'],
  ['When will the next hearing be held?', 'hearing'],
  ['hearing', 'hearing'],
  ['what is the deadline', 'deadline'],
  ['hearing on the receiver', undefined],
  ['bar date', undefined],
  ['constructor', undefined],
])('%j asks for a %s of the calendar', (typed, events) => {
  expect(readQuestion(typed).events).toBe(events)
})

it('corrects one typo in a word, and no numbers', () => {
  expect(wordsToCorrect('Penhalow v. Röhm, ECF 45, 9to5, of')).toEqual(['Penhalow'])
  for (const typed of ['Penhalow', 'Penhalllow', 'Pehnallow', 'Penhallov']) {
    expect(correctionsOf(typed)).toContain('penhallow')
  }
  expect(correctionsOf('abc').every((one) => one.startsWith('a'))).toBe(true)
  expect(withCaseOf('Penhalow', 'penhallow')).toBe('Penhallow')
  expect(withCaseOf('PENHALOW', 'penhallow')).toBe('PENHALLOW')
  expect(withCaseOf('penhalow', 'penhallow')).toBe('penhallow')
})
