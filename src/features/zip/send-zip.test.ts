import { Readable } from 'node:stream'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { unzip } from '../../../test/support/unzip.ts'
import { makeZip } from './send-zip.ts'

it('any files come out as they went in, with the announced size', async () => {
  const file = fc.uint8Array({ maxLength: 200_000 }).map((bytes) => Buffer.from(bytes))
  await fc.assert(
    fc.asyncProperty(fc.array(file, { minLength: 1, maxLength: 5 }), async (contents) => {
      const files = contents.map((content, index) => ({
        name: `${index}.pdf`,
        modifiedAt: 1e12,
        size: content.length,
        open: () => Readable.from(content.length > 0 ? [content] : [], { objectMode: false }),
      }))
      const zip = makeZip([{ name: 'a', content: Buffer.from('x'), modifiedAt: 1e12 }], files)
      const parts: Buffer[] = []
      let isComplete = false
      for await (const { bytes, isLast } of zip.pieces()) {
        expect(isComplete).toBe(false)
        parts.push(bytes)
        isComplete = isLast
      }
      const archive = Buffer.concat(parts)
      expect([archive.length, isComplete]).toEqual([zip.size, true])
      const unpacked = await unzip(archive)
      for (const [index, content] of contents.entries()) {
        expect(unpacked.get(`${index}.pdf`)?.equals(content)).toBe(true)
      }
    }),
    { numRuns: 20 },
  )
})
