import type { FastifyReply, FastifyRequest } from 'fastify'
import * as z from 'zod'

export type Handler = (request: FastifyRequest, reply: FastifyReply) => unknown

export type ApiTag = 'Docket' | 'Documents' | 'Subscriptions' | 'Following' | 'Service'

/**
 * The single declaration of an API route's input and output: requests are validated and JSON responses serialized with it,
 * handlers get their types from it, and `GET /api/openapi.json` and the page `/api` are generated from it.
 */
export interface ApiSchema {
  /** The name used by generated clients. */
  operationId: string
  tags: readonly [ApiTag]
  summary: string
  description?: string
  /** A mismatch is answered with 404. */
  params?: z.ZodObject
  /** A mismatch is answered with 422 and the reasons by name. */
  querystring?: z.ZodObject
  /** A mismatch is answered with 400. */
  body?: z.ZodType
  consumes?: readonly string[]
  /** Request headers that affect the response, by name. */
  requestHeaders?: Readonly<Record<string, string>>
  response: Readonly<Record<number, ApiAnswer>>
}

export interface ApiAnswer {
  description: string
  headers?: Readonly<Record<string, string>>
  /** One media type, or none if there is no body. */
  content?: Readonly<Record<string, { schema: z.ZodType }>>
}

type Read<Schema> = Schema extends z.ZodType ? z.output<Schema> : unknown

export type ApiRequest<Schema extends ApiSchema> = FastifyRequest & {
  params: Read<Schema['params']>
  query: Read<Schema['querystring']>
  body: Read<Schema['body']>
}

export interface ApiHandler {
  api: ApiSchema
  handle: Handler
  before?: Handler | undefined
}

export const answering = <Schema extends ApiSchema>(
  api: Schema,
  handle: (request: ApiRequest<Schema>, reply: FastifyReply) => unknown,
  before?: Handler,
): ApiHandler => ({ api, handle: handle as Handler, before })

type More = Pick<ApiAnswer, 'headers'>

export const json = (description: string, schema: z.ZodType, more?: More): ApiAnswer => ({
  description,
  content: { 'application/json': { schema } },
  ...more,
})

export const file = (description: string, mediaType: string, more?: More): ApiAnswer => ({
  description,
  content: { [mediaType]: { schema: z.any() } },
  ...more,
})

export function problem(
  description: string,
  codes: readonly [ProblemCode, ...ProblemCode[]],
  more?: More,
): ApiAnswer {
  const schema = z.intersection(Problem, z.looseObject({ code: z.enum(codes) }))
  return { description, content: { 'application/problem+json': { schema } }, ...more }
}

/** The `code` of every error at public addresses. Codes are stable. */
export const PROBLEM_CODES = {
  bad_request: 'The request could not be read.',
  csrf: 'The CSRF token, or the cookie it belongs to, is missing or belongs to someone else.',
  cross_site:
    'A page on another site sent this. Requests that change something must come from this site.',
  not_found: 'There is nothing here: it never existed, is not published, or was withdrawn.',
  already_subscribed: 'The address is already subscribed.',
  precondition_failed: 'The document does not match the condition in the request.',
  too_large: 'The body is larger than this address accepts.',
  unsupported_media_type: 'The body is neither JSON nor a form.',
  range_not_satisfiable: 'The document is shorter than the requested range.',
  no_documents: 'No documents were selected, or none match.',
  archive_too_large: 'That is too much for one archive. Request it in parts.',
  invalid: 'A value is not valid; `errors` says which and why.',
  invalid_email: 'This is not a single, deliverable e-mail address.',
  too_many_requests: 'Too many requests from this client; Retry-After says how long to wait.',
  internal: 'Something went wrong on the server. Nothing was changed.',
  unavailable: 'The database, the storage, or the mail server is not responding. Try again later.',
  storage_full: 'The server’s disk is full. Nothing was changed.',
} as const

type ProblemCode = keyof typeof PROBLEM_CODES

export const Problem = z
  .looseObject({
    type: z.literal('about:blank'),
    title: z.string().describe('The kind of error, for people'),
    status: z.int().describe('The HTTP status code'),
    detail: z.string().describe('What happened and what to do, in a sentence for people'),
    code: z.string().describe('The kind of error, for programs; stable'),
    errors: z
      .record(z.string(), z.array(z.string()))
      .optional()
      .describe('If values are not valid: the reasons, by the name of the value'),
  })
  .meta({ id: 'Problem', description: 'An error (RFC 9457)' })
