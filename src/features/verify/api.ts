import { z } from 'zod'
import { type ApiSchema, json, problem } from '../../platform/http/api-schema.ts'
import type { HashMatch } from './queries.ts'

/* What `GET /api/sha256/{hash}` answers. */

const Match = z.object({
  status: z.enum(['current', 'replaced']).describe('replaced: an earlier file of the document'),
  replaced_at: z.iso.datetime().nullable(),
  document: z.object({
    id: z.int(),
    attachment_number: z.int().describe('0 is the main document'),
    title: z.string(),
    url: z.url(),
  }),
  entry: z.object({
    id: z.int(),
    number: z.int().nullable(),
    filed_on: z.iso.date(),
    title: z.string(),
    url: z.url(),
  }),
})

const HashAnswer = z.object({ sha256: z.string(), matches: z.array(Match) })

/** Of the empty file, which is on no docket. */
const SAMPLE = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'

export const findByHashApi = {
  operationId: 'findDocumentsByHash',
  tags: ['Documents'],
  summary: 'The documents that are, or were, the file with a SHA-256',
  description:
    'Tells whether a PDF at hand is a document of this docket, and unchanged: compute its SHA-256 and ask for it. The file itself is never sent.\n\nA match with the status `replaced` was the document’s file until `replaced_at`; the links lead to what took its place.',
  params: z.object({ hash: z.string().describe('The SHA-256: 64 hexadecimal digits') }),
  response: {
    200: json('The documents, those that are this file now first', HashAnswer, {
      example: ({ publicUrl, entry }) =>
        hashAnswer(publicUrl, SAMPLE, [
          {
            ...{ replaced_at: null, document_id: entry.documents[0]?.id ?? 1, entry_id: entry.id },
            ...{ attachment_number: 0, title: 'Motion to Dismiss', page_count: 12 },
            ...{ byte_size: 287_226, entry_number: entry.number, entry_title: 'Motion to Dismiss' },
            filed_on: '2026-07-30',
          },
        ]),
    }),
    404: problem('No document of this docket is, or was, this file', ['not_found']),
    422: problem('That is not a SHA-256', ['invalid']),
    429: problem('Too many from one client', ['too_many_requests']),
  },
  curl: ({ publicUrl }) => `curl ${publicUrl}/api/sha256/${SAMPLE}`,
} satisfies ApiSchema

export function hashAnswer(
  publicUrl: string,
  sha256: string,
  matches: readonly HashMatch[],
): z.infer<typeof HashAnswer> {
  return { sha256, matches: matches.map((match) => apiMatch(publicUrl, match)) }
}

function apiMatch(publicUrl: string, match: HashMatch): z.infer<typeof Match> {
  const { replaced_at, document_id, entry_id } = match
  return {
    status: replaced_at === null ? 'current' : 'replaced',
    replaced_at: replaced_at === null ? null : new Date(replaced_at).toISOString(),
    document: {
      id: document_id,
      attachment_number: match.attachment_number,
      title: match.title,
      url: `${publicUrl}/documents/${document_id}`,
    },
    entry: {
      id: entry_id,
      number: match.entry_number,
      filed_on: match.filed_on,
      title: match.entry_title,
      url: `${publicUrl}/entries/${entry_id}`,
    },
  }
}

const HEX = /^[0-9a-f]{64}$/

/**
 * A SHA-256 as people copy it: from a checksum program with the file's name beside it, from a page in capitals, with
 * blanks or colons. @returns 64 small hexadecimal digits, or undefined where it is none
 */
export function readHash(typed: string): string | undefined {
  const bare = typed.toLowerCase().replace(/^\s*sha-?256(\s*\([^)]*\)\s*=|:)?/, '')
  const [word] = /(?<![0-9a-f])[0-9a-f]{64}(?![0-9a-f])/.exec(bare) ?? []
  if (word) return word
  const closed = bare.replace(/[\s:]/g, '')
  return HEX.test(closed) ? closed : undefined
}
