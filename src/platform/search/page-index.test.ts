import fc from 'fast-check'
import { expect, test } from 'vitest'
import { joinParts, partsOf } from './page-index.ts'

test('a long page is read from its parts as it was', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 20_000 }),
      fc.constantFrom('a', '😀', 'a😀'),
      (count, text) => {
        const page = text.repeat(count)
        expect(joinParts(partsOf(page)) === page).toBe(true)
      },
    ),
    {
      numRuns: 50,
      examples: [
        [15_990, 'a'],
        [16_001, 'a'],
        [8001, 'a😀'],
      ],
    },
  )
})
