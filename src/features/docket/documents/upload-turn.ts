import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Turn } from '../../checks/inspect-pdf.ts'

/** An administrator's uploads take turns with those of others, and end when their page is closed. */
export function uploadTurn({ session }: FastifyRequest, { raw }: FastifyReply): Turn {
  const left = new AbortController()
  raw.once('close', () => {
    if (!raw.writableFinished) left.abort(new Error('the administrator left before the answer'))
  })
  return { owner: session?.email ?? '', signal: left.signal }
}
