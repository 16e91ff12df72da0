import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { sql } from 'kysely'
import { describe, expect, it, test } from 'vitest'
import { validateXML } from 'xmllint-wasm'
import { adminFrame, siteOf } from '../../../test/support/admin-frame.ts'
import { eachServer } from '../../../test/support/each-server.ts'
import { startPublishedDocket } from '../../../test/support/published-docket.ts'
import { storedDocument, storedEntry } from '../../../test/support/rows.ts'
import { renderFeed } from './feed.tsx'

const site = siteOf({ caption: 'Vance v. Harbor & Sons', caseNumber: '1:26-cv-1' })
const { assets } = adminFrame
const NOW = Date.UTC(2026, 10, 29, 18)
const entry = storedEntry({
  number: 45,
  title: 'Motion <to> Dismiss',
  type: 'Motion',
  description: 'MOTION & more',
  updated_at: Date.UTC(2026, 7, 2),
  published_at: Date.UTC(2026, 6, 31, 12),
})
const document = storedDocument({ title: 'Exhibit "B"', byte_size: 287_226 })
const feed = renderFeed({ site, assets }, [{ ...entry, documents: [document] }], NOW)

const schema = { fileName: 'atom.rng', contents: readFileSync('test/support/atom.rng', 'utf8') }

/** The violations of RFC 4287 that libxml2 finds; empty if the feed is valid. */
async function problems(xml: string): Promise<string[]> {
  const feed = [{ fileName: 'feed.xml', contents: xml }]
  const validation = await validateXML({ xml: feed, schema, extension: 'relaxng' })
  return validation.valid ? [] : validation.errors.map(({ rawMessage }) => rawMessage)
}

describe('the feed', () => {
  it('is Atom', async () => {
    const unnamed = { ...site, caption: '', caseNumber: '', court: '' }
    const empty = renderFeed({ site: unnamed, assets }, [], NOW)
    for (const xml of [feed, empty]) expect(await problems(xml)).toEqual([])
    expect(empty).toContain('<updated>2026-11-29T18:00:00.000Z</updated>')
  })

  it('has stable ids, the times of publication and of the last change, and every PDF', () => {
    for (const part of [
      // So that a browser shows it as a page.
      '<?xml-stylesheet type="text/css" href="/assets/feed.css"?>',
      '<id>https://docket.example.com/</id>',
      '<id>https://docket.example.com/entries/7</id>',
      '<title>No. 45: Motion &lt;to> Dismiss</title>',
      '<published>2026-07-31T12:00:00.000Z</published>',
      '<updated>2026-08-02T00:00:00.000Z</updated>',
      'rel="enclosure" type="application/pdf" href="https://docket.example.com/api/documents/12/download" length="287226" title="Exhibit &quot;B&quot;"',
      'Filed 2026-07-30\nMOTION &amp; more\n',
    ]) {
      expect(feed).toContain(part)
    }
  })

  test('is Atom whatever was typed', async () => {
    const hostile = [']]>', '<!--', '\u0000', '\ufffe', '&#0;', '\ud800', '<![CDATA[']
    const text = fc.oneof(fc.string({ unit: 'binary' }), fc.constantFrom(...hostile))
    const typed = fc.record({ title: text, description: text, type: text })
    const many = fc.array(typed, { minLength: 20, maxLength: 50 })
    const feedIsAtom = fc.asyncProperty(many, text, async (all, title) => {
      const entries = all.map(({ type, ...fields }, index) => {
        const documents = [{ ...document, title }]
        return { ...entry, ...fields, type: type.trim(), id: index + 1, documents }
      })
      const feed = renderFeed({ site: { ...site, caption: title }, assets }, entries, NOW)
      expect(await problems(feed)).toEqual([])
    })
    const nothing = { title: '', description: '', type: '' }
    await fc.assert(feedIsAtom, { numRuns: 5, examples: [[[nothing], '']] })
  })
})

eachServer('as the service sends it', startPublishedDocket, (docket) => {
  it('it is Atom, costs nothing if unchanged, and names nothing hidden', async () => {
    const read = (headers = {}) => fetch(`${docket.origin}/feed.xml`, { headers })
    const response = await read()
    expect(response.headers.get('content-type')).toBe('application/atom+xml; charset=utf-8')
    const xml = await response.text()
    expect(await problems(xml)).toEqual([])
    expect(xml.match(/rel="enclosure"/g)).toHaveLength(3)
    expect(xml).not.toContain('secret')
    const ifChanged = { 'if-none-match': response.headers.get('etag') ?? '' }
    expect((await read(ifChanged)).status).toBe(304)
    await sql`update entries set title = 'Changed' where id = 1`.execute(docket.platform.db)
    const changed = await read(ifChanged)
    expect([changed.status, (await changed.text()).includes('Changed')]).toEqual([200, true])
  })
})
