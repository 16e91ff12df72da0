import { expect, test } from 'vitest'
import { formatBytes } from './size.ts'

test.each([
  [0, '0 bytes'],
  [999, '999 bytes'],
  [1000, '1 KB'],
  [287_226, '287 KB'],
  [999_499, '999 KB'],
  [999_600, '1 MB'],
  [1_400_000, '1.4 MB'],
  [30_000_000, '30 MB'],
  [2_500_000_000, '2.5 GB'],
])('%i bytes are shown as %s', (bytes, shown) => {
  expect(formatBytes(bytes)).toBe(shown)
})
