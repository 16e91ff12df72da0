import { describe, expect, test } from 'vitest'
import { oneServer } from '../../../test/support/each-server.ts'
import { startPublishedDocket } from '../../../test/support/published-docket.ts'
import { createFeatures } from '../../features.ts'
import type { DialectName } from '../../platform/database/dialect.ts'
import { createRoutes } from '../../routes.ts'

const base = 'https://docket.firm.test'
const UNKNOWN = 'x'.repeat(43)
const start = (dialect: DialectName) => startPublishedDocket(dialect, { PUBLIC_URL: base })

oneServer('search engines', start, (docket) => {
  async function read(path: string) {
    const answer = await fetch(docket.origin + path, {
      redirect: 'manual',
      headers: { accept: 'text/html', 'x-forwarded-host': 'evil.test' },
    })
    const html = await answer.text()
    const tags = html.matchAll(/<meta (?:name|property)="([^"]+)" content="([^"]*)"/g)
    const metas = new Map([...tags].map(([, name, content]) => [name, content]))
    return {
      status: answer.status,
      html,
      metas,
      isIndexed:
        answer.status === 200 &&
        metas.get('robots') !== 'noindex' &&
        answer.headers.get('x-robots-tag') !== 'noindex',
      header: answer.headers.get('x-robots-tag'),
      title: /<title>([^<]*)/.exec(html)?.[1],
      canonical: /<link rel="canonical" href="([^"]*)"/.exec(html)?.[1],
    }
  }

  async function listSitemap(): Promise<string[]> {
    const xml = await (await fetch(`${docket.origin}/sitemap.xml`)).text()
    return [...xml.matchAll(/<loc>([^<]*)/g)].map(([, loc = '']) => loc.replace(base, ''))
  }

  describe('every page of the sitemap', () => {
    test('exists, has its own address as canonical, and its own title and description', async () => {
      const titles = new Set<string | undefined>()
      const paths = await listSitemap()
      for (const path of paths) {
        const { status, canonical, metas, title, isIndexed, html } = await read(path)
        expect([path, status, isIndexed]).toEqual([path, 200, true])
        expect(canonical).toBe(base + path)
        expect(metas.get('og:url')).toBe(base + path)
        expect(metas.get('og:title')).toBeTruthy()
        expect(metas.get('og:description')).toBe(metas.get('description'))
        expect(metas.get('description')?.length).toBeGreaterThan(20)
        expect(metas.get('description')?.length).toBeLessThan(300)
        expect(html).not.toContain('evil.test')
        titles.add(title)
      }
      expect(titles.size).toBe(paths.length)
    })

    test('is every page that may be indexed', async () => {
      const features = createFeatures(docket.platform)
      const routes = createRoutes(features)
      const listed = await listSitemap()
      const plain = routes.filter(({ method, url }) => method === 'GET' && !url.includes(':'))
      expect(plain.length).toBeGreaterThan(15)
      for (const { url } of plain) {
        const { isIndexed, html } = await read(url)
        if (isIndexed && html.startsWith('<!doctype html>')) expect(listed).toContain(url)
      }
      await features.close()
    })
  })

  describe('never indexed', () => {
    test.each([
      ...['unsubscribe', 'subscribe/confirm', 'api/unsubscribe'].map((at) => `/${at}/${UNKNOWN}`),
      ...'/?q=motion /?from=2026-01-01 /admin /admin/login /admin/first-run/x'.split(' '),
      ...'/nothing-here /api/docket-entries /api/openapi.json /feed.xml'.split(' '),
    ])('%s', async (path) => {
      const { header, metas, html } = await read(path)
      expect(header).toBe('noindex')
      if (html.startsWith('<!doctype html>')) {
        expect(metas.get('robots')).toBe('noindex')
        expect([...metas.keys()].filter((name) => name?.startsWith('og:'))).toEqual([])
      }
    })

    test('the page of a valid token', async () => {
      const body = new URLSearchParams({ email: 'reader@example.com' })
      await fetch(`${docket.origin}/api/subscribe`, { method: 'POST', body })
      const { token } = await docket.platform.db
        .selectFrom('subscriptions')
        .select('token')
        .executeTakeFirstOrThrow()
      const { header, status, metas, canonical } = await read(`/unsubscribe/${token}`)
      expect({ status, header, canonical }).toEqual({ status: 200, header: 'noindex' })
      expect(metas.get('robots')).toBe('noindex')
    })
  })

  test('the PDFs may be indexed, and robots are not kept from reading what must not be', async () => {
    const pdf = await fetch(`${docket.origin}/api/documents/1/download`, { method: 'HEAD' })
    expect(pdf.headers.get('x-robots-tag')).toBeNull()
    const robots = await (await fetch(`${docket.origin}/robots.txt`)).text()
    expect(robots).toContain(`Sitemap: ${base}/sitemap.xml`)
    expect(robots).not.toMatch(/unsubscribe|subscribe/)
  })
})
