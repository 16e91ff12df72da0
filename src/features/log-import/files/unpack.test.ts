import { spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { constants, gzipSync, zstdCompressSync } from 'node:zlib'
import { expect, test, vi } from 'vitest'
import { describeProblem, unpack } from './unpack.ts'

const MB = 1024 * 1024
/** Made by bzip2: 'first' and 'second' in one stream, 'third' in a second one. */
const BZIP2 = Buffer.from(
  'QlpoOTFBWSZTWWdi1I0AAALBgAAQDyGcACAAIgBpkIBppolWFgPG1vi7kinChIM7FqRoQlpoOTFBWSZTWaXWepQAAALBgAAQBGAUACAAIhhoMAVKGF3JFOFCQpdZ6lA=',
  'base64',
)
const LINES = Array.from({ length: 20_000 }, (_, index) => `line ${index} ${index ** 3}\n`).join('')

/** As the program zstd writes it. */
const WITH_CHECKSUM = { params: { [constants.ZSTD_c_checksumFlag]: 1 } }

/** pzstd puts one before each frame. */
const SKIPPED = Buffer.from([0x50, 0x2a, 0x4d, 0x18, 3, 0, 0, 0, 1, 2, 3])
const frames = (...texts: string[]) =>
  Buffer.concat(texts.flatMap((text) => [SKIPPED, zstdCompressSync(text)]))

const MISSING = ['bzip2', 'zstd'].filter((program) => spawnSync(program, ['--help']).error)

/** Without those for which this machine has no program. */
const unpackable = (...rows: [name: string, packed: Buffer, more?: string][]) =>
  rows.filter(([name]) => !MISSING.some((program) => name.startsWith(program)))

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

test.each(
  unpackable(
    ['plain', Buffer.from(LINES)],
    ['gzip', gzipSync(LINES)],
    ['gzip', Buffer.concat([gzipSync(LINES.slice(0, 7)), gzipSync(LINES.slice(7))])],
    ['zstd', zstdCompressSync(LINES)],
    ['zstd', frames(LINES.slice(0, 7), LINES.slice(7))],
  ),
)('%s is known by its content, and unpacked to the last byte', async (packing, packed) => {
  expect(await unpacked(packed)).toEqual({ packing, text: LINES, bytes: LINES.length })
})

const THREE = 'first\nsecond\nthird\n'
test.each(
  unpackable(
    ['gzip', gzipSync(THREE)],
    ['zstd', frames('first\nsecond\n', 'third\n')],
    ['bzip2', BZIP2],
    ['plain', Buffer.from(THREE)],
  ),
)('%s that arrives byte by byte is unpacked', async (packing, packed) => {
  expect(await unpacked(packed, 1)).toEqual({ packing, text: THREE, bytes: 19 })
})

test('an empty file is a plain one with no lines', async () => {
  expect(await unpacked(Buffer.alloc(0))).toEqual({ packing: 'plain', text: '', bytes: 0 })
})

test.each(
  unpackable(
    ['gzip', gzipSync(LINES), LINES],
    ['zstd', zstdCompressSync(LINES), LINES],
    ['bzip2', BZIP2, THREE],
  ),
)('%s that ends in the middle gives all that was whole', async (_, packed, whole = '') => {
  const { text, problem } = await unpacked(packed.subarray(0, Math.floor(packed.length * 0.7)))
  expect(problem).toContain('is cut off')
  expect(text.length).toBeGreaterThan(whole.length / 4)
  expect(whole.startsWith(text)).toBe(true)
})

test.each(unpackable(['gzip', gzipSync(LINES)], ['bzip2', BZIP2]))(
  '%s that is damaged is reported as damaged',
  async (_, packed) => {
    const damaged = Buffer.from(packed)
    damaged.fill(0x55, Math.floor(packed.length / 2), Math.floor(packed.length / 2) + 20)
    expect((await unpacked(damaged)).problem).toContain('is damaged')
  },
)

test.each(
  unpackable(
    ['bzip2 with zeros', BZIP2, '\0'.repeat(512)],
    ['gzip with zeros', gzipSync(THREE), '\0'.repeat(512)],
    ['gzip with line ends', gzipSync(THREE), '\n\n'],
    ['zstd with zeros', zstdCompressSync(THREE, WITH_CHECKSUM), '\0'.repeat(512)],
  ),
)('%s behind the data gives all of its lines', async (_, packed, more = '') => {
  const unpacking = await unpacked(Buffer.concat([packed, Buffer.from(more)]))
  expect(unpacking).toMatchObject({ text: THREE, problem: undefined })
})

test.each(
  unpackable(
    ['bzip2, then a plain log,', BZIP2, LINES.slice(0, 500)],
    ['gzip, then a plain log,', gzipSync(THREE), LINES.slice(0, 500)],
    ['gzip, then zstd,', gzipSync(THREE), zstdCompressSync(LINES).toString('latin1')],
    ['zstd, then a plain log,', zstdCompressSync(THREE), LINES.slice(0, 500)],
  ),
)(
  '%s is read as far as it is packed, and the rest is not passed over',
  async (_, packed, more = '') => {
    const { text, problem } = await unpacked(Buffer.concat([packed, Buffer.from(more, 'latin1')]))
    expect(text).toBe(THREE)
    expect(problem).toContain('something else behind its packed part')
  },
)

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
  ['a 7-Zip archive', Buffer.from('377abcaf271c0004', 'hex')],
  ['a RAR archive', Buffer.from('526172211a070100', 'hex')],
  ['packed with lz4', Buffer.from('04224d186440a7', 'hex')],
  ['packed with compress', Buffer.from('1f9d90', 'hex')],
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

const countPrograms = () =>
  process.getActiveResourcesInfo().filter((kind) => kind === 'ProcessWrap').length
/** Of other test files, which run in the same process. */
const others = countPrograms()

test('no program is left behind by an archive that is not read', async () => {
  const large = Buffer.concat([tar, randomBytes(MB)])
  await unpacked(gzipSync(large))
  await expect.poll(countPrograms).toBeLessThanOrEqual(others)
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
