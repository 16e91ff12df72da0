import { z } from 'zod'
import type { Route } from '../../platform/http/route.ts'

/** OpenAPI 3.1, made from the routes themselves. */
export function openApiDocument(
  routes: Route[],
  { publicUrl, version }: { publicUrl: string; version: string },
) {
  const paths: Record<string, Record<string, unknown>> = {}
  for (const { method, url, api } of routes) {
    if (!api) continue
    const path = url.replace(/:(\w+)/g, '{$1}')
    paths[path] = { ...paths[path], [method.toLowerCase()]: operation(api) }
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Docket Publication Service', version },
    servers: [{ url: publicUrl }],
    paths,
  }
}

function operation(api: NonNullable<Route['api']>) {
  return {
    summary: api.summary,
    parameters: [...parameters('path', api.params), ...parameters('query', api.query)],
    ...(api.body && {
      requestBody: {
        required: true,
        content: { 'application/json': { schema: jsonSchema(api.body) } },
      },
    }),
    responses: Object.fromEntries(
      Object.entries(api.responses).map(([status, answer]) => [
        status,
        describeAnswer(Number(status), answer),
      ]),
    ),
  }
}

function describeAnswer(status: number, answer: z.ZodType | string) {
  if (typeof answer !== 'string') {
    return {
      description: 'Success',
      content: { 'application/json': { schema: jsonSchema(answer) } },
    }
  }
  if (status < 400) return { description: answer }
  return {
    description: answer,
    content: { 'application/problem+json': { schema: jsonSchema(Problem) } },
  }
}

/** RFC 9457, with a stable `code`. */
const Problem = z.object({
  type: z.string(),
  title: z.string(),
  status: z.int(),
  detail: z.string(),
  code: z.string(),
})

function parameters(place: 'path' | 'query', schema: z.ZodObject | undefined) {
  if (!schema) return []
  const { properties = {}, required = [] } = jsonSchema(schema, 'input')
  return Object.entries(properties).map(([name, property]) => ({
    name,
    in: place,
    required: place === 'path' || required.includes(name),
    schema: property,
  }))
}

function jsonSchema(schema: z.ZodType, io: 'input' | 'output' = 'output') {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, {
    io,
    reused: 'inline',
    unrepresentable: 'any',
  })
  return rest
}
