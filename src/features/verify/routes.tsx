import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Platform } from '../../platform/platform.ts'
import { sendPage } from '../accounts/sessions/form-attempt.ts'
import type { FindFrame } from '../site/site-frame.ts'
import { type VerifyOutcome, VerifyPage } from './pages.tsx'
import { findByHash } from './queries.ts'

/** `GET /verify`. Only a file's SHA-256 ever arrives here, never the file. */
export function createVerifyHandler(platform: Platform, findFrame: FindFrame) {
  async function verify(typed: string): Promise<VerifyOutcome> {
    const sha256 = readHash(typed)
    return { sha256, matches: sha256 ? await findByHash(platform.db, sha256) : [] }
  }

  return async (request: FastifyRequest, reply: FastifyReply) => {
    const { sha256 } = request.query as { sha256?: unknown }
    const typed = typeof sha256 === 'string' ? sha256.trim() : ''
    const outcome = typed === '' ? undefined : await verify(typed)
    const shown = { layout: await findFrame(), outcome, typed: typed.slice(0, 200) }
    reply.header('cache-control', 'no-cache')
    return sendPage(reply, <VerifyPage {...shown} />, outcome && !outcome.sha256 ? 422 : 200)
  }
}

/** Also finds it beside a file's name, or in capitals. @returns it in lowercase */
export const readHash = (typed: string): string | undefined =>
  /(?<![0-9a-f])[0-9a-f]{64}(?![0-9a-f])/.exec(typed.toLowerCase())?.[0]
