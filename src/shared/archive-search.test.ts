import { expect, test } from 'vitest'
import { numberWord, typedNumber, wordsOf } from './archive-search.ts'

test('words are the same whatever their accents, capitals, and endings', () => {
  expect([...wordsOf('Motions MOTION Señor 45-2')]).toEqual(['motion', 'senor', '45-2'])
})

test.each([
  ['45', '45'],
  ['ECF No. 45-2', '45-2'],
  ['Doc. 7', '7'],
  ['receiver 45', undefined],
])('%s is the number %s', (typed, number) => {
  expect(typedNumber(typed)).toBe(number)
})

test('the word for a number is one word of the index', () => {
  for (const mark of ['45', '45-2'])
    expect([...wordsOf(numberWord(mark))]).toEqual([numberWord(mark)])
})
