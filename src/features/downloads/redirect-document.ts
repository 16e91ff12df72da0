import type { OutgoingHttpHeaders } from 'node:http'
import type { FastifyReply } from 'fastify'
import { end, hasTurn } from '../../platform/http/write-response.ts'
import { type Recording, recordSafely } from './send-document.ts'

export interface RedirectAnswer extends Recording {
  /** Of the store, signed. */
  url: string
  /**
   * Whether this request counts. What the store then sends is not seen here, so a redirect is counted where the document
   * begins, not where it ends: a GET of the whole or of a range from the first byte, and no prefetch.
   */
  counts: boolean
}

const NOTHING = Buffer.alloc(0)

/**
 * Sends the visitor to the store and records it, before the redirect leaves; a visitor who has gone by then takes the
 * record along (docs/decisions/027). Never cached: the address is his, and for a short while.
 */
export async function redirectDocument(reply: FastifyReply, answer: RedirectAnswer): Promise<void> {
  reply.headers({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' })
  const headers = { ...(reply.getHeaders() as OutgoingHttpHeaders), location: answer.url }
  const isThere = await hasTurn(reply.raw)
  reply.hijack()
  if (!isThere) return
  const withdraw = answer.counts ? await recordSafely(answer) : async () => {}
  reply.raw.writeHead(302, { ...headers, 'content-length': 0 })
  if (!(await end(reply.raw, NOTHING))) await withdraw()
}
