import type { FastifyReply, FastifyRequest } from 'fastify'
import * as z from 'zod'
import { requireWritable } from '../../platform/database/connect.ts'
import { isDiskFull } from '../../platform/disk-full.ts'
import { type ApiSchema, apiHandler, json, problem } from '../../platform/http/api-schema.ts'
import { UnavailableError } from '../../platform/http/errors.ts'
import { DOCTOR_HEADERS, sign } from '../../platform/http/signing.ts'
import type { Platform } from '../../platform/platform.ts'

const Health = z.object({ status: z.literal('ok') }).meta({ id: 'Health' })
const isAlive = {
  operationId: 'isAlive',
  tags: ['Service'],
  summary: 'Check that the process is running',
  response: { 200: json('It is running', Health) },
} satisfies ApiSchema

const warnings = z
  .array(z.string())
  .optional()
  .meta({ examples: [['backup']] })
const Readiness = Health.extend({ warnings }).meta({ id: 'Readiness' })

const isReady = {
  operationId: 'isReady',
  tags: ['Service'],
  summary: 'Check that the database and the storage respond',
  description:
    '`warnings` names what else needs the operator’s attention: `backup` (none for 48 hours), `documents` (files are missing), `mail` (paused), `settings`.',
  response: {
    200: json('Both respond', Readiness),
    503: problem('One of them does not respond; the message says which', ['unavailable']),
  },
} satisfies ApiSchema

const READINESS_CACHE_MS = 3000
const DISK_FULL = 'The disk that holds the data folder is full.'

export function createSiteHandlers(
  { db, files, config, log, secretKey }: Platform,
  findProblems: () => Promise<{ name: string }[]>,
) {
  async function checkParts() {
    const parts = { database: () => requireWritable(db), storage: () => files.check() }
    for (const [part, check] of Object.entries(parts)) {
      const failed = await check().then(
        () => undefined,
        (error: unknown) => ({ part, error }),
      )
      if (failed) return { failed, warnings: [] }
    }
    return { failed: undefined, warnings: (await findProblems()).map(({ name }) => name) }
  }
  let last: { at: number; state: ReturnType<typeof checkParts> } | undefined

  /** Each check costs a write, and anyone may ask at any rate, so the result is kept for a moment. */
  function findState() {
    const at = performance.now()
    if (!last || at - last.at >= READINESS_CACHE_MS) last = { at, state: checkParts() }
    return last.state
  }

  return {
    alive: apiHandler(isAlive, (request, reply) => {
      const nonce = request.headers[DOCTOR_HEADERS.nonce]
      if (typeof nonce === 'string') {
        reply.header(DOCTOR_HEADERS.proof, sign(secretKey, 'doctor', nonce))
        reply.header(DOCTOR_HEADERS.seen, request.visitorIp ?? 'none')
      }
      return reply.header('cache-control', 'no-store').send({ status: 'ok' })
    }),

    /** A 503 says which of the two is not responding, never why. */
    ready: apiHandler(isReady, async (_request, reply) => {
      const { failed, warnings } = await findState()
      if (failed) {
        const problem = `${failed.part} is not responding`
        log.error({ err: failed.error }, problem)
        throw new UnavailableError(isDiskFull(failed.error) ? DISK_FULL : `The ${problem}.`)
      }
      const more = warnings.length > 0 ? { warnings } : {}
      return reply.header('cache-control', 'no-store').send({ status: 'ok', ...more })
    }),

    /** URLs with a token are not listed: crawlers must be able to read their noindex. */
    robots: (_request: FastifyRequest, reply: FastifyReply) => {
      const rules = 'User-agent: *\nDisallow: /admin\nDisallow: /documents.zip\n'
      const text = `${rules}\nSitemap: ${config.publicUrl}/sitemap.xml\n`
      return reply.type('text/plain; charset=utf-8').send(text)
    },
  }
}
