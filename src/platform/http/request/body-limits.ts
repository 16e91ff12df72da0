import type { IncomingMessage } from 'node:http'
import type { FastifyReply, FastifyRequest } from 'fastify'

/** The most that is read of a body before its sender is known (PROMISES 28). */
export const PUBLIC_BODY_LIMIT = 32 * 1024

const LINGER_MS = 1000

/** Starts reading, because Node would read and discard all of an unstarted body after the response, however long it is. */
export function limitBody({ raw }: FastifyRequest): void {
  if (mayHaveLongBody(raw.headers)) raw.read(0)
}

/**
 * For requests answered before their body was read: stops reading a long body, and ends the connection. Closing it at once
 * would reset it, often before the client has read the response (RFC 9112, section 9.6).
 */
export function skipBody({ raw }: FastifyRequest, { raw: response }: FastifyReply): void {
  if (raw.complete || !mayHaveLongBody(raw.headers)) return
  raw.unpipe().pause()
  response.shouldKeepAlive = false
  const { socket } = raw
  socket.destroySoon = () => {
    socket.end()
    setTimeout(() => socket.destroy(), LINGER_MS)
  }
}

function mayHaveLongBody(headers: FastifyRequest['headers']): boolean {
  return (
    headers['transfer-encoding'] !== undefined ||
    Number(headers['content-length'] ?? 0) > PUBLIC_BODY_LIMIT
  )
}

const WINDOW_MS = 30_000
/** 17 kbit/s. Forms are smaller than this, so they have 30 seconds in all. */
const MIN_BYTES = 64 * 1024

/** Cuts off a body that arrives too slowly, read or unread, answered or not (PROMISES 12 and 28). */
export function cutSlowBody(request: IncomingMessage): void {
  const { headers, socket } = request
  if ((headers['content-length'] ?? '0') === '0' && !headers['transfer-encoding']) return
  let before = socket.bytesRead
  const timer = setInterval(() => {
    if (socket.bytesRead - before < MIN_BYTES && !request.complete) socket.destroy()
    before = socket.bytesRead
  }, WINDOW_MS).unref()
  const stop = () => {
    clearInterval(timer)
    socket.off('close', stop)
  }
  request.once('end', stop)
  socket.once('close', stop)
}
