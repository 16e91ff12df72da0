import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createSha256 } from './sha256.ts'

const hash = (...pieces: Uint8Array[]) => {
  const sha256 = createSha256()
  for (const piece of pieces) sha256.update(piece)
  return sha256.digest()
}
const byNode = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

test.each([
  // The examples of FIPS 180-2, appendix B.
  ['', 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'],
  ['abc', 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad'],
  [
    'abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq',
    '248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1',
  ],
])('the published example %j', (text, expected) => {
  expect(hash(new TextEncoder().encode(text))).toBe(expected)
})

test('as Node’s, at every length around the ends of blocks', () => {
  for (let length = 0; length <= 200; length += 1) {
    const bytes = new Uint8Array(length).fill(length)
    expect(hash(bytes)).toBe(byNode(bytes))
  }
})

test('as Node’s, however the bytes are cut into pieces', () => {
  const bytes = fc.uint8Array({ maxLength: 1000, size: 'max' })
  fc.assert(
    fc.property(fc.array(bytes, { maxLength: 8 }), (pieces) => {
      expect(hash(...pieces)).toBe(byNode(Buffer.concat(pieces)))
    }),
  )
})

test('as Node’s, for a file of several megabytes', () => {
  const bytes = new Uint8Array(5_000_001).map((_, index) => index * 7)
  expect(hash(bytes.subarray(0, 1_234_567), bytes.subarray(1_234_567))).toBe(byNode(bytes))
})
