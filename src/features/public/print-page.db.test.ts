import { expect, it } from 'vitest'
import { eachServer } from '../../../test/support/each-server.ts'
import { startPublishedDocket } from '../../../test/support/published-docket.ts'
import { entryRow } from '../../../test/support/rows.ts'

eachServer('all entries on one page', startPublishedDocket, (docket) => {
  const page = async (path: string) => (await fetch(docket.origin + path)).text()
  const entriesOn = (html: string) => html.match(/<article class="entry"/g)?.length ?? 0

  it('are offered for printing once there are more, as found and in the same order', async () => {
    const { db } = docket.platform
    expect(await page('/')).not.toContain('Print all')
    const rows = Array.from({ length: 60 }, (_, index) =>
      entryRow({ number: 500 + index, title: `Order ${index}`, type: 'Order' }),
    )
    await db.insertInto('entries').values(rows).execute()
    const first = await page('/?type=Order')
    const [, total = ''] = /Entries 1–50 of (\d+) found/.exec(first) ?? []
    expect(first).toContain(`href="/print?type=Order" rel="nofollow">Print all ${total}<`)
    expect(await page('/?type=Order&page=2')).toContain(`Entries 51–${total} of ${total} found`)
    const response = await fetch(`${docket.origin}/print?type=Order`)
    const html = await response.text()
    expect(entriesOn(html)).toBe(Number(total))
    expect(html).toContain('data-print-now')
    expect(html).not.toContain('type="checkbox"')
    expect(response.headers.get('x-robots-tag')).toBe('noindex')
    const oldest = await page('/print?type=Order&order=oldest')
    expect(oldest.indexOf('Order 0<')).toBeLessThan(oldest.indexOf('Order 59<'))
  })

  it('are the first thousand of more', async () => {
    for (let hundred = 0; hundred < 10; hundred += 1) {
      const rows = Array.from({ length: 100 }, () => entryRow({ title: 'Minute', number: null }))
      await docket.platform.db.insertInto('entries').values(rows).execute()
    }
    const html = await page('/print')
    expect(entriesOn(html)).toBe(1000)
    expect(html).toMatch(/<h1 [^>]*>The first 1,000 of 1,06\d entries</)
  })

  it('are rendered for one client only so often, but for others still', async () => {
    const status = async (ip: string) =>
      (await fetch(`${docket.origin}/print`, { headers: { 'x-forwarded-for': ip } })).status
    const statuses = await Promise.all(Array.from({ length: 61 }, () => status('203.0.113.7')))
    expect(statuses.filter((one) => one === 429)).toHaveLength(1)
    expect(await status('203.0.113.8')).toBe(200)
  })
})
