import { expect, test } from 'vitest'
import { eachServer } from '../../../../test/support/each-server.ts'
import { startPublishedDocket } from '../../../../test/support/published-docket.ts'
import type { DialectName } from '../../../platform/database/dialect.ts'

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
})
