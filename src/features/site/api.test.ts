import { createConfig, lintFromString } from '@redocly/openapi-core'
import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { type AxiosResponse, OpenAPIClientAxios } from 'openapi-client-axios'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  type PublishedDocket,
  startPublishedDocket,
} from '../../../test/support/published-docket.ts'
import { createFeatures } from '../../features.ts'
import { createRoutes } from '../../routes.ts'
import type { Json, OpenApi } from './openapi.ts'

let docket: PublishedDocket
let document: OpenApi

beforeAll(async () => {
  docket = await startPublishedDocket('sqlite', { PUBLIC_URL: 'https://docket.firm.test' })
  document = (await (await fetch(`${docket.origin}/api/openapi.json`)).json()) as OpenApi
})
afterAll(() => docket?.close())

const operations = () =>
  Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ method, path, operation })),
  )

/** The schema of an answer, as a validator. */
function validator(operationId: string, status: number, mediaType = 'application/json') {
  const { operation } = operations().find((one) => one.operation.operationId === operationId) ?? {}
  const schema = operation?.responses[status]?.content?.[mediaType]?.schema
  if (!schema) throw new Error(`${operationId} has no schema for ${status} ${mediaType}`)
  const ajv = new Ajv2020({ strict: false, allErrors: true })
  addFormats.default(ajv)
  ajv.addSchema({ $id: 'https://docket.firm.test/openapi', ...document })
  const rooted = JSON.parse(
    JSON.stringify(schema).replaceAll('"#/', '"https://docket.firm.test/openapi#/'),
  ) as Json
  return (value: unknown) => {
    const check = ajv.compile(rooted)
    return check(value) ? [] : ajv.errorsText(check.errors).split(', ')
  }
}

describe('the OpenAPI document', () => {
  test('satisfies the linter', async () => {
    const config = await createConfig({
      extends: ['recommended'],
      // The docket is published by its owner, under no licence; some addresses cannot be asked wrongly.
      rules: {
        'info-license': 'off',
        'operation-4xx-response': 'off',
        'spec-strict-refs': 'error',
      },
    })
    const problems = await lintFromString({
      source: JSON.stringify(document),
      absoluteRef: 'openapi.json',
      config,
    })
    expect(
      problems.map(({ ruleId, message, location }) => [ruleId, message, location[0]?.pointer]),
    ).toEqual([])
  })

  test('names every address under /api, and nothing of the administration', async () => {
    const features = createFeatures(docket.platform)
    const routes = createRoutes(docket.platform, features)
    const isPage = (url: string) => url === '/api'
    const silent = routes.filter(({ url, api }) => url.startsWith('/api') && !isPage(url) && !api)
    expect(silent.map(({ method, url }) => `${method} ${url}`)).toEqual([])
    expect(Object.keys(document.paths).filter((path) => path.startsWith('/admin'))).toEqual([])
    await features.close()
  })

  test('has examples that its own schemas accept', () => {
    let checked = 0
    for (const { operation } of operations()) {
      for (const [status, { content = {} }] of Object.entries(operation.responses)) {
        for (const [mediaType, { example }] of Object.entries(content)) {
          if (example === undefined || status === 'default') continue
          const problems = validator(operation.operationId, Number(status), mediaType)(example)
          expect([operation.operationId, status, problems]).toEqual([
            operation.operationId,
            status,
            [],
          ])
          checked += 1
        }
      }
    }
    expect(checked).toBeGreaterThan(20)
  })

  test('builds every address from PUBLIC_URL, whatever Host says', async () => {
    const answer = await fetch(`${docket.origin}/api/openapi.json`, {
      headers: { 'x-forwarded-host': 'evil.test' },
    })
    const text = await answer.text()
    expect(text).not.toContain('evil.test')
    expect(JSON.parse(text).servers).toEqual([{ url: 'https://docket.firm.test' }])
  })
})

