import fc from 'fast-check'
import { expect, test } from 'vitest'
import { downloadsOf, storedUserAgent } from './download-rules.ts'

test.each([
  [{ wholes: 0, ranges: 0 }, 0],
  [{ wholes: 0, ranges: 1 }, 1],
  [{ wholes: 0, ranges: 9 }, 1],
  [{ wholes: 1, ranges: 9 }, 1],
  [{ wholes: 2, ranges: 0 }, 2],
])('%j are %i', (chain, downloads) => {
  expect(downloadsOf(chain)).toBe(downloads)
})

test('a user agent is stored with its first 500 characters, none of them cut in half', () => {
  expect(storedUserAgent('x'.repeat(30_000))).toBe('x'.repeat(500))
  expect(storedUserAgent(`x${'😀'.repeat(700)}`)).toBe(`x${'😀'.repeat(499)}`)
  expect(storedUserAgent('a\0b\ud800')).toBe('ab\ufffd')
  const unit = fc.oneof(fc.string({ unit: 'binary' }), fc.constantFrom('\0', '\ud83d', 'é', '😀'))
  fc.assert(
    fc.property(fc.array(unit, { maxLength: 900 }), (parts) => {
      const stored = storedUserAgent(parts.join(''))
      expect([...stored].length).toBeLessThanOrEqual(500)
      expect(stored.isWellFormed()).toBe(true)
    }),
  )
})
