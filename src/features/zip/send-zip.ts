import type { OutgoingHttpHeaders } from 'node:http'
import type { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import { ZipFile } from 'yazl'
import { hasTurn, isConnected, write } from '../../platform/http/delivery.ts'
import { endRecorded, type Recording } from '../downloads/send-document.ts'

/** Its record is that of all documents. */
export interface ZipAnswer extends Recording {
  zip: Zip
  /** The Content-Disposition header. */
  disposition: string
}

/**
 * Sends the archive as fast as the visitor takes it. Its documents count when its own last bytes have been sent, all of
 * them or none; those wait until the records are committed, as a single document's do (docs/decisions/029).
 */
export async function sendZip(reply: FastifyReply, answer: ZipAnswer): Promise<void> {
  const { zip, disposition, onFailure } = answer
  const site = reply.getHeaders() as OutgoingHttpHeaders
  reply.hijack()
  if (!(await hasTurn(reply.raw))) return
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
      if (isLast) await endRecorded(response, answer, bytes)
      else if (!(await write(response, bytes))) break
    }
  } catch (error) {
    if (isConnected(response)) {
      onFailure('read', error)
      // Only a cut connection says that bytes are missing.
      response.destroy()
    }
  } finally {
    response.off('close', abandon)
  }
}

export interface ZippedFile {
  name: string
  /** Milliseconds. */
  modifiedAt: number
  /** Bytes. */
  size: number
  open(): Readable
}

export interface Zip {
  /** Bytes: known before the first is read, since nothing is compressed (PDFs are already). */
  size: number
  /** The archive in pieces, each file opened when its turn comes. */
  pieces(): AsyncGenerator<ZipPiece>
}

export interface ZipPiece {
  bytes: Buffer
  isLast: boolean
}

/** An archive of small texts and large files, in flat memory; zip64 where it has to be. */
export function makeZip(
  texts: readonly { name: string; content: Buffer; modifiedAt: number }[],
  files: readonly ZippedFile[],
): Zip {
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
  // Its types leave the callback's argument out.
  const noteSize = ((total: number) => {
    size = total
  }) as () => void
  zip.end({ forceZip64Format: false, comment: '' }, noteSize)

  async function* pieces(): AsyncGenerator<ZipPiece> {
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
