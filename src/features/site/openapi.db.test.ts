import { createConfig, lintFromString } from '@redocly/openapi-core'
import { describe, expect, test } from 'vitest'
import { publishedApi } from '../../../test/support/published-api.ts'
import { createFeatures } from '../../features.ts'
import { createRoutes } from '../../routes.ts'

const api = publishedApi()

describe('the OpenAPI document', () => {
  test('satisfies the linter', async () => {
    const config = await createConfig({
      extends: ['recommended'],
      // The docket has no license, and some operations have no client errors.
      rules: {
        'info-license': 'off',
        'operation-4xx-response': 'off',
        'spec-strict-refs': 'error',
        'operation-tag-defined': 'error',
      },
    })
    const problems = await lintFromString({
      source: JSON.stringify(api.document),
      absoluteRef: 'openapi.json',
      config,
    })
    expect(
      problems.map(({ ruleId, message, location }) => [ruleId, message, location[0]?.pointer]),
    ).toEqual([])
  })

  test('names every address under /api, and nothing of the administration', async () => {
    const features = createFeatures(api.docket.platform)
    const routes = createRoutes(api.docket.platform, features)
    const isPage = (url: string) => url === '/api'
    const silent = routes.filter(
      (route) => route.url.startsWith('/api') && !isPage(route.url) && !route.api,
    )
    expect(silent.map(({ method, url }) => `${method} ${url}`)).toEqual([])
    expect(Object.keys(api.document.paths).filter((path) => path.startsWith('/admin'))).toEqual([])
    await features.close()
  })

  test('builds every address from PUBLIC_URL, whatever Host says', async () => {
    const answer = await fetch(`${api.docket.origin}/api/openapi.json`, {
      headers: { 'x-forwarded-host': 'evil.test' },
    })
    const text = await answer.text()
    expect(text).not.toContain('evil.test')
    expect(JSON.parse(text).servers).toEqual([{ url: 'https://docket.firm.test' }])
  })
})

test('the page /api is a table of every request', async () => {
  const html = await (
    await fetch(`${api.docket.origin}/api`, { headers: { accept: 'text/html' } })
  ).text()
  for (const { method, path } of api.operations()) {
    expect(html).toContain(`<code>${method.toUpperCase()} ${path}</code>`)
  }
  expect(html).toContain('<code>https://docket.firm.test</code>')
})
