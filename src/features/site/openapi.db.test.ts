import { createConfig, lintFromString } from '@redocly/openapi-core'
import { type AxiosResponse, type Document, OpenAPIClientAxios } from 'openapi-client-axios'
import { describe, expect, test } from 'vitest'
import { publishedApi } from '../../../test/support/published-api.ts'
import { createFeatures } from '../../features.ts'
import { createRoutes } from '../../routes.ts'

const api = publishedApi()

describe('the OpenAPI document', () => {
  test('satisfies the linter', async () => {
    const config = await createConfig({
      extends: ['recommended'],
      rules: {
        // The docket has no license, and some operations have no client errors.
        ...{ 'info-license': 'off', 'operation-4xx-response': 'off' },
        ...{ 'spec-strict-refs': 'error', 'operation-tag-defined': 'error' },
      },
    })
    const source = JSON.stringify(api.document)
    expect(await lintFromString({ source, absoluteRef: 'openapi.json', config })).toEqual([])
  })

  test('names every address under /api, and nothing of the administration', async () => {
    const features = createFeatures(api.docket.platform)
    const silent = createRoutes(features).filter(({ url, api }) => url.startsWith('/api') && !api)
    expect(silent.map(({ method, url }) => `${method} ${url}`)).toEqual(['GET /api'])
    expect(Object.keys(api.document.paths).filter((path) => path.startsWith('/admin'))).toEqual([])
    await features.close()
  })
})

test('the page /api is a table of every request, which begins with PUBLIC_URL', async () => {
  const headers = { accept: 'text/html' }
  const html = await (await fetch(`${api.docket.origin}/api`, { headers })).text()
  for (const { method, path } of api.operations())
    expect(html).toContain(`<code>${method.toUpperCase()} ${path}</code>`)
  expect(html).toContain('<code>https://docket.firm.test</code>')
  expect(api.document).toMatchObject({ servers: [{ url: 'https://docket.firm.test' }] })
})

describe('a client generated from it', () => {
  type Method = (params?: object | null, data?: unknown, config?: object) => Promise<AxiosResponse>

  /** Calls the method of that operationId, generated from the server's own document. */
  const call = async (id: string, ...details: Parameters<Method>) => {
    const definition = { ...api.document, servers: [{ url: api.docket.origin }] }
    const client = new OpenAPIClientAxios({
      definition: definition as unknown as Document,
      axiosConfigDefaults: { validateStatus: () => true, maxRedirects: 0 },
    })
    const method = ((await client.init()) as unknown as Record<string, Method>)[id]
    if (!method) throw new Error(`the client has no method ${id}`)
    return method(...details)
  }
  const mediaType = ({ headers }: AxiosResponse) => String(headers['content-type']).split(';')[0]

  test('reads the whole docket page by page, and each answer is as the schema says', async () => {
    const check = api.validator('listDocketEntries', 200)
    const titles: string[] = []
    let cursor: string | null = null
    do {
      const query = { limit: 1, ...(cursor && { cursor }) }
      const page: AxiosResponse = await call('listDocketEntries', query)
      expect(page.status).toBe(200)
      expect(check(page.data)).toEqual([])
      titles.push(...page.data.items.map((entry: { title: string }) => entry.title))
      cursor = page.data.next_cursor
    } while (cursor)
    expect(titles).toHaveLength(3)
    expect(titles.join()).not.toContain('secret')
  })

  test('reads one entry, and its PDF in whole and in part', async () => {
    const entry = await call('getDocketEntry', { id: 1 })
    expect(api.validator('getDocketEntry', 200)(entry.data)).toEqual([])
    const [main] = entry.data.documents
    const read = (config: object) => call('downloadDocument', { id: main.id }, null, config)
    const whole = await read({ responseType: 'arraybuffer' })
    expect([whole.status, mediaType(whole)]).toEqual([200, 'application/pdf'])
    expect(whole.data.byteLength).toBe(main.byte_size)
    expect(whole.headers.etag).toBe(`"${main.sha256}"`)
    const part = await read({ headers: { range: 'bytes=0-9' } })
    expect(part.status).toBe(206)
    expect(part.headers['content-range']).toBe(`bytes 0-9/${main.byte_size}`)
  })

  test.each([
    ['listDocketEntries', { limit: 'many' }, null, 422, 'invalid'],
    ['downloadDocument', { id: 999 }, null, 404, 'not_found'],
    ['subscribe', null, { email: 'nobody' }, 422, 'invalid_email'],
    ['unsubscribe', { token: 'x'.repeat(43) }, {}, 403, 'csrf'],
  ])('%s %o is refused as described', async (id, params, data, status, code) => {
    const answer = await call(id, params, data, { headers: { accept: 'application/json' } })
    expect([answer.status, mediaType(answer)]).toEqual([status, 'application/problem+json'])
    expect(answer.data.code).toBe(code)
    expect(api.validator(id, status, 'application/problem+json')(answer.data)).toEqual([])
  })

  test('subscribes, and is told when that was done already', async () => {
    const first = await call('subscribe', null, { email: 'reader@example.com' })
    expect(first.status).toBe(201)
    expect(api.validator('subscribe', 201)(first.data)).toEqual([])
    const second = await call('subscribe', null, { email: 'reader@example.com' })
    expect([second.status, second.data.code]).toEqual([409, 'already_subscribed'])
    expect(api.validator('subscribe', 409, 'application/problem+json')(second.data)).toEqual([])
  })

  test('gets the feed, the health and the document itself', async () => {
    const feed = await call('readFeed')
    expect([feed.status, mediaType(feed)]).toEqual([200, 'application/atom+xml'])
    for (const id of ['isAlive', 'isReady', 'getOpenApiDocument'])
      expect(api.validator(id, 200)((await call(id)).data)).toEqual([])
  })
})
