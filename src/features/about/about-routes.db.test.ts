import { expect, it } from 'vitest'
import { eachServer } from '../../../test/support/each-server.ts'
import { startPublishedDocket } from '../../../test/support/published-docket.ts'
import type { DialectName } from '../../platform/database/dialect.ts'

const start = (dialect: DialectName) =>
  startPublishedDocket(dialect, {
    PUBLIC_URL: 'https://docket.firm.test',
    VISITOR_IP_RETENTION_DAYS: '30',
  })

eachServer('what a site says about itself', start, (docket) => {
  const page = async (path: string) => (await fetch(docket.origin + path)).text()

  it('says that it is not the court’s site and what it records, before anyone has written a word', async () => {
    const text = await page('/about')
    expect(text).toContain('Not the court’s site')
    expect(text).toContain('IP addresses are erased after 30 days.')
    expect(await page('/')).toContain('href="/about"')
  })

  it('has what the administrator wrote, and contacts; the docket has the key documents', async () => {
    const { db } = docket.platform
    const about = '## How do I file a claim?\n\nAsk **claims@example.org**. <script>x</script>'
    const contact = 'Jane Roe, (212) 555-0142'
    await db.updateTable('case_settings').set({ about, contact }).execute()
    await db.updateTable('documents').set({ pinned_at: 1 }).where('id', '=', 2).execute()
    const text = await page('/about')
    expect(text).toContain('<h3>How do I file a claim?</h3>')
    expect(text).toContain('<a href="mailto:claims@example.org">claims@example.org</a>')
    expect(text).toContain('<a href="tel:+12125550142">(212) 555-0142</a>')
    expect(text).not.toContain('<script>x')
    expect(await page('/')).toMatch(/Key documents.*href="\/documents\/2"/s)
    await db.updateTable('entries').set({ status: 'draft' }).where('id', '=', 1).execute()
    expect(await page('/')).not.toContain('Key documents')
  })

  it('shows the administrator’s announcement on every public page', async () => {
    const announcement = 'The claims bar date is 03/15/2027. Questions: claims@example.org'
    expect(await page('/')).not.toContain('class="announcement"')
    await docket.platform.db.updateTable('case_settings').set({ announcement }).execute()
    for (const path of ['/', '/?q=order', '/entries/1', '/about'])
      expect(await page(path)).toMatch(/The claims bar date is 03\/15\/2027\..*mailto:claims@/)
  })

  it('shows dates, a link to the parties, and the publisher below the caption', async () => {
    const contact = 'Jane Roe, (212) 555-0142'
    const lineWith = async (about: string) => {
      await docket.platform.db.updateTable('case_settings').set({ about, contact }).execute()
      return /<nav class="case-about".*?<\/nav>/s.exec(await page('/'))?.[0]
    }
    const prose = await lineWith('Date filed: soon. Parties and counsel may call.')
    expect(prose).not.toMatch(/Filed|Parties/)
    const dates = '- Date filed: 03/01/2023\n- Date terminated: 08/13/2024'
    const line = await lineWith(`# About this case\n\n${dates}\n\n# Parties and counsel\n\n- Acme`)
    expect(line).toMatch(/Filed 03\/01\/2023.*Terminated 08\/13\/2024.*Last updated \d\d\/\d\d\//)
    expect(line).toMatch(/Published by Jane Roe, .*Not the court’s site\./)
    expect(line).toContain('href="/about#parties"')
    expect(await page('/about')).toContain('<h2 id="parties">Parties and counsel</h2>')
    expect(await page('/entries/1')).not.toContain('case-about')
  })

  it('links to every way to follow the case', async () => {
    const text = await page('/follow')
    for (const way of ['action="/api/subscribe#subscribe-email"', 'href="/feed.xml"'])
      expect(text).toContain(way)
    expect(text).toContain('href="webcal://docket.firm.test/calendar.ics"')
    expect(text).toContain('This site is being tested.')
  })
})
