import { hash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { beforeAll, expect, it } from 'vitest'
import { eachServer } from '../../../test/support/each-server.ts'
import { startPublishedDocket } from '../../../test/support/published-docket.ts'
import type { DialectName } from '../../platform/database/dialect.ts'
import { insertVersion } from '../corrections/queries.ts'

const motion = hash('sha256', readFileSync('test/fixtures/pdfs/order.pdf'))
const earlier = 'ab'.repeat(32)

const start = (dialect: DialectName) =>
  startPublishedDocket(dialect, { PUBLIC_URL: 'https://docket.firm.test' })

eachServer('whether a file is on this docket', start, (docket) => {
  beforeAll(async () => {
    const file = { id: 1, sha256: earlier, byte_size: 1234, page_count: 2 }
    await insertVersion(docket.platform.db, file, Date.UTC(2026, 7, 2, 18, 30))
  })

  const page = async (sha256: string) => {
    const query = new URLSearchParams({ sha256 })
    const response = await fetch(`${docket.origin}/verify?${query}`)
    return { status: response.status, text: await response.text() }
  }
  const set = async (sets: object, table: 'entries' | 'documents') => {
    await docket.platform.db.updateTable(table).set(sets).where('id', '=', 1).execute()
  }

  it('says which document it is, and that it is unchanged', async () => {
    const { status, text } = await page(motion.toUpperCase())
    expect(status).toBe(200)
    expect(text).toContain('This is an unchanged document from this docket.')
    expect(text).toContain('href="/documents/1"')
    expect(text).toContain('filed 07/01/2026')
    expect(text).toContain('<meta name="robots" content="noindex"')
  })

  it('says that it is an earlier version, and until when', async () => {
    const { text } = await page(earlier)
    expect(text).toContain('This is an earlier version of a document on this docket.')
    expect(text).toContain('It was replaced on 08/02/2026, 2:30 PM')
  })

  it('a file that was restored as the document’s file is the current one', async () => {
    const file = { id: 1, sha256: motion, byte_size: 1, page_count: 1 }
    await insertVersion(docket.platform.db, file, 1)
    const { text } = await page(motion)
    expect(text).toContain('This is an unchanged document from this docket.')
  })

  it('does not know other files, and says what that means', async () => {
    const { status, text } = await page('cd'.repeat(32))
    expect(status).toBe(200)
    expect(text).toContain('This file is not on this docket.')
  })

  it.each(['%00', 'a'.repeat(5000)])('refuses %.20j with a sentence', async (typed) => {
    const { status, text } = await page(typed)
    expect([status, text.includes('This is not a SHA-256.')]).toEqual([422, true])
  })

  it('shows the form if nothing, or nothing valid, is asked', async () => {
    for (const query of ['', '?sha256=', '?sha256=a&sha256=b', '?__proto__=x']) {
      const response = await fetch(`${docket.origin}/verify${query}`)
      expect([query, response.status]).toEqual([query, 200])
      expect(await response.text()).toContain('Or paste its SHA-256')
    }
  })

  it.each([
    ['a draft', 'entries', { status: 'draft' }, { status: 'published' }],
    ['a deleted entry', 'entries', { deleted_at: 1 }, { deleted_at: null }],
    ['a deleted document', 'documents', { deleted_at: 1 }, { deleted_at: null }],
  ] as const)('does not know the files of %s, nor earlier ones', async (_, table, hide, show) => {
    await set(hide, table)
    for (const one of [motion, earlier])
      expect((await page(one)).text).toContain('This file is not on this docket.')
    await set(show, table)
    expect((await page(earlier)).text).toContain('This is an earlier version')
  })
})
