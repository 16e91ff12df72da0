import type { OutgoingHttpHeaders, ServerResponse } from 'node:http'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Pieces } from '../../platform/files/storage.ts'
import { HttpError } from '../../platform/http/errors.ts'
import { end, isConnected, waitForTurn, writeChunk } from '../../platform/http/write-response.ts'
import { type SentDocument, utf8Text } from './download-rules.ts'
import type { ResponsePlan } from './plan-response.ts'

export interface DocumentAnswer {
  plan: Omit<ResponsePlan, 'part'>
  disposition: string
  cached: Buffer | undefined
  /** If not cached: the bytes from `start` to `end`, inclusive. Asking for a piece invalidates the one before. */
  open(start: number, end: number): Pieces
  /** Called for a response that completes a download, once; resolves when the record is committed. */
  record(): ReturnType<RecordDownloads>
  /** Called for errors that do not affect the file, or that come too late for an error response. */
  onFailure(what: 'record' | 'withdraw' | 'read', error: unknown): void
}

export type RecordDownloads = (
  documents: readonly SentDocument[],
) => Promise<{ withdraw(): Promise<void> }>

export const clientOf = ({ visitorIp, headers }: FastifyRequest) => ({
  client_ip: visitorIp,
  user_agent: utf8Text(headers['user-agent'] ?? ''),
})

const OUT_OF_RANGE = {
  status: 416,
  code: 'range_not_satisfiable',
  title: 'Out of range',
  message: 'The document is shorter than the requested range.',
}

/** Up to this size, the whole file is held back until its record is committed; of larger ones, the last bytes. */
const MAX_HELD_WHOLE = 64 * 1024
const HELD_TAIL = 16 * 1024

/**
 * The record is committed when everything but the last bytes has been sent to a visitor who is still connected; then
 * the last bytes are sent. So a process killed at any moment loses no download, and an aborted transfer leaves no
 * record: an abort during the last bytes withdraws it (CONTRACT section 4, PROMISES 16 and 22).
 * @throws if the request's range is refused, or the first bytes cannot be read; nothing was sent then
 */
export async function sendDocument(reply: FastifyReply, answer: DocumentAnswer): Promise<void> {
  const { plan, cached, open } = answer
  if (plan.status === 416) throw new HttpError(OUT_OF_RANGE, plan.headers)
  if (plan.end < plan.start) {
    if (plan.completes) await recordOrLog(answer)
    begin(reply, answer).end()
  } else if (!(await waitForTurn(reply.raw))) {
    reply.hijack()
  } else {
    const bytes = cached?.subarray(plan.start, plan.end + 1)
    await sendPieces(reply, answer, bytes ? cachedPieces(bytes) : open(plan.start, plan.end))
  }
}

async function* cachedPieces(bytes: Buffer) {
  const tail = bytes.length > MAX_HELD_WHOLE ? bytes.length - HELD_TAIL : 0
  if (tail > 0) yield bytes.subarray(0, tail)
  yield bytes.subarray(tail)
}

/** The next piece is read once the kernel has taken the one before, so that slow readers cost little memory. */
async function sendPieces(reply: FastifyReply, answer: DocumentAnswer, source: Pieces) {
  const { start, end } = answer.plan
  const abandon = () => source.destroy?.()
  reply.raw.once('close', abandon)
  try {
    for await (const { bytes, isLast } of piecesOf(source, end - start + 1)) {
      const response = reply.raw.headersSent ? reply.raw : begin(reply, answer)
      if (isLast) await finish(response, answer, bytes)
      else if (!(await writeChunk(response, bytes))) break
    }
  } catch (error) {
    // Before the first byte, an error response is possible; after it, only a broken connection shows the failure.
    if (!isConnected(reply.raw)) {
      reply.hijack()
    } else if (!reply.raw.headersSent) {
      throw error
    } else {
      answer.onFailure('read', error)
      reply.raw.destroy()
    }
  } finally {
    reply.raw.off('close', abandon)
  }
}

/** @throws unless they add up to the document's length */
async function* piecesOf(source: AsyncIterable<Buffer>, length: number) {
  let left = length
  for await (const bytes of source) {
    left -= bytes.length
    if (left < 0) break
    yield { bytes, isLast: left === 0 }
  }
  if (left !== 0) throw new Error('the stored file does not have the length of its document')
}

function begin(reply: FastifyReply, { plan, disposition }: DocumentAnswer): ServerResponse {
  const site = reply.getHeaders() as OutgoingHttpHeaders
  reply.hijack()
  const headers: OutgoingHttpHeaders = { ...site, ...plan.headers }
  if (plan.status !== 304) {
    headers['content-disposition'] = disposition
    // Otherwise nginx would buffer the whole file for a visitor who reads a tenth of it.
    headers['x-accel-buffering'] = 'no'
  }
  return reply.raw.writeHead(plan.status, headers)
}

async function finish(response: ServerResponse, answer: DocumentAnswer, tail: Buffer) {
  if (!isConnected(response)) return
  const withdraw = answer.plan.completes ? await recordOrLog(answer) : undefined
  if (!(await end(response, tail))) await withdraw?.()
}

type Recording = Pick<DocumentAnswer, 'record' | 'onFailure'>

/** @returns how to withdraw the record; neither step throws */
export async function recordOrLog({ record, onFailure }: Recording): Promise<() => Promise<void>> {
  try {
    const recorded = await record()
    return () => recorded.withdraw().catch((error) => onFailure('withdraw', error))
  } catch (error) {
    onFailure('record', error)
    return async () => {}
  }
}
