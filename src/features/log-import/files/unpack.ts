import { constants, createGunzip, createZstdDecompress } from 'node:zlib'
import { unpackBzip2 } from './bzip2.ts'
import { feed } from './feed.ts'
import { limitUnpacking } from './limit-unpacking.ts'
import { followZstdFrames } from './zstd-frames.ts'

export type Packing = 'plain' | 'gzip' | 'bzip2' | 'zstd'

/** The longest signature. */
const SIGNATURE_LENGTH = 4
/** zstd may ask for a window of any size; what its own program grants without being told is 128 MB. */
const ZSTD_WINDOW_LOG = 27
const CHUNK = 256 * 1024

/** What a file is, by its first bytes; names say nothing. */
export function packingOf(head: Buffer): Packing {
  const hex = head.toString('hex', 0, SIGNATURE_LENGTH)
  if (hex.startsWith('1f8b')) return 'gzip'
  if (/^425a683[1-9]$/.test(hex)) return 'bzip2'
  if (hex === '28b52ffd' || /^5[0-9a-f]2a4d18$/.test(hex)) return 'zstd'
  return 'plain'
}

/**
 * The bytes of a log, unpacked where it is packed. What was unpacked before an error is handed out before it is thrown.
 * @param onPacking told once, before the first piece
 * @throws where the data is damaged, ends in the middle, or unpacks beyond all measure
 */
export async function* unpack(
  pieces: AsyncIterable<Buffer>,
  onPacking: (packing: Packing) => void,
): AsyncGenerator<Buffer> {
  const source = pieces[Symbol.asyncIterator]()
  let head = Buffer.alloc(0)
  while (head.length < SIGNATURE_LENGTH) {
    const { value, done } = await source.next()
    if (done) break
    head = Buffer.concat([head, value])
  }
  const packing = packingOf(head)
  onPacking(packing)
  const whole = behind(head, source)
  if (packing === 'plain') yield* whole
  else yield* limitUnpacking(whole, (packed) => unpackers[packing](packed))
}

const unpackers: Record<
  Exclude<Packing, 'plain'>,
  (packed: AsyncIterable<Buffer>) => AsyncIterable<Buffer>
> = {
  gzip: unpackGzip,
  zstd: unpackZstd,
  bzip2: unpackBzip2,
}

async function* behind(head: Buffer, rest: AsyncIterator<Buffer>): AsyncGenerator<Buffer> {
  if (head.length > 0) yield head
  for (let next = await rest.next(); !next.done; next = await rest.next()) yield next.value
}

/** Several members one behind the other are one file; zlib goes on by itself. */
async function* unpackGzip(packed: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  const gunzip = feed(createGunzip({ chunkSize: CHUNK }))
  try {
    for await (const piece of packed) yield* gunzip.give(piece)
    yield* gunzip.end()
  } finally {
    gunzip.destroy()
  }
}

/** A decoder for each frame: Node's takes one, and does not tell whether it was whole. */
async function* unpackZstd(packed: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  const frames = followZstdFrames()
  const params = { [constants.ZSTD_d_windowLogMax]: ZSTD_WINDOW_LOG }
  let decoder: ReturnType<typeof feed> | undefined
  try {
    for await (const piece of packed) {
      for (let rest = piece; rest.length > 0; ) {
        const length = frames.follow(rest)
        decoder ??= feed(createZstdDecompress({ chunkSize: CHUNK, params }))
        yield* decoder.give(rest.subarray(0, length))
        rest = rest.subarray(length)
        if (!frames.isBetweenFrames()) continue
        yield* decoder.end()
        decoder.destroy()
        decoder = undefined
      }
    }
    if (decoder) throw new Error('unexpected end of file')
  } finally {
    decoder?.destroy()
  }
}
