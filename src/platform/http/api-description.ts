import type { z } from 'zod'
import type { ProblemCode } from './problem-codes.ts'

/* What a route tells of itself to programs: `GET /api/openapi.json` and the page `/api` are made from nothing else. */

export type ApiTag = 'Docket' | 'Documents' | 'Subscriptions' | 'Following' | 'Service'

export interface ApiDescription {
  /** The name that generated clients give it. */
  id: string
  tag: ApiTag
  summary: string
  /** Plain sentences; a paragraph each. */
  description?: readonly string[]
  params?: z.ZodObject
  query?: z.ZodObject
  /** Request headers that change the answer, by name. */
  headers?: Readonly<Record<string, string>>
  body?: ApiBody
  /** By status. */
  responses: Readonly<Record<number, ApiAnswer>>
  /** A command to try it. */
  curl: (samples: ApiSamples) => string
}

interface ApiBody {
  schema: z.ZodType
  example: unknown
  /** `application/json`, unless said. */
  mediaTypes?: readonly string[]
}

export interface ApiAnswer {
  description: string
  /** Of a JSON body. */
  schema?: z.ZodType
  /** Of a body that is not JSON. */
  mediaType?: string
  /** By name, what they say. */
  headers?: Readonly<Record<string, string>>
  /** Of errors: the stable values of `code`. */
  codes?: readonly ProblemCode[]
  example?: (samples: ApiSamples) => unknown
}

/** What examples are made of: invented for the OpenAPI document, real on the page. */
export interface ApiSamples {
  /** Without a closing slash. */
  publicUrl: string
  entry: { id: number; number: number | null; documents: readonly { id: number }[] }
}
