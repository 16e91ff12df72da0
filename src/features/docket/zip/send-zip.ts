import type { OutgoingHttpHeaders } from 'node:http'
import type { FastifyReply } from 'fastify'
import { end, hasTurn, isConnected, write } from '../../../platform/http/write-response.ts'
import type { Record } from '../../documents/send-document.ts'
import type { Zip } from './make-zip.ts'

export interface ZipAnswer {
  zip: Zip
  /** The Content-Disposition header. */
  disposition: string
  /** Records that the file has been downloaded; by its place among the archive's files. */
  record(index: number): Promise<Record>
  onFailure(what: 'record' | 'withdraw' | 'read', error: unknown): void
}

/**
 * Sends the archive as fast as the visitor takes it. A document inside counts as a download as soon as all of its bytes
 * have been sent, whatever becomes of the rest; one that was cut off counts never. The archive's last bytes wait until
 * the records are committed, so that a process that is killed has lost none of a whole archive.
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
    let recorded = 0
    for await (const { bytes, complete, isLast } of pieces) {
      if (!isLast) {
        if (!(await write(response, bytes))) break
        await recordAll(answer, recorded, complete)
        recorded = complete
        continue
      }
      const records = await recordAll(answer, recorded, complete)
      if (!(await end(response, bytes))) await withdrawAll(answer, records)
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

/** A failure to record leaves the archive alone. */
async function recordAll(
  { record, onFailure }: ZipAnswer,
  from: number,
  to: number,
): Promise<Record[]> {
  const indexes = Array.from({ length: to - from }, (_, offset) => from + offset)
  const outcomes = await Promise.allSettled(indexes.map((index) => record(index)))
  return outcomes.flatMap((outcome) => {
    if (outcome.status === 'fulfilled') return [outcome.value]
    onFailure('record', outcome.reason)
    return []
  })
}

async function withdrawAll({ onFailure }: ZipAnswer, records: readonly Record[]): Promise<void> {
  for (const record of records) {
    await record.withdraw().catch((error) => onFailure('withdraw', error))
  }
}
