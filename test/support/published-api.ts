import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { afterAll, beforeAll } from 'vitest'
import { type PublishedDocket, startPublishedDocket } from './published-docket.ts'

type Json = Record<string, unknown>

interface Operation {
  operationId: string
  responses: Record<string, { content?: Record<string, { schema: Json }> }>
}

interface OpenApi {
  paths: Record<string, Record<string, Operation>>
}

interface PublishedApi {
  docket: PublishedDocket
  document: OpenApi
}

/** The published docket at https://docket.firm.test, and what its OpenAPI document says; for all tests of a file. */
export function publishedApi() {
  const api = {} as PublishedApi
  beforeAll(async () => {
    api.docket = await startPublishedDocket('sqlite', { PUBLIC_URL: 'https://docket.firm.test' })
    api.document = (await (await fetch(`${api.docket.origin}/api/openapi.json`)).json()) as OpenApi
  })
  afterAll(() => api.docket.close?.())
  return Object.assign(api, {
    operations: () => operationsOf(api),
    /** @returns a function that lists how a response breaks its schema */
    validator: (operationId: string, status: number, mediaType = 'application/json') =>
      createValidator(api, operationId, status, mediaType),
  })
}

const operationsOf = ({ document }: PublishedApi) =>
  Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ method, path, operation })),
  )

function createValidator(api: PublishedApi, id: string, status: number, mediaType: string) {
  const { operation } = operationsOf(api).find((one) => one.operation.operationId === id) ?? {}
  const schema = operation?.responses[status]?.content?.[mediaType]?.schema
  if (!schema) throw new Error(`${id} has no schema for ${status} ${mediaType}`)
  const ajv = new Ajv2020({ strict: false, allErrors: true })
  addFormats.default(ajv)
  ajv.addSchema({ $id: 'https://docket.firm.test/openapi', ...api.document })
  const rooted = JSON.parse(
    JSON.stringify(schema).replaceAll('"#/', '"https://docket.firm.test/openapi#/'),
  ) as Json
  return (value: unknown) => {
    const check = ajv.compile(rooted)
    return check(value) ? [] : ajv.errorsText(check.errors).split(', ')
  }
}
