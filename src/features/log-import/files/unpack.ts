import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { describeReadError } from '../../../platform/command-error.ts'

type Program = 'gzip' | 'bzip2' | 'zstd'
export type Packing = 'plain' | Program
type Pieces = AsyncIterable<Buffer>

/** The message follows the file's name. */
class LogProblem extends Error {}

/** How much of a file shows its kind: a tar archive's mark is at byte 257. */
const HEAD_LENGTH = 512

/** By the first bytes, in hex. */
const PROGRAMS: [Program, start: RegExp][] = [
  ['gzip', /^1f8b/],
  ['bzip2', /^425a683[1-9]/],
  ['zstd', /^(?:28b52ffd|5[0-9a-f]2a4d18)/],
]
const UNREAD: [kind: string, start: RegExp][] = [
  ['a ZIP archive', /^504b0[357]0[468]/],
  ['packed with xz', /^fd377a585a00/],
  ['a 7-Zip archive', /^377abcaf271c/],
  ['a RAR archive', /^526172211a07/],
  ['packed with lz4', /^(?:04224d18|02214c18)/],
  ['packed with compress', /^1f9d/],
  ['in UTF-16', /^(?:fffe|feff|(?:[2-7][0-9a-f]00){8}|(?:00[2-7][0-9a-f]){8})/],
  ['a tar archive', /^.{514}7573746172/],
]

/**
 * @param onPacking called once, before the first piece
 * @throws if the data is damaged, cut off, or a bomb, after yielding everything unpacked before that
 */
export async function* unpack(pieces: Pieces, onPacking: (packing: Packing) => void) {
  const packed = await readHead(pieces)
  const program = kindOf(PROGRAMS, packed.head)
  onPacking(program ?? 'plain')
  const unpacked = program && unpackWith(program, packed.whole)
  const log = unpacked ? await readHead(unpacked) : packed
  const unread = kindOf(UNREAD, log.head)
  if (unread !== undefined) {
    // Its program would wait for a reader.
    await unpacked?.return(undefined)
    throw new LogProblem(
      `is ${unread}, which is not read. Unpack it, or save it as UTF-8 text, and import the result`,
    )
  }
  yield* log.whole
}

const kindOf = <Kind>(kinds: readonly [Kind, RegExp][], head: Buffer): Kind | undefined =>
  kinds.find(([, start]) => start.test(head.toString('hex')))?.[0]

async function readHead(pieces: Pieces) {
  const source = pieces[Symbol.asyncIterator]()
  let head = Buffer.alloc(0)
  let failure: unknown
  try {
    while (head.length < HEAD_LENGTH) {
      const { value, done } = await source.next()
      if (done) break
      head = Buffer.concat([head, value])
    }
  } catch (error) {
    failure = error
  }
  async function* whole() {
    if (head.length > 0) yield head
    if (failure) throw failure
    for (let next = await source.next(); !next.done; next = await source.next()) yield next.value
  }
  return { head, whole: whole() }
}

const MB = 1024 * 1024
/** Real logs compress to a tenth of their size, the most repetitive ones to a hundredth. */
const RATIO_FROM = 256 * MB
const MAX_RATIO = 500
const MAX_STDERR = 1000

/**
 * Unpacks with the system's own program: Node's gunzip loses lines before damage and refuses padding, Node has no decoder for bzip2
 * and ends at a zstd file's first frame. Stops at a decompression bomb (PROMISES 23).
 */
async function* unpackWith(program: Program, packed: Pieces): AsyncGenerator<Buffer> {
  const unpacker = spawn(program, ['--decompress', '--stdout'])
  const ended = once(unpacker, 'close') as Promise<[code: number]>
  // Awaited at the end; until then a failure must not count as unhandled.
  ended.catch(() => {})
  let taken = 0
  let unpacked = 0
  let tail = ''
  async function* countTaken() {
    for await (const piece of packed) {
      taken += piece.length
      tail = (tail + piece.toString('latin1', piece.length - MAX_TAIL)).slice(-MAX_TAIL)
      yield piece
    }
  }
  // It stops reading at the first damage, as its exit code says.
  const fed = pipeline(Readable.from(countTaken()), unpacker.stdin).catch(() => {})
  let stderr = ''
  unpacker.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderr = (stderr + text).slice(0, MAX_STDERR)
  })
  try {
    for await (const piece of unpacker.stdout) {
      unpacked += piece.length
      if (unpacked > RATIO_FROM && unpacked > taken * MAX_RATIO) throw new LogProblem(BOMB)
      yield piece
    }
    await fed
    const [code] = await ended
    const hasMore = /trailing garbage|unknown header|unsupported format/i.test(stderr)
    if (hasMore ? isPadded(tail) : code === 0) return
    if (hasMore) throw new LogProblem(MORE)
    const isCut = /unexpected(ly)? end|ends unexpectedly|premature end/i.test(stderr)
    const what = isCut ? 'cut off' : 'damaged and cannot be unpacked further'
    throw new LogProblem(`is ${what}; the complete lines before that were read`)
  } catch (error) {
    const isMissing = (error as NodeJS.ErrnoException).code === 'ENOENT'
    if (!isMissing) throw error
    throw new LogProblem(
      `cannot be unpacked: the program ${program} is not installed. Install it, or unpack the file yourself and import the result`,
    )
  } finally {
    unpacker.kill()
  }
}

const MORE =
  'has something else behind its packed part; only that part was read. Unpack the rest yourself, and import the result'
const MAX_TAIL = 600

/** What tapes and some copies leave at the end is no damage. A few NULs may be the size that gzip puts there. */
function isPadded(tail: string): boolean {
  const [padding = ''] = /(?:[\n\r\t ]|\0{4})[\0\n\r\t ]*$/.exec(tail) ?? []
  const isText = /[\t\n\r -~]{16}$/.test(tail.slice(0, tail.length - padding.length))
  return padding !== '' && (!isText || padding.length === tail.length)
}

const BOMB = `unpacks to more than ${MAX_RATIO} times its size, as no real log does; reading stopped there. If it is a log, unpack it yourself and import the result`

export const describeProblem = (error: unknown): string =>
  error instanceof LogProblem ? error.message : `cannot be read: ${describeReadError(error)}`
