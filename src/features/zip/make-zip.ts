import type { Readable } from 'node:stream'
import { ZipFile } from 'yazl'

interface Zipped {
  name: string
  /** Milliseconds. */
  modifiedAt: number
}

/** The size is known before the first file is opened, since nothing is compressed. Destroying the stream closes the open file. */
export function makeZip(
  index: Zipped & { content: Buffer },
  files: readonly (Zipped & { size: number; open(): Readable })[],
): { size: number; stream: Readable } {
  const zip = new ZipFile()
  const stream = zip.outputStream as Readable
  let current: Readable | undefined
  stream.once('close', () => current?.destroy())
  // The reader gets the error. Without a listener, one that comes before the reader would end the process.
  stream.once('error', () => {})
  zip.addBuffer(index.content, index.name, { mtime: new Date(index.modifiedAt), compress: false })
  for (const { name, modifiedAt, size, open } of files) {
    const options = { mtime: new Date(modifiedAt), size, compress: false }
    zip.addReadStreamLazy(name, options, (done) => {
      current = open()
      current.once('error', (error) => stream.destroy(error))
      done(null, current)
    })
  }
  zip.on('error', (error: Error) => stream.destroy(error))
  let size = 0
  // The library's types omit the callback's argument.
  const noteSize = ((total: number) => {
    size = total
  }) as () => void
  zip.end({ forceZip64Format: false, comment: '' }, noteSize)
  return { size, stream }
}
