import * as z from 'zod'
import { type ApiSamples, type ApiSchema, json } from '../../../platform/http/api-schema.ts'
import type { Route } from '../../../platform/http/route.ts'

export type Json = Record<string, unknown> & { description?: string }

interface Answer {
  description: string
  headers?: Record<string, { description: string; schema: Json }>
  content?: Record<string, { schema: Json; example?: unknown }>
}

export interface Operation {
  operationId: string
  tags: string[]
  summary: string
  description?: string
  parameters?: { name: string; in: string; description?: string; required: boolean; schema: Json }[]
  requestBody?: { content: Record<string, { schema: Json; example?: unknown }> }
  responses: Record<string, Answer>
  'x-codeSamples': { lang: string; label: string; source: string }[]
}

/** The parts of OpenAPI 3.1 used here. */
export interface OpenApi {
  info: { title: string; version: string; description: string }
  tags: { name: string; description: string }[]
  paths: Record<string, Record<string, Operation>>
  components: { schemas: Record<string, Json> }
}

export const openApiDocument = {
  operationId: 'getOpenApiDocument',
  tags: ['Service'],
  summary: 'This description, as OpenAPI 3.1',
  description: 'Generate a client from it.',
  response: { 200: json('The document', z.looseObject({ openapi: z.string() })) },
  curl: ({ publicUrl }) => `curl ${publicUrl}/api/openapi.json`,
} satisfies ApiSchema

/** Adds examples and sample commands to the document that Fastify generated from the routes. */
export function withSamples(made: object, routes: readonly Route[], samples: ApiSamples): OpenApi {
  const document = structuredClone(made) as OpenApi
  for (const { method, url, api, crossOrigin } of routes) {
    const path = url.replace(/:([a-z]+)/g, '{$1}')
    const operation = document.paths[path]?.[method.toLowerCase()]
    if (!api || !operation) continue
    if (crossOrigin) {
      const open = 'Other sites’ pages may read the response (CORS).'
      operation.description = [api.description, open].filter(Boolean).join('\n\n')
    }
    operation['x-codeSamples'] = [{ lang: 'Shell', label: 'curl', source: api.curl(samples) }]
    for (const body of Object.values(operation.requestBody?.content ?? {})) {
      body.example = api.bodyExample
    }
    for (const [status, { example }] of Object.entries(api.response)) {
      const [body] = Object.values(operation.responses[status]?.content ?? {})
      if (body && example) body.example = example(samples, Number(status))
    }
  }
  return document
}
