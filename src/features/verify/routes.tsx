import type { FastifyReply, FastifyRequest } from 'fastify'
import { InvalidError, NotFoundError } from '../../platform/http/errors.ts'
import { countRequest } from '../../platform/http/request/client-throttle.ts'
import type { Platform } from '../../platform/platform.ts'
import { renderPage } from '../../ui/layout/render.tsx'
import type { FindFrame } from '../site/site-frame.ts'
import { hashAnswer } from './api.ts'
import { type VerifyOutcome, VerifyPage } from './pages.tsx'
import { findByHash } from './queries.ts'
import { readHash } from './rules.ts'

/** A clerk who checks a whole binder is let through; nobody can guess a hash, so this only bounds the work. */
const VERIFY_THROTTLE = { name: 'verify', limit: 300, windowMs: 600_000 }
/** Longer than any checksum with a file's name beside it. */
const LONGEST_TYPED = 1000

/** Whether a file is a document of this docket. Only its SHA-256 ever arrives here, never the file. */
export function createVerifyHandlers(platform: Platform, findFrame: FindFrame) {
  const { db, config } = platform

  async function verify(typed: string, request: FastifyRequest): Promise<VerifyOutcome> {
    const sha256 = typed.length > LONGEST_TYPED ? undefined : readHash(typed)
    if (sha256 === undefined) return { state: 'invalid' }
    await countRequest(platform, request, VERIFY_THROTTLE)
    const matches = await findByHash(db, sha256)
    return matches.length > 0 ? { state: 'known', sha256, matches } : { state: 'unknown', sha256 }
  }

  return {
    page: async (request: FastifyRequest, reply: FastifyReply) => {
      const { sha256 } = request.query as { sha256?: unknown }
      const typed = typeof sha256 === 'string' ? sha256.trim() : ''
      const outcome = typed === '' ? undefined : await verify(typed, request)
      const layout = await findFrame()
      return reply
        .status(outcome?.state === 'invalid' ? 422 : 200)
        .header('cache-control', 'no-cache')
        .type('text/html; charset=utf-8')
        .send(renderPage(<VerifyPage {...{ layout, outcome }} typed={typed.slice(0, 200)} />))
    },

    byHash: async (request: FastifyRequest, reply: FastifyReply) => {
      const { hash } = request.params as { hash: string }
      const outcome = await verify(hash, request)
      if (outcome.state === 'invalid') {
        throw new InvalidError('hash: is not a SHA-256, which is 64 hexadecimal digits.', {
          hash: ['is not a SHA-256, which is 64 hexadecimal digits'],
        })
      }
      if (outcome.state === 'unknown') {
        throw new NotFoundError('No document on this docket is or was that file.')
      }
      const { sha256, matches } = outcome
      return reply
        .header('cache-control', 'no-cache')
        .send(hashAnswer(config.publicUrl, sha256, matches))
    },
  }
}
