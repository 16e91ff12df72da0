import { readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { newFolder } from '../../../test/support/new-folder.ts'
import { readPieces } from './folder-storage.ts'

const FILE = join(newFolder(), 'pieces')
writeFileSync(FILE, Buffer.alloc(200_000))

test('one buffer serves all pieces, which end with the file', async () => {
  const buffers = new Set<ArrayBufferLike>()
  let length = 0
  for await (const piece of readPieces(FILE, 50_000, 999_999)) {
    buffers.add(piece.buffer)
    length += piece.length
  }
  expect([buffers.size, length]).toEqual([1, 150_000])
})

test('a reader who stops leaves no file open', async () => {
  const before = readdirSync('/dev/fd').length
  for (let i = 0; i < 20; i += 1) {
    for await (const piece of readPieces(FILE, 0, 199_999)) {
      expect(piece.length).toBeGreaterThan(0)
      break
    }
  }
  expect(readdirSync('/dev/fd').length).toBe(before)
})
