import createBitReader from 'unbzip2-stream/lib/bit_iterator.js'
import bzip2 from 'unbzip2-stream/lib/bzip2.js'

/** A compressed block is at most slightly larger than its 900 kB of content. */
const WHOLE_BLOCK = 1_100_000
const PIECE = 64 * 1024

/**
 * Unpacks one block at a time: usually 900 kB, at most 46 MB. The package's own stream would store each byte as a number.
 * The data may consist of several streams.
 * @throws if the data is damaged or cut off, after yielding the complete blocks before that
 */
export async function* unpackBzip2(packed: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  const source = packed[Symbol.asyncIterator]()
  // The bit reader asks for its first piece immediately.
  const waiting: Buffer[] = [Buffer.alloc(0)]
  let received = 0
  const bits = createBitReader(() => {
    const piece = waiting.shift()
    if (!piece) throw new Error('unexpected end of file')
    return piece
  })

  /** @returns whether anything is left to read */
  async function fill(): Promise<boolean> {
    while (received - bits.bytesRead < WHOLE_BLOCK) {
      const { value, done } = await source.next()
      if (done) break
      waiting.push(value)
      received += value.length
    }
    return received > bits.bytesRead
  }

  while (await fill()) {
    const size = bzip2.header(bits) * 100_000
    const block = new Int32Array(size)
    let checksum: number | null = 0
    while (checksum !== null) {
      if (!(await fill())) throw new Error('unexpected end of file')
      const unpacked: Buffer[] = []
      let length = PIECE
      checksum = bzip2.decompress(
        bits,
        (byte) => {
          if (length === PIECE) {
            unpacked.push(Buffer.allocUnsafe(PIECE))
            length = 0
          }
          const piece = unpacked.at(-1) as Buffer
          piece[length] = byte
          length += 1
        },
        block,
        size,
        checksum,
      )
      const last = unpacked.pop()
      yield* unpacked
      if (last) yield last.subarray(0, length)
    }
  }
}
