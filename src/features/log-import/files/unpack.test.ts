import { spawnSync } from 'node:child_process'
import { gzipSync, zstdCompressSync } from 'node:zlib'
import { expect, test, vi } from 'vitest'
import { describeProblem, unpack } from './unpack.ts'

const MB = 1024 * 1024
/** Made by bzip2: 'first' and 'second' in one stream, 'third' in a second one. */
const BZIP2 = Buffer.from(
  'QlpoOTFBWSZTWWdi1I0AAALBgAAQDyGcACAAIgBpkIBppolWFgPG1vi7kinChIM7FqRoQlpoOTFBWSZTWaXWepQAAALBgAAQBGAUACAAIhhoMAVKGF3JFOFCQpdZ6lA=',
  'base64',
)
const has = (program: string) => spawnSync(program, ['--help']).error === undefined
const [hasBzip2, hasZstd] = [has('bzip2'), has('zstd')]
const LINES = Array.from({ length: 20_000 }, (_, index) => `line ${index} ${index ** 3}\n`).join('')

/** pzstd puts one before each frame. */
const SKIPPED = Buffer.from([0x50, 0x2a, 0x4d, 0x18, 3, 0, 0, 0, 1, 2, 3])
const frame = (text: string) => [SKIPPED, zstdCompressSync(text)]

/** @returns the output, and the error if it ended early */
async function unpacked(packed: Buffer, pieceSize = 1000) {
  async function* pieces() {
    for (let start = 0; start < packed.length; start += pieceSize)
      yield packed.subarray(start, start + pieceSize)
  }
  const output = { packing: '', text: '', bytes: 0 }
  const onPacking = (packing: string) => Object.assign(output, { packing })
  try {
    for await (const piece of unpack(pieces(), onPacking)) {
      output.bytes += piece.length
      if (output.bytes < MB) output.text += piece.toString('latin1')
    }
    return { ...output, problem: undefined }
  } catch (error) {
    return { ...output, problem: describeProblem(error) }
  }
}

test.each([
  ['plain', Buffer.from(LINES)],
  ['gzip', gzipSync(LINES)],
  ['gzip', Buffer.concat([gzipSync(LINES.slice(0, 7)), gzipSync(LINES.slice(7))])],
  ...(hasZstd
    ? [
        ['zstd', zstdCompressSync(LINES)] as const,
        ['zstd', Buffer.concat([LINES.slice(0, 7), LINES.slice(7)].flatMap(frame))] as const,
      ]
    : []),
] as const)(
  '%s is known by its content, and unpacked to the last byte',
  async (packing, packed) => {
    expect(await unpacked(packed)).toEqual({ packing, text: LINES, bytes: LINES.length })
  },
)

const THREE = 'first\nsecond\nthird\n'
test.each([
  ['gzip', gzipSync(THREE)],
  ...(hasZstd
    ? [['zstd', Buffer.concat(['first\nsecond\n', 'third\n'].flatMap(frame))] as const]
    : []),
  ...(hasBzip2 ? [['bzip2', BZIP2] as const] : []),
  ['plain', Buffer.from(THREE)],
] as const)('%s that arrives byte by byte is unpacked', async (packing, packed) => {
  expect(await unpacked(packed, 1)).toEqual({ packing, text: THREE, bytes: 19 })
})

test('an empty file is a plain one with no lines', async () => {
  expect(await unpacked(Buffer.alloc(0))).toEqual({ packing: 'plain', text: '', bytes: 0 })
})

test.each([
  ['gzip', gzipSync(LINES)],
  ...(hasZstd ? [['zstd', zstdCompressSync(LINES)] as const] : []),
] as const)('%s that ends in the middle gives all that was whole', async (_, packed) => {
  const { text, problem } = await unpacked(packed.subarray(0, Math.floor(packed.length / 2)))
  expect(problem).toContain('is cut off')
  expect(text.length).toBeGreaterThan(LINES.length / 4)
  expect(LINES.startsWith(text)).toBe(true)
})

test.runIf(hasBzip2)('bzip2 that ends in the middle gives its whole blocks', async () => {
  const { text, problem } = await unpacked(BZIP2.subarray(0, -20))
  expect(text).toBe('first\nsecond\n')
  expect(problem).toContain('is cut off')
})

test.each([['gzip', gzipSync(LINES)], ...(hasBzip2 ? [['bzip2', BZIP2] as const] : [])] as const)(
  '%s that is damaged is reported as damaged',
  async (_, packed) => {
    const damaged = Buffer.from(packed)
    damaged.fill(0x55, Math.floor(packed.length / 2), Math.floor(packed.length / 2) + 20)
    expect((await unpacked(damaged)).problem).toContain('is damaged')
  },
)

test.each([
  ...(hasBzip2 ? [['bzip2 with zeros', BZIP2, '\0'.repeat(512)] as const] : []),
  ['gzip with zeros', gzipSync(THREE), '\0'.repeat(512)],
  ['gzip with line ends', gzipSync(THREE), '\n\n'],
] as const)('%s behind the data gives all of its lines', async (_, packed, more) => {
  const unpacking = await unpacked(Buffer.concat([packed, Buffer.from(more)]))
  expect(unpacking).toMatchObject({ text: THREE, problem: undefined })
})

test('gzip with a wrong checksum gives every line that gzip gives', async () => {
  const packed = gzipSync(LINES)
  packed[packed.length - 8] = (packed.at(-8) ?? 0) ^ 1
  const { text, problem } = await unpacked(packed)
  expect(text).toBe(LINES)
  expect(problem).toContain('is damaged')
})

const tar = Buffer.alloc(1024)
tar.write('access.log')
tar.write('ustar', 257)
test.each([
  ['a ZIP archive', Buffer.from('PK\x03\x04rest of it')],
  ['packed with xz', Buffer.from('fd377a585a000004', 'hex')],
  ['in UTF-16', Buffer.from('\ufeff203.0.113.5 - - [', 'utf16le')],
  ['in UTF-16', Buffer.from('203.0.113.5 - - [', 'utf16le')],
  ['a tar archive', tar],
  ['a tar archive', gzipSync(tar)],
])('what is %s is refused by that name', async (name, content) => {
  expect(await unpacked(content)).toMatchObject({
    text: '',
    problem: expect.stringContaining(`is ${name}`),
  })
})

test('bzip2 on a machine without the program says what to do', async () => {
  vi.stubEnv('PATH', '/nowhere')
  const { problem } = await unpacked(BZIP2)
  vi.unstubAllEnvs()
  expect(problem).toContain('the program bzip2 is not installed')
})

test('a file that unpacks to endless zeros is refused, in constant memory', async () => {
  const bomb = Buffer.concat(Array<Buffer>(300).fill(gzipSync(Buffer.alloc(MB))))
  const before = process.memoryUsage().rss
  const { bytes, problem } = await unpacked(bomb, 64 * 1024)
  expect(problem).toContain('more than 500 times its size')
  expect(bytes).toBeLessThan(258 * MB)
  expect(process.memoryUsage().rss - before).toBeLessThan(120 * MB)
})
