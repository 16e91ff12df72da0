import { expect, it, test } from 'vitest'
import { siteOf } from '../../../test/support/admin-frame.ts'
import { oneServer } from '../../../test/support/each-server.ts'
import { inspectBytes } from '../../../test/support/inspected-pdf.ts'
import { startPublishedDocket } from '../../../test/support/published-docket.ts'
import { captionCard } from './card-routes.ts'

/** What a reader sees on the picture of this caption. */
async function wordsOn(caption: string): Promise<string> {
  const card = captionCard(siteOf({ caption, caseNumber: '1:26-cv-00045' }))
  const { pages } = await inspectBytes(Buffer.from(card, 'latin1'))
  return pages.join().replace(/\s+/g, ' ')
}

test.each([
  ['Doe v. Roe', 'Doe v. Roe'],
  ['Doe (a\\b) v. “Roe’s” – Zoë & Ştefan\nInc.', 'Doe (a\\b) v. "Roe\'s" - Zoë & Stefan Inc.'],
  [') Tj ET endstream', ') Tj ET endstream'],
])('the caption %j is drawn as %j', async (caption, words) => {
  const drawn = await wordsOn(caption)
  expect(drawn).toContain(words)
  expect(drawn).toContain('No. 1:26-cv-00045')
})

test('a caption of many parties is cut after six lines', async () => {
  const words = await wordsOn('Jones and Company, Incorporated, '.repeat(60))
  expect(words).toContain('...')
  expect(words.length).toBeLessThan(450)
})

oneServer('pictures of the site', startPublishedDocket, (docket) => {
  it.each([
    ['/card.png', 1200, 630],
    ['/apple-touch-icon.png', 180, 180],
  ])('%s is a PNG of %i by %i pixels', async (path, width, height) => {
    const response = await fetch(docket.origin + path)
    const png = Buffer.from(await response.arrayBuffer())
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'image/png'])
    expect(png.subarray(1, 4).toString()).toBe('PNG')
    expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([width, height])
  })

  it('are named in the manifest and in every page', async () => {
    const manifest = await fetch(`${docket.origin}/manifest.webmanifest`)
    expect(await manifest.json()).toMatchObject({ start_url: '/', theme_color: '#6b1d27' })
    const page = await fetch(docket.origin)
    expect(page.headers.get('content-security-policy')).toContain("manifest-src 'self'")
    const html = await page.text()
    expect(html).toContain('<link rel="manifest" href="/manifest.webmanifest"/>')
    expect(html).toMatch(/<meta property="og:image" content="https?:[^"]*\/card.png"/)
  })
})
