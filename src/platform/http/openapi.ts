import type { SwaggerTransformObject } from '@fastify/swagger'
import type { FastifyInstance } from 'fastify'
import {
  jsonSchemaTransform,
  jsonSchemaTransformObject,
  serializerCompiler,
} from 'fastify-type-provider-zod'
import * as z from 'zod'
import { version } from './assets.ts'
import { BadRequestError, NotFoundError } from './errors.ts'
import { invalid } from './request/parse.ts'

/** A response that does not match its route's schema becomes a 500. */
export function useSchemas(server: FastifyInstance): void {
  server.setValidatorCompiler<z.ZodType>(({ schema, httpPart }) => (data) => {
    const parsed = schema.safeParse(data)
    return parsed.success ? { value: parsed.data } : { error: refusal(parsed.error, httpPart) }
  })
  server.setSerializerCompiler<z.ZodType>((route) =>
    // Redirects and the like have no body.
    route.schema instanceof z.ZodType ? serializerCompiler(route) : JSON.stringify,
  )
}

function refusal(error: z.ZodError, part: string | undefined): Error {
  if (part === 'params') return new NotFoundError()
  if (part === 'body') return new BadRequestError(error.issues[0]?.message ?? '')
  return invalid(error)
}

export interface ApiInfo {
  title: string
  description: string
  /** Each tag, and what its routes have in common. */
  tags: Readonly<Record<string, string>>
}

export const openApiOptions = (publicUrl: string, { tags, ...info }: ApiInfo) => ({
  openapi: {
    openapi: '3.1.0',
    info: { ...info, version: version() },
    servers: [{ url: publicUrl }],
    security: [],
    tags: Object.entries(tags).map(([name, description]) => ({ name, description })),
  },
  hideUntagged: true,
  transform: jsonSchemaTransform,
  transformObject,
})

/** Removes input variants: named schemas are used only in responses. */
const transformObject: SwaggerTransformObject = (document) => {
  const { components, ...rest } = jsonSchemaTransformObject(document) as {
    components?: { schemas?: Record<string, object> }
  }
  const named = Object.entries(components?.schemas ?? {})
  const schemas = Object.fromEntries(named.filter(([name]) => !name.endsWith('Input')))
  return { ...rest, components: { schemas } }
}