describe('a client generated from it', () => {
  /** Methods named by operationId, made from the document that the server gave. */
  async function makeClient() {
    const definition = { ...document, servers: [{ url: docket.origin }] }
    const api = new OpenAPIClientAxios({
      definition: definition as unknown as ConstructorParameters<
        typeof OpenAPIClientAxios
      >[0]['definition'],
      axiosConfigDefaults: { validateStatus: () => true, maxRedirects: 0 },
    })
    return (await api.init()) as unknown as Record<
      string,
      (params?: object | null, data?: unknown, config?: object) => Promise<AxiosResponse>
    >
  }
  const call = async (
    id: string,
    params: object | null = null,
    data?: unknown,
    config?: object,
  ) => {
    const method = (await makeClient())[id]
    if (!method) throw new Error(`the client has no method ${id}`)
    return method(params, data, config)
  }
  const mediaType = ({ headers }: AxiosResponse) => String(headers['content-type']).split(';')[0]

  test('reads the whole docket page by page, and each answer is as the schema says', async () => {
    const check = validator('listDocketEntries', 200)
    const titles: string[] = []
    let cursor: string | null = null
    do {
      const page: AxiosResponse = await call('listDocketEntries', {
        limit: 1,
        ...(cursor && { cursor }),
      })
      expect(page.status).toBe(200)
      expect(check(page.data)).toEqual([])
      titles.push(...page.data.items.map((entry: { title: string }) => entry.title))
      cursor = page.data.next_cursor
    } while (cursor)
    expect(titles).toHaveLength(3)
    expect(titles.join()).not.toContain('secret')
  })

  test('reads one entry, and its PDF in whole, in part, unchanged', async () => {
    const entry = await call('getDocketEntry', { id: 1 })
    expect(validator('getDocketEntry', 200)(entry.data)).toEqual([])
    const [main] = entry.data.documents
    const whole = await call('downloadDocument', { id: main.id }, null, {
      responseType: 'arraybuffer',
    })
    expect([whole.status, mediaType(whole)]).toEqual([200, 'application/pdf'])
    expect(whole.data.byteLength).toBe(main.byte_size)
    expect(whole.headers.etag).toBe(`"${main.sha256}"`)
    const part = await call('downloadDocument', { id: main.id, Range: 'bytes=0-9' })
    expect([part.status, part.headers['content-range']]).toEqual([
      206,
      `bytes 0-9/${main.byte_size}`,
    ])
    const known = await call('downloadDocument', {
      id: main.id,
      'If-None-Match': whole.headers.etag,
    })
    expect(known.status).toBe(304)
  })

  test.each([
    ['listDocketEntries', { limit: 'many' }, null, 422, 'invalid'],
    ['listDocketEntries', { cursor: 'x' }, null, 422, 'invalid'],
    ['getDocketEntry', { id: 999 }, null, 404, 'not_found'],
    ['downloadDocument', { id: 999 }, null, 404, 'not_found'],
    ['downloadDocument', { id: 1, Range: 'bytes=99999999-' }, null, 416, 'range_not_satisfiable'],
    ['subscribe', null, { email: 'nobody' }, 422, 'invalid_email'],
    ['unsubscribe', { token: 'x'.repeat(43) }, {}, 403, 'csrf'],
    ['confirmSubscription', { token: 'x'.repeat(43) }, {}, 403, 'csrf'],
    ['findByDocketNumber', { reference: '999' }, null, 404, 'not_found'],
  ])('%s %o is refused as described', async (id, params, data, status, code) => {
    const answer = await call(id, params, data, { headers: { accept: 'application/json' } })
    expect([answer.status, mediaType(answer)]).toEqual([status, 'application/problem+json'])
    expect(answer.data.code).toBe(code)
    expect(validator(id, status, 'application/problem+json')(answer.data)).toEqual([])
  })

  test('subscribes, and is told when that was done already', async () => {
    const first = await call('subscribe', null, { email: 'reader@example.com' })
    expect(first.status).toBe(201)
    expect(validator('subscribe', 201)(first.data)).toEqual([])
    const second = await call('subscribe', null, { email: 'reader@example.com' })
    expect([second.status, second.data.code]).toEqual([409, 'already_subscribed'])
    expect(validator('subscribe', 409, 'application/problem+json')(second.data)).toEqual([])
  })

  test('gets the feed, the health and the document itself', async () => {
    const feed = await call('readFeed')
    expect([feed.status, mediaType(feed)]).toEqual([200, 'application/atom+xml'])
    for (const id of ['isAlive', 'isReady', 'getOpenApiDocument']) {
      expect(validator(id, 200)((await call(id)).data)).toEqual([])
    }
  })

  test('drafts and deleted entries are 404', async () => {
    for (const id of [docket.draftId, docket.deletedId]) {
      expect((await call('getDocketEntry', { id })).status).toBe(404)
    }
  })
})

