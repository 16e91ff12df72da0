import { z } from 'zod'
import type { ApiDescription } from '../../../platform/http/api-description.ts'

const Health = z.object({ status: z.literal('ok') }).meta({ id: 'Health' })
const isFine = { schema: Health, example: () => ({ status: 'ok' }) }

export const openApiApi: ApiDescription = {
  id: 'getOpenApiDocument',
  tag: 'Service',
  summary: 'This description, as OpenAPI 3.1',
  description: [
    'Made from the same routes as the page you may be reading. Generate a client from it.',
  ],
  responses: {
    200: { description: 'The document', schema: z.looseObject({ openapi: z.string() }) },
  },
  curl: ({ publicUrl }) => `curl ${publicUrl}/api/openapi.json`,
}

export const aliveApi: ApiDescription = {
  id: 'isAlive',
  tag: 'Service',
  summary: 'Whether the process responds',
  responses: { 200: { description: 'It does', ...isFine } },
  curl: ({ publicUrl }) => `curl ${publicUrl}/healthz`,
}

export const readyApi: ApiDescription = {
  id: 'isReady',
  tag: 'Service',
  summary: 'Whether the database and the storage respond',
  responses: {
    200: { description: 'Both do', ...isFine },
    503: { description: 'One of them does not; the message says which', codes: ['unavailable'] },
  },
  curl: ({ publicUrl }) => `curl ${publicUrl}/readyz`,
}
