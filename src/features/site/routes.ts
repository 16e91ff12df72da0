import type { FastifyReply, FastifyRequest } from 'fastify'
import { findRevision } from '../../platform/database/connect.ts'
import { isDiskFull } from '../../platform/disk-full.ts'
import { UnavailableError } from '../../platform/http/errors.ts'
import type { Platform } from '../../platform/platform.ts'

const READY_KEPT_MS = 3000

/** Health, and what robots and programs read first. */
export function createSiteHandlers({ db, files, config, log }: Platform) {
  let last: { at: number; failure: ReturnType<typeof firstFailure> } | undefined

  /** Looking costs a write; anybody may ask, as often as they like. */
  function findFailure() {
    const now = performance.now()
    if (!last || now - last.at >= READY_KEPT_MS) {
      const checks = { database: () => findRevision(db), storage: () => files.check() }
      last = { at: now, failure: firstFailure(checks) }
    }
    return last.failure
  }

  return {
    alive: async (_request: FastifyRequest, reply: FastifyReply) =>
      reply.header('cache-control', 'no-store').send({ status: 'ok' }),

    /** 200 when the database and the storage answer; 503 says which of them does not, never why. */
    ready: async (_request: FastifyRequest, reply: FastifyReply) => {
      const failed = await findFailure()
      if (failed) {
        log.error({ err: failed.error }, `${failed.part} does not answer`)
        throw new UnavailableError(
          isDiskFull(failed.error)
            ? 'The disk of the data folder is full.'
            : `The ${failed.part} is not responding.`,
        )
      }
      return reply.header('cache-control', 'no-store').send({ status: 'ok' })
    },

    /** Addresses with a token are not here: robots have to see that they must not be indexed, and to list them would ask for them. */
    robots: async (_request: FastifyRequest, reply: FastifyReply) =>
      reply
        .type('text/plain; charset=utf-8')
        .send(
          `User-agent: *\nDisallow: /admin\nDisallow: /documents.zip\n\nSitemap: ${config.publicUrl}/sitemap.xml\n`,
        ),
  }
}

async function firstFailure(parts: Record<string, () => Promise<unknown>>) {
  for (const [part, check] of Object.entries(parts)) {
    try {
      await check()
    } catch (error) {
      return { part, error }
    }
  }
  return undefined
}
