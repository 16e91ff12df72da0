import { open } from 'node:fs/promises'

/** Small, for many slow readers; large enough for a fast one. */
const PIECE_SIZE = 64 * 1024

/**
 * The bytes of a file from `start` to `end`, both included; fewer where the file ends before. All pieces are read into
 * one buffer, so a piece is valid until the next is asked for. A stream would read ahead and leave each piece to the
 * garbage collector: with 200 slow readers that is three times the memory (PROMISES 16).
 */
export async function* readPieces(
  path: string,
  start: number,
  end: number,
): AsyncGenerator<Buffer, void, undefined> {
  const file = await open(path)
  try {
    const buffer = Buffer.allocUnsafeSlow(Math.min(PIECE_SIZE, end - start + 1))
    let position = start
    while (position <= end) {
      const length = Math.min(buffer.length, end - position + 1)
      const { bytesRead } = await file.read(buffer, 0, length, position)
      if (bytesRead === 0) return
      position += bytesRead
      yield buffer.subarray(0, bytesRead)
    }
  } finally {
    await file.close()
  }
}
