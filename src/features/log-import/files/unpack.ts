import { once } from 'node:events'
import type { Transform } from 'node:stream'
import { constants, createZstdDecompress } from 'node:zlib'
import { describeReadError } from '../../../platform/command-error.ts'
import { LogProblem, unpackWith } from './system-unpacker.ts'

export type Packing = 'plain' | 'gzip' | 'bzip2' | 'zstd'
type PackedPieces = AsyncIterable<Buffer>

/** How much of a file shows its kind: a tar archive's mark is at byte 257. */
const HEAD_LENGTH = 512

/** Kinds of files that are not read, by their first bytes in hex. */
const UNREAD: [kind: string, start: RegExp][] = [
  ['a ZIP archive', /^504b0[357]0[468]/],
  ['packed with xz', /^fd377a585a00/],
  ['a 7-Zip archive', /^377abcaf271c/],
  ['a RAR archive', /^526172211a07/],
  ['packed with lz4', /^04224d18/],
  ['packed with compress', /^1f9d/],
  ['in UTF-16', /^(?:fffe|feff|(?:[2-7][0-9a-f]00){8}|(?:00[2-7][0-9a-f]){8})/],
  ['a tar archive', /^.{514}7573746172/],
]

function refuseUnread(head: Buffer): void {
  const hex = head.toString('hex')
  const [kind] = UNREAD.find(([, start]) => start.test(hex)) ?? []
  if (kind === undefined) return
  throw new LogProblem(
    `is ${kind}, which is not read. Unpack it, or save it as UTF-8 text, and import the result`,
  )
}

const PACKINGS: [Packing, start: RegExp][] = [
  ['gzip', /^1f8b/],
  ['bzip2', /^425a683[1-9]/],
  ['zstd', /^(?:28b52ffd|5[0-9a-f]2a4d18)/],
]

const packingOf = (head: Buffer): Packing =>
  PACKINGS.find(([, start]) => start.test(head.toString('hex')))?.[0] ?? 'plain'

/**
 * @param onPacking called once, before the first piece
 * @throws if the data is damaged, cut off, or a bomb, after yielding everything unpacked before that
 */
export async function* unpack(
  pieces: PackedPieces,
  onPacking: (packing: Packing) => void,
): AsyncGenerator<Buffer> {
  const { head, whole } = await readHead(pieces)
  const packing = packingOf(head)
  onPacking(packing)
  if (packing === 'plain') {
    refuseUnread(head)
    yield* whole
    return
  }
  const unpacked = await readHead(limitUnpacking(whole, unpackers[packing]))
  refuseUnread(unpacked.head)
  if (packingOf(unpacked.head) !== 'plain')
    throw new LogProblem('is packed twice. Unpack it once and import the result')
  yield* unpacked.whole
}

/** @returns the beginning, and everything with it */
async function readHead(pieces: PackedPieces) {
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
  return { head, whole: withHead(head, source, failure) }
}

const CHUNK = { chunkSize: 256 * 1024 }
/** zstd data can request a window of any size; 128 MB is the default limit of the zstd program. */
const ZSTD = { ...CHUNK, params: { [constants.ZSTD_d_windowLogMax]: 27 } }

const unpackers: Record<Exclude<Packing, 'plain'>, (packed: PackedPieces) => PackedPieces> = {
  gzip: (packed) => unpackWith('gzip', packed),
  bzip2: (packed) => unpackWith('bzip2', packed),
  zstd: (packed) => unzip(packed, () => createZstdDecompress(ZSTD)),
}

/** @param failure thrown after the head, if reading ended with it */
async function* withHead(head: Buffer, rest: AsyncIterator<Buffer>, failure: unknown) {
  if (head.length > 0) yield head
  if (failure) throw failure
  for (let next = await rest.next(); !next.done; next = await rest.next()) yield next.value
}

const MB = 1024 * 1024
/** Real logs compress to a tenth of their size, the most repetitive ones to a hundredth. */
const RATIO_FROM = 256 * MB
const MAX_RATIO = 500

/** PROMISES 23: stops at a decompression bomb. Memory use stays flat either way. */
async function* limitUnpacking(
  packed: PackedPieces,
  unpacker: (packed: PackedPieces) => PackedPieces,
) {
  let taken = 0
  let unpacked = 0
  async function* countPieces() {
    for await (const piece of packed) {
      taken += piece.length
      yield piece
    }
  }
  for await (const piece of unpacker(countPieces())) {
    unpacked += piece.length
    if (unpacked > RATIO_FROM && unpacked > taken * MAX_RATIO) {
      throw new LogProblem(
        `unpacks to more than ${MAX_RATIO} times its size, as no real log does; reading stopped there. If it is a log, unpack it yourself and import the result`,
      )
    }
    yield piece
  }
}

type Decoder = Transform & { bytesWritten: number }

/** A file may hold several zstd frames: when one decoder reaches its end, a new one takes the rest. */
async function* unzip(packed: PackedPieces, open: () => Decoder): AsyncGenerator<Buffer> {
  let decoder = feed(open())
  try {
    for await (const piece of packed) {
      for (let rest = piece; rest.length > 0; ) {
        const before = decoder.taken()
        yield* decoder.give(rest)
        rest = rest.subarray(decoder.taken() - before)
        if (rest.length === 0) continue
        decoder.destroy()
        decoder = feed(open())
      }
    }
    yield* decoder.end()
  } finally {
    decoder.destroy()
  }
}

/** A decoder that fails drops its buffered output, so the output of each piece is drained before the next is written. */
function feed(decoder: Decoder) {
  let failure: Error | undefined
  decoder.on('error', (error) => {
    failure = error
  })

  /** @param give writes to the decoder and calls back once it has consumed the input */
  async function* take(give: (done: () => void) => void) {
    let isTaken = false
    give(() => {
      isTaken = true
      decoder.emit('taken')
    })
    for (;;) {
      for (let piece = decoder.read(); piece !== null; piece = decoder.read()) yield piece as Buffer
      if (failure) throw failure
      if (isTaken) return
      await firstOf(decoder, ['taken', 'readable', 'close'])
    }
  }

  return {
    taken: () => decoder.bytesWritten,
    give: (piece: Buffer) => take((done) => decoder.write(piece, done)),
    end: () => take((done) => decoder.once('end', done).once('close', done).end()),
    destroy: () => void decoder.destroy(),
  }
}

async function firstOf(stream: Transform, events: string[]): Promise<void> {
  const waiting = new AbortController()
  await Promise.race(events.map((event) => once(stream, event, waiting))).catch(() => {})
  waiting.abort()
}

/** Text that follows the name of a file that could not be read to the end. */
export function describeProblem(error: unknown): string {
  const { code, message } = error as NodeJS.ErrnoException
  if (error instanceof LogProblem) return message
  if (/unexpected end of file/i.test(message) || code === 'Z_BUF_ERROR')
    return 'is cut off; the complete lines before that were read'
  if (/^(E[A-Z]+)$/.test(code ?? '')) return `cannot be read: ${describeReadError(error)}`
  return `is damaged and cannot be unpacked further (${message}); the complete lines before that were read`
}
