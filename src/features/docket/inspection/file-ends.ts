import { open } from 'node:fs/promises'

/** The beginning and the end of a file: enough to say what it is without reading 200 MB. */
export interface FileEnds {
  head: Buffer
  tail: Buffer
  /** The whole file, in bytes. */
  byteSize: number
}

const HEAD_BYTES = 4096
/** Real court PDFs carry line ends, padding or a gateway's leftovers after their last line; this much is searched. */
const TAIL_BYTES = 65_536

/** Rejects with the file system's error where the file cannot be read. */
export async function readFileEnds(path: string): Promise<FileEnds> {
  const file = await open(path)
  try {
    const { size } = await file.stat()
    const head = Buffer.alloc(Math.min(size, HEAD_BYTES))
    const tail = Buffer.alloc(Math.min(size, TAIL_BYTES))
    await file.read(head, 0, head.length, 0)
    await file.read(tail, 0, tail.length, size - tail.length)
    return { head, tail, byteSize: size }
  } finally {
    await file.close()
  }
}
