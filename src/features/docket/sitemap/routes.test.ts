import fc from 'fast-check'
import Fastify from 'fastify'
import { expect, test } from 'vitest'
import { eachServer } from '../../../../test/support/each-server.ts'
import { startPublishedDocket } from '../../../../test/support/published-docket.ts'
import type { DialectName } from '../../../platform/database/dialect.ts'
import { createPageCache } from '../../../platform/http/page-cache.ts'
import { createSitemapHandlers, listParts, rangeOf, readPart, renderSitemap } from './routes.ts'

const base = 'https://docket.firm.test'
const locations = (xml: string) => [...xml.matchAll(/<loc>([^<]*)<\/loc>/g)].map(([, loc]) => loc)
const everyPage = [
  `${base}/`,
  `${base}/verify`,
  `${base}/api`,
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

  test('is an index of parts where the pages are too many for one file, and the parts have them all', async () => {
    const server = Fastify()
    const sitemap = createSitemapHandlers(docket.platform, {
      sendPage: createPageCache(docket.platform.revision),
      most: 2,
    })
    server.get('/sitemap.xml', sitemap.all)
    server.get('/sitemaps/:part', sitemap.part)
    const index = (await server.inject('/sitemap.xml')).body
    expect(index).toContain('<sitemapindex ')
    const parts = locations(index).map((loc = '') => loc.replace(base, ''))
    expect(parts).toEqual(
      ['pages-1', 'entries-1', 'entries-2', 'documents-1', 'documents-2'].map(
        (name) => `/sitemaps/${name}.xml`,
      ),
    )
    const found: (string | undefined)[] = []
    for (const part of parts) {
      const { statusCode, body } = await server.inject(part)
      expect([part, statusCode]).toEqual([part, 200])
      expect(locations(body).length).toBeLessThanOrEqual(part.includes('pages') ? 3 : 2)
      found.push(...locations(body))
    }
    expect(found).toEqual(everyPage)
    for (const none of ['entries-9', 'pages-2', 'entries-0', 'drafts-1', 'entries-1x']) {
      expect([none, (await server.inject(`/sitemaps/${none}.xml`)).statusCode >= 400]).toEqual([
        none,
        true,
      ])
    }
    await server.close()
  })
})

test('every id is in exactly the part whose number it gives', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 2_000_000 }),
      fc.integer({ min: 100, max: 50_000 }),
      (id, most) => {
        const part = Math.ceil(id / most)
        const { after, upTo } = rangeOf(part, most)
        expect(id > after && id <= upTo).toBe(true)
        const extent = { count: 1, last: id, updated: 0 }
        const none = { count: 0, last: 0, updated: 0 }
        const parts = listParts({ entries: extent, documents: none }, most)
        expect(parts.at(-1)?.path).toBe(`/sitemaps/entries-${part}.xml`)
        expect(readPart(`entries-${part}.xml`)).toEqual({ listed: 'entries', part })
      },
    ),
  )
})

test('a base with an ampersand is escaped', () => {
  expect(renderSitemap('https://a.test/?a&b', [{ path: '/' }])).toContain(
    'https://a.test/?a&amp;b/',
  )
})
