import { pipeline, Readable } from 'node:stream'
import { createGzip } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { acceptsGzip } from './page-cache.ts'

/** A long page as its pieces are made, compressed away from the thread that serves (docs/decisions/042). */
export function sendPieces(
  request: FastifyRequest,
  reply: FastifyReply,
  pieces: AsyncIterable<string>,
): FastifyReply {
  reply.type('text/html; charset=utf-8').header('vary', 'accept-encoding')
  const html = Readable.from(pieces)
  if (!acceptsGzip(request.headers['accept-encoding'])) return reply.send(html)
  // What fails on the way destroys both, and so the connection: no half page passes for a whole one.
  return reply.header('content-encoding', 'gzip').send(pipeline(html, createGzip(), () => {}))
}
