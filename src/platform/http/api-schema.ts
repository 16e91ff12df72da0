import type { FastifyReply, FastifyRequest } from 'fastify'
import * as z from 'zod'

export type Handler = (request: FastifyRequest, reply: FastifyReply) => unknown

/**
 * The single declaration of an API route's input and output: requests are validated and JSON responses serialized with it,
 * handlers get their types from it, and `GET /api/openapi.json` and the page `/api` are generated from it.
 */
export interface ApiSchema {
  /** The name used by generated clients. */
  operationId: string
  tags: readonly [string]
  summary: string
  description?: string
  /** A mismatch is answered with 404. */
  params?: z.ZodObject
  /** A mismatch is answered with 422 and the reasons by name. */
  querystring?: z.ZodObject
  /** A mismatch is answered with 400. */
  body?: z.ZodType
  consumes?: readonly string[]
  response: Readonly<Record<number, ApiAnswer>>
}

/** With one media type, or without a body. */
type ApiAnswer =
  | { description: string; content: Readonly<Record<string, { schema: z.ZodType }>> }
  | z.ZodNull

type Read<Schema> = Schema extends z.ZodType ? z.output<Schema> : unknown

export type ApiRequest<Schema extends ApiSchema> = FastifyRequest & {
  params: Read<Schema['params']>
  query: Read<Schema['querystring']>
  body: Read<Schema['body']>
}

export interface ApiHandler {
  api: ApiSchema
  handler: Handler
  before?: Handler | undefined
}

export const apiHandler = <Schema extends ApiSchema>(
  api: Schema,
  handler: (request: ApiRequest<Schema>, reply: FastifyReply) => unknown,
  before?: Handler,
): ApiHandler => ({
  api: { ...api, response: { ...api.response, default: ANY_ERROR } },
  handler: handler as Handler,
  before,
})

const answer = (description: string, mediaType: string, schema: z.ZodType): ApiAnswer => ({
  description,
  content: { [mediaType]: { schema } },
})

export const json = (description: string, schema: z.ZodType) =>
  answer(description, 'application/json', schema)

export const file = (description: string, mediaType: string) =>
  answer(description, mediaType, z.any())

export const noBody = (description: string): ApiAnswer => z.null().describe(description)

const PROBLEM = 'application/problem+json'

export const problem = (description: string, codes: readonly [string, ...string[]]) =>
  answer(description, PROBLEM, z.intersection(Problem, z.looseObject({ code: z.enum(codes) })))

const Problem = z
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

const ANY_ERROR = answer('Any other error', PROBLEM, Problem)
