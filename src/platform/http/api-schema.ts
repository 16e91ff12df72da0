import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { PROBLEM_CODES, type ProblemCode } from './problem-codes.ts'

/*
 * What a route of the API takes and answers, declared once: requests are checked against it, JSON answers are written
 * with it, handlers take their types from it, and `GET /api/openapi.json` and the page `/api` are made from it.
 */

export type Handler = (request: FastifyRequest, reply: FastifyReply) => unknown

export type ApiTag = 'Docket' | 'Documents' | 'Subscriptions' | 'Following' | 'Service'

export interface ApiSchema {
  /** The name that generated clients give it. */
  operationId: string
  tags: readonly [ApiTag]
  summary: string
  /** Plain sentences; paragraphs have an empty line between them. */
  description?: string
  /** What does not match is 404: no such address. */
  params?: z.ZodObject
  /** What does not match is 422, with the reasons by name. */
  querystring?: z.ZodObject
  /** What does not match is 400. */
  body?: z.ZodType
  bodyExample?: object
  /** Media types of the body. */
  consumes?: readonly string[]
  /** Request headers that change the answer, by name. */
  requestHeaders?: Readonly<Record<string, string>>
  /** By status. */
  response: Readonly<Record<number, ApiAnswer>>
  /** A command to try it. */
  curl: (samples: ApiSamples) => string
}

export interface ApiAnswer {
  description: string
  /** By name, what they say. */
  headers?: Readonly<Record<string, string>>
  /** One media type; none where there is no body. */
  content?: Readonly<Record<string, { schema: z.ZodType }>>
  example?: (samples: ApiSamples, status: number) => unknown
}

/** What examples are made of: invented for the OpenAPI document, real on the page. */
export interface ApiSamples {
  /** Without a closing slash. */
  publicUrl: string
  entry: { id: number; number: number | null; documents: readonly { id: number }[] }
}

type Read<Schema> = Schema extends z.ZodType ? z.output<Schema> : unknown

/** A request as the schema leaves it. */
export type ApiRequest<Schema extends ApiSchema> = FastifyRequest & {
  params: Read<Schema['params']>
  query: Read<Schema['querystring']>
  body: Read<Schema['body']>
}

/** A handler with the schema that it declares. */
export interface ApiHandler {
  api: ApiSchema
  handle: Handler
  /** Decides before anything of the body is read. */
  before?: Handler | undefined
}

export const answering = <Schema extends ApiSchema>(
  api: Schema,
  handle: (request: ApiRequest<Schema>, reply: FastifyReply) => unknown,
  before?: Handler,
): ApiHandler => ({ api, handle: handle as Handler, before })

type More = Pick<ApiAnswer, 'headers' | 'example'>

export const json = (description: string, schema: z.ZodType, more?: More): ApiAnswer => ({
  description,
  content: { 'application/json': { schema } },
  ...more,
})

/** A body that is not JSON. */
export const file = (description: string, mediaType: string, more?: More): ApiAnswer => ({
  description,
  content: { [mediaType]: { schema: z.any() } },
  ...more,
})

/** An error with its stable `code`, one of these. */
export function problem(
  description: string,
  codes: readonly [ProblemCode, ...ProblemCode[]],
  more?: More,
): ApiAnswer {
  const [code] = codes
  const example = (_: ApiSamples, status: number) => ({
    type: 'about:blank',
    title: code.replaceAll('_', ' ').replace(/^./, (first) => first.toUpperCase()),
    status,
    detail: PROBLEM_CODES[code],
    code,
  })
  const schema = z.intersection(Problem, z.looseObject({ code: z.enum(codes) }))
  return {
    description,
    content: { 'application/problem+json': { schema } },
    example,
    ...more,
  }
}

/** RFC 9457, with a stable `code`. */
export const Problem = z
  .looseObject({
    type: z.literal('about:blank'),
    title: z.string().describe('The kind of error, for people'),
    status: z.int().describe('As the HTTP status'),
    detail: z.string().describe('What happened and what to do, in a sentence for people'),
    code: z.string().describe('The kind of error, for programs; stable'),
    errors: z
      .record(z.string(), z.array(z.string()))
      .optional()
      .describe('Where values are not valid: the reasons, by the name of the value'),
  })
  .meta({ id: 'Problem', description: 'An error (RFC 9457)' })
