import { randomBytes } from 'node:crypto'
import { readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readPieces } from './folder-storage.ts'

const FILE = join(tmpdir(), `docket-pieces-${process.pid}`)
const CONTENT = randomBytes(200_000)

beforeAll(() => writeFileSync(FILE, CONTENT))
afterAll(() => rmSync(FILE))

/** Copies each piece, because it is valid only until the next. */
async function readAll(start: number, end: number, path = FILE): Promise<Buffer> {
  const pieces: Buffer[] = []
  for await (const piece of readPieces(path, start, end)) pieces.push(Buffer.from(piece))
  return Buffer.concat(pieces)
}

test('a range beyond the end gives what is there', async () => {
  expect((await readAll(150_000, 999_999)).equals(CONTENT.subarray(150_000))).toBe(true)
  expect((await readAll(300_000, 999_999)).length).toBe(0)
})

test('one buffer serves all pieces', async () => {
  const buffers = new Set<ArrayBufferLike>()
  for await (const piece of readPieces(FILE, 0, 199_999)) buffers.add(piece.buffer)
  expect(buffers.size).toBe(1)
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
