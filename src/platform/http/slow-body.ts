import type { FastifyReply, FastifyRequest } from 'fastify'

const FORM_MS = 30_000
const STALL_MS = 30_000

/**
 * Cuts a body that dribbles in (PROMISES 12): a form has 30 seconds in all; an upload may take long,
 * but not pause for 30 seconds.
 */
export function cutSlowBody(upload: boolean) {
  return (request: FastifyRequest, _reply: FastifyReply, done: () => void) => {
    const { raw } = request
    const cut = () => {
      if (!raw.complete) raw.socket.destroy()
    }
    const timer = setTimeout(cut, upload ? STALL_MS : FORM_MS)
    timer.unref()
    const stop = () => clearTimeout(timer)
    if (upload) raw.on('data', () => timer.refresh()).pause()
    raw.once('end', stop).once('close', stop)
    done()
  }
}
