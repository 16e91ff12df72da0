import { fstatSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { Socket } from 'node:net'

const PIECE = 1024 * 1024
const STANDARD_INPUT = 0

/**
 * The bytes of a file, or of standard input for `-`. A piece holds good until the next is asked for: a file is read
 * into the same buffer again and again.
 */
export async function* readPieces(path: string): AsyncGenerator<Buffer> {
  if (path === '-' && isPipe()) {
    yield* new Socket({ fd: STANDARD_INPUT, readable: true, writable: false })
    return
  }
  const file = await open(path === '-' ? '/dev/stdin' : path, 'r')
  const buffer = Buffer.allocUnsafe(PIECE)
  try {
    for (;;) {
      const { bytesRead } = await file.read(buffer, 0, PIECE, null)
      if (bytesRead === 0) return
      yield buffer.subarray(0, bytesRead)
    }
  } finally {
    await file.close()
  }
}

/** Waiting for a pipe as for a file could not be ended: Ctrl-C would come to nothing until the pipe ends. */
function isPipe(): boolean {
  const input = fstatSync(STANDARD_INPUT)
  return input.isFIFO() || input.isSocket()
}
