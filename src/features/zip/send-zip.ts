import type { OutgoingHttpHeaders } from 'node:http'
import type { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import { ZipFile } from 'yazl'
import { isConnected, waitForTurn, writeChunk } from '../../platform/http/write-response.ts'
import { endWithRecord, type Recording } from '../downloads/send-document.ts'

/** One record for all the documents. */
export interface ZipAnswer extends Recording {
  zip: ReturnType<typeof makeZip>
  disposition: string
}

/**
 * Sends the archive as fast as the visitor reads it. All of its documents count as downloaded, or none: as with one
 * document, the last bytes are held back until the records are committed (docs/decisions/002).
 */
export async function sendZip(reply: FastifyReply, answer: ZipAnswer): Promise<void> {
  const { zip, disposition, onFailure } = answer
  const site = reply.getHeaders() as OutgoingHttpHeaders
  reply.hijack()
  if (!(await waitForTurn(reply.raw))) return
  const response = reply.raw.writeHead(200, {
    ...site,
    'content-type': 'application/zip',
    'content-length': String(zip.size),
    'content-disposition': disposition,
    'cache-control': 'no-store',
    'x-accel-buffering': 'no',
  })
  const pieces = zip.pieces()
  const abandon = () => void pieces.return(undefined)
  response.once('close', abandon)
  try {
    for await (const { bytes, isLast } of pieces) {
      if (isLast) await endWithRecord(response, answer, bytes)
      else if (!(await writeChunk(response, bytes))) break
    }
  } catch (error) {
    if (isConnected(response)) {
      onFailure('read', error)
      // Only a broken connection shows the visitor that bytes are missing.
      response.destroy()
    }
  } finally {
    response.off('close', abandon)
  }
}

interface Zipped {
  name: string
  /** Milliseconds. */
  modifiedAt: number
}

/**
 * An archive of small texts and large files, in constant memory; zip64 only if needed. Its size is known before the
 * first file is opened, since nothing is compressed (PDFs already are).
 */
export function makeZip(
  texts: readonly (Zipped & { content: Buffer })[],
  files: readonly (Zipped & { size: number; open(): Readable })[],
) {
  const zip = new ZipFile()
  const out = zip.outputStream as Readable
  let taken = 0
  let current: Readable | undefined
  for (const { name, content, modifiedAt } of texts) {
    zip.addBuffer(content, name, { mtime: new Date(modifiedAt), compress: false })
  }
  for (const { name, modifiedAt, size, open } of files) {
    const options = { mtime: new Date(modifiedAt), size, compress: false }
    zip.addReadStreamLazy(name, options, (done) => {
      current = open()
      current.once('error', (error) => out.destroy(error))
      done(null, current)
    })
  }
  zip.on('error', (error: Error) => out.destroy(error))
  let size = 0
  // The library's types omit the callback's argument.
  const noteSize = ((total: number) => {
    size = total
  }) as () => void
  zip.end({ forceZip64Format: false, comment: '' }, noteSize)

  async function* pieces() {
    try {
      for await (const bytes of out as AsyncIterable<Buffer>) {
        taken += bytes.length
        yield { bytes, isLast: taken === size }
      }
      if (taken !== size) throw new Error(`the archive has ${taken} bytes instead of ${size}`)
    } finally {
      current?.destroy()
      out.destroy()
    }
  }
  return { size, pieces }
}
