import { expect, test } from 'vitest'
import { expectSteadyGrowth } from '../../../test/support/growth.ts'
import { acceptsCoding } from './page-cache.ts'

test.each([
  ['gzip, deflate, br', true],
  ['BR;q=0.5', true],
  ['gzip , br ; q=1.0', true],
  ['br;q=0', false],
  ['br;q=0.000', false],
  ['gzip', false],
  ['brotli', false],
  ['br;q=x', false],
  ['', false],
])('%j accepts Brotli: %s', (header, expected) => {
  expect(acceptsCoding(header, 'br')).toBe(expected)
})

test.each([' ', ',br ', ' ;', 'br;q=0.0', '0'])(
  'a header of %j is read in linear time',
  (piece) => {
    expectSteadyGrowth((text) => acceptsCoding(`br${text}x`, 'br'), piece)
  },
)
