import type { IncomingMessage } from 'node:http'
import type { FastifyReply, FastifyRequest } from 'fastify'

/** What is read of a body before it is known who sent it (PROMISES 28). */
export const PUBLIC_BODY_LIMIT = 32 * 1024

const LINGER_MS = 1000

/** Of a body that nobody has begun to read, Node reads and discards all the rest after the answer, however long. */
export function beginBody({ raw }: FastifyRequest): void {
  if (mayBeLong(raw.headers)) raw.read(0)
}

/**
 * Where a request is answered before its body has been read: reads no more of a long one, and ends the connection. To
 * close it at once would reset it, often before the client has read the answer (RFC 9112, section 9.6).
 */
export function leaveUnread({ raw }: FastifyRequest, { raw: response }: FastifyReply): void {
  if (raw.complete || !mayBeLong(raw.headers)) return
  raw.unpipe().pause()
  response.shouldKeepAlive = false
  const { socket } = raw
  socket.destroySoon = () => {
    socket.end()
    setTimeout(() => socket.destroy(), LINGER_MS)
  }
}

function mayBeLong(headers: FastifyRequest['headers']): boolean {
  return (
    headers['transfer-encoding'] !== undefined ||
    Number(headers['content-length'] ?? 0) > PUBLIC_BODY_LIMIT
  )
}

const WINDOW_MS = 30_000
/** A line of 17 kbit/s. No form is larger, so it has 30 seconds in all. */
const LEAST_BYTES = 64 * 1024

/** Cuts a body that dribbles in, read or unread, answered or not (PROMISES 12 and 28). */
export function cutSlowBody(request: IncomingMessage): void {
  const { headers, socket } = request
  if ((headers['content-length'] ?? '0') === '0' && !headers['transfer-encoding']) return
  let before = socket.bytesRead
  const timer = setInterval(() => {
    if (socket.bytesRead - before < LEAST_BYTES && !request.complete) socket.destroy()
    before = socket.bytesRead
  }, WINDOW_MS).unref()
  const stop = () => {
    clearInterval(timer)
    socket.off('close', stop)
  }
  request.once('end', stop)
  socket.once('close', stop)
}
