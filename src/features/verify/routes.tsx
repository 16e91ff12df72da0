import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Platform } from '../../platform/platform.ts'
import { sendPage } from '../accounts/sessions/answer.ts'
import type { FindFrame } from '../site/site-frame.ts'
import { VerifyPage } from './pages.tsx'
import { findByHash } from './queries.ts'

/** `GET /verify`. Only a file's SHA-256 ever arrives here, never the file. */
export function createVerifyHandler(platform: Platform, findFrame: FindFrame) {
  return async (request: FastifyRequest, reply: FastifyReply) => {
    const query = request.query as { sha256?: unknown }
    const typed = typeof query.sha256 === 'string' ? query.sha256.trim() : ''
    const sha256 = readHash(typed)
    const matches = sha256 ? await findByHash(platform.db, sha256) : []
    const shown = { layout: await findFrame(), typed: typed.slice(0, 200), sha256, matches }
    reply.header('cache-control', 'no-cache')
    return sendPage(reply, <VerifyPage {...shown} />, typed !== '' && !sha256 ? 422 : 200)
  }
}

/** Also finds it beside a file's name, or in capitals. @returns it in lowercase */
export const readHash = (typed: string): string | undefined =>
  /(?<![0-9a-f])[0-9a-f]{64}(?![0-9a-f])/.exec(typed.toLowerCase())?.[0]
