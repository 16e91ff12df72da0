import { z } from 'zod'
import type {
  ApiAnswer,
  ApiDescription,
  ApiSamples,
  ApiTag,
} from '../../../platform/http/api-description.ts'
import type { Route } from '../../../platform/http/route.ts'
import { Problem, problemOf } from './api-problem.ts'

export interface OpenApiOptions {
  version: string
  samples: ApiSamples
}

/** Tags in the order of the page, with what they are about. */
const TAGS: Record<ApiTag, string> = {
  Docket: 'The entries of the docket.',
  Documents: 'The PDF filings.',
  Following: 'Ways for programs to learn of new entries.',
  Subscriptions: 'E-mail notifications. Pages of other sites cannot use these.',
  Service: 'About the service itself.',
}

export type OpenApi = ReturnType<typeof openApiDocument>
export type Operation = ReturnType<typeof describeOperation>

/** OpenAPI 3.1, made from the routes themselves. */
export function openApiDocument(routes: readonly Route[], { version, samples }: OpenApiOptions) {
  const paths: Record<string, Record<string, Operation>> = {}
  for (const { method, url, api, crossOrigin = false } of routes) {
    if (!api) continue
    const path = url.replace(/:([a-z]+)/g, '{$1}')
    paths[path] = {
      ...paths[path],
      [method.toLowerCase()]: describeOperation(api, samples, crossOrigin),
    }
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Docket API',
      version,
      description:
        'Everything that this docket publishes, for programs: without a key, as JSON in snake_case, with dates in ISO 8601. Errors are problem documents (RFC 9457) with a stable `code`.',
    },
    servers: [{ url: samples.publicUrl }],
    // Nothing here needs a key.
    security: [],
    tags: Object.entries(TAGS).map(([name, description]) => ({ name, description })),
    paths,
    components: { schemas: namedSchemas() },
  }
}

function describeOperation(api: ApiDescription, samples: ApiSamples, crossOrigin: boolean) {
  const { body } = api
  return {
    operationId: api.id,
    tags: [api.tag] as string[],
    summary: api.summary,
    description: [
      ...(api.description ?? []),
      ...(crossOrigin ? ['Pages of other sites may read the answer (CORS).'] : []),
    ].join('\n\n'),
    parameters: [
      ...parameters('path', api.params),
      ...parameters('query', api.query),
      ...Object.entries(api.headers ?? {}).map(([name, description]) => ({
        name,
        in: 'header' as const,
        description,
        required: false,
        schema: { type: 'string' } as Json,
      })),
    ],
    ...(body && {
      requestBody: {
        required: true,
        content: Object.fromEntries(
          (body.mediaTypes ?? ['application/json']).map((mediaType) => [
            mediaType,
            { schema: refer(body.schema), example: body.example },
          ]),
        ),
      },
    }),
    responses: <Record<string, Answer>>{
      ...Object.fromEntries(
        Object.entries(api.responses).map(([status, answer]) => [
          status,
          describeAnswer(Number(status), answer, samples),
        ]),
      ),
      default: { description: 'Any other error', ...problemOf() },
    },
    'x-codeSamples': [{ lang: 'Shell', label: 'curl', source: api.curl(samples) }],
  }
}

interface Answer {
  description: string
  headers?: Record<string, { description: string; schema: Json }>
  content?: Record<string, { schema: Json; example?: unknown }>
}

function describeAnswer(status: number, answer: ApiAnswer, samples: ApiSamples): Answer {
  const { description, schema, mediaType, codes = [], example } = answer
  const headers = answer.headers && {
    headers: Object.fromEntries(
      Object.entries(answer.headers).map(([name, description]) => [
        name,
        { description, schema: { type: 'string' } },
      ]),
    ),
  }
  if (status >= 400) return { description, ...headers, ...problemOf(status, codes) }
  if (schema) {
    const json = { schema: refer(schema), ...(example && { example: example(samples) }) }
    return { description, ...headers, content: { 'application/json': json } }
  }
  return { description, ...headers, ...(mediaType && { content: { [mediaType]: { schema: {} } } }) }
}

function parameters(place: 'path' | 'query', schema: z.ZodObject | undefined) {
  if (!schema) return []
  const { properties = {}, required = [] } = inline(schema, 'input')
  return Object.entries(properties as Record<string, Json>).map(([name, property]) => {
    const { description = '', ...rest } = property
    return {
      name,
      in: place,
      description,
      required: place === 'path' || (required as string[]).includes(name),
      schema: rest as Json,
    }
  })
}

/** A JSON schema, or a part of one. */
export type Json = Record<string, unknown> & { description?: string }

/** A schema with a name stands once, among the components. */
function refer(schema: z.ZodType): Json {
  const id = schema.meta()?.id
  return id ? { $ref: `#/components/schemas/${id}` } : inline(schema)
}

function inline(schema: z.ZodType, io: 'input' | 'output' = 'output'): Json {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, {
    io,
    reused: 'inline',
    unrepresentable: 'any',
  })
  return rest as Json
}

function namedSchemas(): Record<string, Json> {
  const { schemas } = z.toJSONSchema(z.globalRegistry, {
    uri: (id) => `#/components/schemas/${id}`,
  })
  const named = Object.entries({ ...schemas, Problem: inline(Problem) })
  return Object.fromEntries(
    named.map(([id, { $schema: _, $id: __, id: ___, ...schema }]) => [id, schema as Json]),
  )
}
