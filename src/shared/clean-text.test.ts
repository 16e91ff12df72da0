import { expect, test } from 'vitest'
import { cutText, oneLine, printable, storable } from './clean-text.ts'

test('one line: no line ends, no control characters, single spaces', () => {
  expect(oneLine(' a\r\n\u2028b\0\t c\u0085d\ud800 ')).toBe('a b c d\ufffd')
})

test('storable: no NUL, no half of a surrogate pair', () => {
  expect(storable('a\0b\ud83d')).toBe('ab\ufffd')
})

test('printable: only line ends and tabs of the control characters', () => {
  expect(printable('a\r\nb\tc\u0007d\uffffe\udc00')).toBe('a\nb\tc d e\ufffd')
})

test('cuts between characters', () => {
  expect(cutText('ab😀c', 3)).toBe('ab')
  expect(cutText('ab😀c', 4)).toBe('ab😀')
  expect(cutText('ab', 3)).toBe('ab')
})