describe('pages of other sites', () => {
  const from = (path: string, init: RequestInit = {}) =>
    fetch(docket.origin + path, {
      ...init,
      headers: {
        origin: 'https://journalist.test',
        'sec-fetch-site': 'cross-site',
        ...init.headers,
      },
    })
  const open = [
    '/api/docket-entries',
    '/api/docket-entries/1',
    '/api/documents/1/download',
    '/api/openapi.json',
    '/feed.xml',
    '/calendar.ics',
  ]

  test.each(open)('may read %s, never with cookies', async (path) => {
    for (const method of ['GET', 'HEAD']) {
      const answer = await from(path, { method })
      await answer.arrayBuffer()
      expect([answer.status, answer.headers.get('access-control-allow-origin')]).toEqual([200, '*'])
      expect(answer.headers.get('access-control-allow-credentials')).toBeNull()
      expect(answer.headers.get('cross-origin-resource-policy')).toBe('same-origin')
    }
    const preflight = await from(path, {
      method: 'OPTIONS',
      headers: { 'access-control-request-method': 'GET' },
    })
    expect(preflight.status).toBe(204)
    expect(preflight.headers.get('access-control-allow-methods')).toBe('GET, HEAD')
  })

  test('may read that something is not there', async () => {
    const answer = await from('/api/docket-entries/999')
    expect([answer.status, answer.headers.get('access-control-allow-origin')]).toEqual([404, '*'])
  })

  test('may read nothing else, and change nothing', async () => {
    const features = createFeatures(docket.platform)
    const others = createRoutes(docket.platform, features)
      .filter(({ crossOrigin }) => !crossOrigin)
      .map(({ method, url }) => ({ method, path: url.replace(/:id/g, '1').replace(/:\w+/g, 'x') }))
    expect(others.length).toBeGreaterThan(60)
    for (const { method, path } of others) {
      const answer = await from(path, { method, redirect: 'manual' })
      expect([path, answer.headers.get('access-control-allow-origin')]).toEqual([path, null])
      if (method === 'POST') expect([path, answer.status]).toEqual([path, 403])
    }
    for (const path of ['/api/subscribe', '/admin/entries', '/api/unsubscribe/x']) {
      const headers = { 'access-control-request-method': 'POST' }
      const preflight = await from(path, { method: 'OPTIONS', headers })
      expect(preflight.headers.get('access-control-allow-origin')).toBeNull()
    }
    await features.close()
  })
})

test('the page /api names every operation with a command and this docket’s own answers', async () => {
  const html = await (
    await fetch(`${docket.origin}/api`, { headers: { accept: 'text/html' } })
  ).text()
  for (const { operation } of operations()) {
    expect(html).toContain(`id="${operation.operationId}"`)
  }
  expect(html).toContain('curl https://docket.firm.test/api/docket-entries/3')
  expect(html).toContain('ORDER granting Motion to Compel')
  expect(html).not.toContain('secret')
  expect(html).not.toContain('<script>')
})
