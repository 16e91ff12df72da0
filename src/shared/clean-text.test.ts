import { expect, test } from 'vitest'
import { cutText, endSentence, oneLine, printable, storable, summary } from './clean-text.ts'

test('a text is one line, can be stored, and can be printed, whatever characters it has', () => {
  expect(oneLine(' a\r\n\u2028b\0\t c\u0085d\ud800 ')).toBe('a b c d\ufffd')
  expect(storable('a\0b\ud83d')).toBe('ab\ufffd')
  expect(printable('a\r\nb\tc\u0007d\uffffe\udc00')).toBe('a\nb\tc d e\ufffd')
})

test('a text is cut between characters', () => {
  expect(cutText('ab😀c', 3)).toBe('ab')
  expect(cutText('ab😀c', 4)).toBe('ab😀')
  expect(cutText('ab', 3)).toBe('ab')
})

test.each([
  ['short', 200, 'short'],
  ['  two\n lines ', 200, 'two lines'],
  ['one two three', 9, 'one two …'],
  ['one, two', 5, 'one …'],
  ['unbroken', 4, 'unbr …'],
  ['ab😀c', 3, 'ab …'],
])('%j within %i is %j', (text, max, expected) => expect(summary(text, max)).toBe(expected))

test.each([
  ['Names Doe', 'Names Doe.'],
  ['Names Acme Inc.', 'Names Acme Inc.'],
  ['Motion for leave…', 'Motion for leave…'],
])('the sentence of %j ends once: %j', (text, expected) => expect(endSentence(text)).toBe(expected))
