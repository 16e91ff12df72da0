import type { FastifyReply, FastifyRequest } from 'fastify'
import { countRequest } from '../../platform/http/request/client-throttle.ts'
import type { Platform } from '../../platform/platform.ts'
import { sendPage } from '../accounts/sessions/form-attempt.ts'
import type { FindFrame } from '../site/site-frame.ts'
import { type VerifyOutcome, VerifyPage } from './pages.tsx'
import { findByHash } from './queries.ts'

/** Enough for a clerk with a whole binder. It only bounds the work: nobody can guess a hash. */
const VERIFY_THROTTLE = { name: 'verify', limit: 300, windowMs: 600_000 }
/** Longer than any checksum with a file's name beside it. */
const MAX_NAME_LENGTH = 1000

/** `GET /verify`. Only a file's SHA-256 ever arrives here, never the file. */
export function createVerifyHandler(platform: Platform, findFrame: FindFrame) {
  async function verify(typed: string, request: FastifyRequest): Promise<VerifyOutcome> {
    const sha256 = typed.length > MAX_NAME_LENGTH ? undefined : readHash(typed)
    if (!sha256) return { sha256, matches: [] }
    await countRequest(platform, request, VERIFY_THROTTLE)
    return { sha256, matches: await findByHash(platform.db, sha256) }
  }

  return async (request: FastifyRequest, reply: FastifyReply) => {
    const { sha256 } = request.query as { sha256?: unknown }
    const typed = typeof sha256 === 'string' ? sha256.trim() : ''
    const outcome = typed === '' ? undefined : await verify(typed, request)
    const shown = { layout: await findFrame(), outcome, typed: typed.slice(0, 200) }
    reply.header('cache-control', 'no-cache')
    return sendPage(reply, <VerifyPage {...shown} />, outcome && !outcome.sha256 ? 422 : 200)
  }
}

/** Accepts a hash as people copy it: with a file name, in capitals, with spaces or colons. @returns it in lowercase */
export function readHash(typed: string): string | undefined {
  const bare = typed.toLowerCase().replace(/^\s*sha-?256(\s*\([^)]*\)\s*=|:)?/, '')
  const [word] = /(?<![0-9a-f])[0-9a-f]{64}(?![0-9a-f])/.exec(bare) ?? []
  if (word) return word
  const closed = bare.replace(/[\s:]/g, '')
  return /^[0-9a-f]{64}$/.test(closed) ? closed : undefined
}
