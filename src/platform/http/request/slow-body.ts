import type { IncomingMessage } from 'node:http'

const WINDOW_MS = 30_000
/** A line of 17 kbit/s. No form is larger, so it has 30 seconds in all. */
const LEAST_BYTES = 64 * 1024

/**
 * Cuts a body that dribbles in, whoever reads it or nobody, and answered or not (PROMISES 12 and 28): in every
 * 30 seconds so much has to arrive, or the end.
 */
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
