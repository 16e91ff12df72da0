import type { FastifyReply, FastifyRequest } from 'fastify'
import * as z from 'zod'
import { type ApiSchema, answering, json, problem } from '../../platform/http/api-schema.ts'
import { InvalidError, NotFoundError } from '../../platform/http/errors.ts'
import { countRequest } from '../../platform/http/request/client-throttle.ts'
import type { Platform } from '../../platform/platform.ts'
import { sendPage } from '../accounts/sessions/form-attempt.ts'
import { ApiDocument, ApiEntry } from '../public/api.ts'
import type { FindFrame } from '../site/site-frame.ts'
import { type VerifyOutcome, VerifyPage } from './pages.tsx'
import { findByHash, type HashMatch } from './queries.ts'

const Match = z.object({
  status: z.enum(['current', 'replaced']).describe('replaced: the document has a newer file'),
  replaced_at: z.iso.datetime().nullable(),
  document: ApiDocument.pick({ id: true, attachment_number: true, title: true, url: true }),
  entry: ApiEntry.pick({ id: true, number: true, filed_on: true, title: true, url: true }),
})

const HashAnswer = z.object({ sha256: z.string(), matches: z.array(Match) })

/** The SHA-256 of the empty file, which is on no docket. */
const findByHashApi = {
  operationId: 'findDocumentsByHash',
  tags: ['Documents'],
  summary: 'Find documents by the SHA-256 of their file',
  description:
    'Shows whether a PDF is an unchanged document from this docket: compute its SHA-256 and look it up. The file itself is never sent.\n\nA match with the status `replaced` was the document’s file until `replaced_at`; the links lead to the file that replaced it.',
  params: z.object({ hash: z.string().describe('The SHA-256: 64 hexadecimal digits') }),
  response: {
    200: json('The documents, current ones first', HashAnswer),
    404: problem('No document on this docket is, or was, this file', ['not_found']),
    422: problem('That is not a SHA-256', ['invalid']),
    429: problem('Too many requests from one client', ['too_many_requests']),
  },
} satisfies ApiSchema

/** Parsing drops every column that is not part of the API. */
function apiMatch(publicUrl: string, match: Omit<HashMatch, 'page_count' | 'byte_size'>) {
  const { replaced_at, document_id, entry_id, entry_number: number, entry_title: title } = match
  return Match.parse({
    status: replaced_at === null ? 'current' : 'replaced',
    replaced_at: replaced_at === null ? null : new Date(replaced_at).toISOString(),
    document: { ...match, id: document_id, url: `${publicUrl}/documents/${document_id}` },
    entry: { ...match, id: entry_id, number, title, url: `${publicUrl}/entries/${entry_id}` },
  })
}

/** Enough for a clerk with a whole binder. It only bounds the work: nobody can guess a hash. */
const VERIFY_THROTTLE = { name: 'verify', limit: 300, windowMs: 600_000 }
/** Longer than any checksum with a file's name beside it. */
const MAX_NAME_LENGTH = 1000

/** Only a file's SHA-256 ever arrives here, never the file. */
export function createVerifyHandlers(platform: Platform, findFrame: FindFrame) {
  const { db, config } = platform

  async function verify(typed: string, request: FastifyRequest): Promise<VerifyOutcome> {
    const sha256 = typed.length > MAX_NAME_LENGTH ? undefined : readHash(typed)
    if (!sha256) return { sha256, matches: [] }
    await countRequest(platform, request, VERIFY_THROTTLE)
    return { sha256, matches: await findByHash(db, sha256) }
  }

  return {
    page: async (request: FastifyRequest, reply: FastifyReply) => {
      const { sha256 } = request.query as { sha256?: unknown }
      const typed = typeof sha256 === 'string' ? sha256.trim() : ''
      const outcome = typed === '' ? undefined : await verify(typed, request)
      const shown = { layout: await findFrame(), outcome, typed: typed.slice(0, 200) }
      reply.header('cache-control', 'no-cache')
      return sendPage(reply, <VerifyPage {...shown} />, outcome && !outcome.sha256 ? 422 : 200)
    },

    byHash: answering(findByHashApi, async (request, reply) => {
      const { sha256, matches } = await verify(request.params.hash, request)
      if (!sha256) {
        throw new InvalidError('hash: is not a SHA-256, which is 64 hexadecimal digits.', {
          hash: ['is not a SHA-256, which is 64 hexadecimal digits'],
        })
      }
      if (matches.length === 0) {
        throw new NotFoundError('No document on this docket is or was that file.')
      }
      const result = matches.map((match) => apiMatch(config.publicUrl, match))
      return reply.header('cache-control', 'no-cache').send({ sha256, matches: result })
    }),
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
