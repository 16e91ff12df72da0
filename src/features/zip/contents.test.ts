import fc from 'fast-check'
import { expect, it } from 'vitest'
import { packDocuments, zipName } from './contents.ts'

it('names are legal, and unique regardless of case', () => {
  const document = fc.record({
    entry_number: fc.option(fc.integer({ min: 1, max: 3 })),
    filed_on: fc.constant('2026-01-01'),
    attachment_number: fc.integer({ min: 0, max: 2 }),
    title: fc.oneof(fc.constantFrom('Order', 'ORDER', 'order (2)', '../x', 'a/b'), fc.string()),
  })
  fc.assert(
    fc.property(fc.array(document, { maxLength: 30 }), (documents) => {
      const names = packDocuments(documents).map(({ name }) => name)
      expect(new Set(names.map((name) => name.toLowerCase())).size).toBe(documents.length)
      for (const name of names) expect(name).toMatch(/^[^\\/:*?"<>|]+\.pdf$/)
    }),
  )
  expect(zipName('1:26-cv-00045', 12)).toBe('Docket 1-26-cv-00045 - 12 documents.zip')
})
