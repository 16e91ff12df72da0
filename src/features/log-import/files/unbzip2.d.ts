/** The decoder inside unbzip2-stream, which has no types of its own. */
declare module 'unbzip2-stream/lib/bzip2.js' {
  import type { BitReader } from 'unbzip2-stream/lib/bit_iterator.js'

  const bzip2: {
    /** @returns the block size in units of 100 kB, 1 to 9 */
    header(bits: BitReader): number
    /** @returns the stream's checksum so far, null at the end of the stream */
    decompress(
      bits: BitReader,
      push: (byte: number) => void,
      block: Int32Array,
      size: number,
      checksum: number,
    ): number | null
  }
  export default bzip2
}

declare module 'unbzip2-stream/lib/bit_iterator.js' {
  export interface BitReader {
    (count: number | null): number
    bytesRead: number
  }
  export default function createBitReader(next: () => Uint8Array): BitReader
}
