import Fastify from 'fastify'
import { expect, test } from 'vitest'
import { eachServer } from '../../../../test/support/each-server.ts'
import { startPublishedDocket } from '../../../../test/support/published-docket.ts'
import type { DialectName } from '../../../platform/database/dialect.ts'
import { createPageCache } from '../../../platform/http/page-cache.ts'
import { createSitemapHandlers, renderSitemap } from './routes.ts'

const base = 'https://docket.firm.test'
const locations = (xml: string) => [...xml.matchAll(/<loc>([^<]*)<\/loc>/g)].map(([, loc]) => loc)
const everyPage = [
  `${base}/`,
  ...['about', 'follow', 'verify', 'api'].map((name) => `${base}/${name}`),
  ...[1, 2, 3].map((id) => `${base}/entries/${id}`),
  ...[1, 2, 3].map((id) => `${base}/documents/${id}`),
]

const start = (dialect: DialectName) => startPublishedDocket(dialect, { PUBLIC_URL: base })

eachServer('the sitemap', start, (docket) => {
  test('has every public page once, with its last change; no draft, nothing deleted', async () => {
    const answer = await fetch(`${docket.origin}/sitemap.xml`)
    expect(answer.headers.get('content-type')).toBe('application/xml; charset=utf-8')
    const xml = await answer.text()
    expect(locations(xml)).toEqual(everyPage)
    expect(xml.match(/<lastmod>\d{4}-\d\d-\d\dT[\d:.]+Z<\/lastmod>/g)).toHaveLength(6)
  })

  test('is an index of parts if the pages do not fit into one file, and the parts have them all', async () => {
    const server = Fastify()
    const sitemap = createSitemapHandlers(docket.platform, {
      sendPage: createPageCache(docket.platform.revision),
      max: 2,
    })
    server.get('/sitemap.xml', sitemap.all)
    server.get('/sitemaps/:part', sitemap.part)
    const index = (await server.inject('/sitemap.xml')).body
    expect(index).toContain('<sitemapindex ')
    const parts = locations(index).map((loc = '') => loc.replace(base, ''))
    expect(parts).toEqual([1, 2, 3].map((part) => `/sitemaps/${part}.xml`))
    const addresses: (string | undefined)[] = []
    for (const part of parts) {
      const { statusCode, body } = await server.inject(part)
      expect([part, statusCode]).toEqual([part, 200])
      expect(locations(body)).toHaveLength(part === '/sitemaps/1.xml' ? 7 : 2)
      addresses.push(...locations(body))
    }
    expect(addresses).toEqual(everyPage)
    for (const none of ['4', '0', '01', '1x', 'drafts']) {
      expect([none, (await server.inject(`/sitemaps/${none}.xml`)).statusCode >= 400]).toEqual([
        none,
        true,
      ])
    }
    await server.close()
  })
})

test('a base with an ampersand is escaped', () => {
  expect(renderSitemap('https://a.test/?a&b', [{ path: '/' }])).toContain(
    'https://a.test/?a&amp;b/',
  )
})
