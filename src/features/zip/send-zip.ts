import type { OutgoingHttpHeaders } from 'node:http'
import type { FastifyReply } from 'fastify'
import { hasTurn, isConnected, write } from '../../platform/http/delivery.ts'
import { endRecorded, type Recording } from '../downloads/send-document.ts'
import type { Zip } from './make-zip.ts'

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
