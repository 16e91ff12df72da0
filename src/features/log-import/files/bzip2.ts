import createBitReader, { type BitReader } from 'unbzip2-stream/lib/bit_iterator.js'
import bzip2 from 'unbzip2-stream/lib/bzip2.js'

/** A compressed block is a little larger than its 900 kB at most. */
const WHOLE_BLOCK = 1_100_000
const PIECE = 64 * 1024

/**
 * Unpacks bzip2, several streams one behind the other included, block by block: the most that is held is one block,
 * which unpacks to 46 MB where someone made it to, and to 900 kB otherwise.
 *
 * @throws where the data is damaged or ends in the middle; whole blocks before that were handed out
 */
export async function* unpackBzip2(packed: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  const source = packed[Symbol.asyncIterator]()
  const waiting: Buffer[] = []
  let received = 0
  let ended = false
  let bits: BitReader | undefined
  function next(): Buffer {
    const piece = waiting.shift()
    if (!piece) throw new Error('unexpected end of file')
    return piece
  }

  async function fill(): Promise<boolean> {
    while (!ended && received - (bits?.bytesRead ?? 0) < WHOLE_BLOCK) {
      const { value, done } = await source.next()
      ended = done === true
      if (!value || value.length === 0) continue
      waiting.push(Buffer.from(value))
      received += value.length
    }
    return received > (bits?.bytesRead ?? 0)
  }

  while (await fill()) {
    // It takes its first piece at once.
    bits ??= createBitReader(next)
    const size = bzip2.header(bits) * 100_000
    const block = new Int32Array(size)
    let crc: number | null = 0
    while (crc !== null) {
      if (!(await fill())) throw new Error('unexpected end of file')
      const unpacked = createPieces()
      crc = bzip2.decompress(bits, unpacked.push, block, size, crc)
      yield* unpacked.pieces()
    }
  }
}

/** Takes byte by byte, as the decoder gives them. */
function createPieces() {
  const full: Buffer[] = []
  let piece = Buffer.allocUnsafe(PIECE)
  let length = 0
  return {
    push(byte: number): void {
      if (length === PIECE) {
        full.push(piece)
        piece = Buffer.allocUnsafe(PIECE)
        length = 0
      }
      piece[length] = byte
      length += 1
    },
    pieces: () => [...full, piece.subarray(0, length)],
  }
}
