import { Readable } from 'node:stream'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { unzip } from '../../../test/support/unzip.ts'
import { makeZip } from './make-zip.ts'

const INDEX = { name: 'index.csv', content: Buffer.from('x'), modifiedAt: 1e12 }

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
      const zip = makeZip(INDEX, files)
      const archive = Buffer.concat(await zip.stream.toArray())
      expect(archive.length).toBe(zip.size)
      const unpacked = await unzip(archive)
      for (const [index, content] of contents.entries()) {
        expect(unpacked.get(`${index}.pdf`)?.equals(content)).toBe(true)
      }
    }),
    { numRuns: 20 },
  )
})

it('keeps an error for a reader who comes later, as behind another answer of the connection', async () => {
  const broken = () => new Readable().destroy(new Error('unreadable'))
  const { stream } = makeZip(INDEX, [{ name: 'a.pdf', modifiedAt: 1e12, size: 3, open: broken }])
  await expect.poll(() => stream.closed).toBe(true)
  await expect(stream.toArray()).rejects.toThrow('unreadable')
})
