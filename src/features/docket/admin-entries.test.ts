import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  courtPdf,
  type EntriesServer,
  entryForm,
  startEntries,
  storedFiles,
} from '../../../test/support/entries-server.ts'
import { listDocuments } from '../documents/queries.ts'
import { listAdminEntries } from './admin-queries.ts'
import { findEntry, findEntryByNumber } from './queries.ts'
import { listMatches } from './search/queries.ts'

const motion = {
  filed_on: '2026-07-30',
  title: 'Motion to Dismiss',
  type: 'Motion',
  filed_by: 'Defendant',
}
/** As client/upload.ts sends it. */
const script = { accept: 'application/json' }
const renamed = new File(['<!doctype html><p>not a PDF'], 'Order.pdf', { type: 'application/pdf' })

describe.each(['sqlite', 'postgres'] as const)('administering entries on %s', (dialect) => {
  let server: EntriesServer
  beforeAll(async () => {
    server = await startEntries(dialect)
  })
  afterAll(() => server?.close())

  const db = () => server.platform.db
  const post = (path: string, fields: Record<string, string>, files: File[] = []) =>
    server.client.post(path, entryForm(fields, files))
  const page = async (path: string) => (await server.client.get(path)).body

  async function create(fields: Record<string, string>, files: File[] = []): Promise<number> {
    const response = await post('/admin/entries', { ...motion, ...fields }, files)
    expect(response.status).toBe(303)
    expect(response.location).toMatch(/^\/admin\/entries\/\d+$/)
    return Number(response.location?.split('/').at(-1))
  }

  /** Entries found by visitors who search for the words. */
  const search = async (q: string) =>
    (await listMatches(db(), { q }, 'newest', { limit: 50, offset: 0 })).entries.map(({ id }) => id)

  it('creates an entry with three court PDFs, numbered and named', async () => {
    const id = await create({ number: '45', description: 'MOTION to Dismiss for lack of venue' }, [
      courtPdf('gov.uscourts.azd.1085839.3.0.pdf', '45.pdf'),
      courtPdf('ca5_00516242060.pdf', '45-2_Exhibit_B.pdf'),
      courtPdf('image-only.pdf', 'Exhibit é.pdf'),
    ])
    const documents = await listDocuments(db(), [id])
    expect(
      documents.map((one) => [one.attachment_number, one.title, one.page_count, one.position]),
    ).toEqual([
      [0, 'Motion to Dismiss', 5, 1],
      [2, 'Exhibit B', 10, 2],
      [3, 'Exhibit é', 1, 3],
    ])
    const shown = await page(`/admin/entries/${id}`)
    for (const text of ['45-2_Exhibit_B.pdf', '10 pages', '07/30/2026', 'Entry created']) {
      expect(shown).toContain(text)
    }
    expect(await search('venue')).toEqual([id])
    expect(await search('"Exhibit B"')).toEqual([id])
    expect(await search('Yuma')).toEqual([])
  })

  it('creates nothing when one of the files is bad, and keeps what was typed', async () => {
    const before = await listAdminEntries(db())
    const filesBefore = storedFiles(server.platform)
    const typed = { ...motion, number: '46', title: 'Kept “as typed” <&>' }
    const response = await post('/admin/entries', typed, [courtPdf('ca9_19.pdf'), renamed])
    expect(response.status).toBe(422)
    const html = response.body
    expect(html).toContain('Order.pdf: ')
    expect(html).not.toContain('ca9_19.pdf:')
    expect(html).toContain('value="Kept “as typed” &lt;&amp;>"')
    expect(await listAdminEntries(db())).toEqual(before)
    await expect.poll(() => storedFiles(server.platform)).toEqual(filesBefore)
  })

  it.each([
    ['an empty file', new File([], 'Empty.pdf'), 'Empty.pdf: This file is empty'],
    ['a ZIP', new File(['PK\x03\x04....'], 'Folder.pdf'), 'Folder.pdf: '],
  ])('refuses %s by name', async (_, file, sentence) => {
    const response = await post('/admin/entries', motion, [file])
    expect(response.status).toBe(422)
    expect(response.body).toContain(sentence)
  })

  it('answers a script with problem+json: fields and files', async () => {
    const form = entryForm({ ...motion, title: '', filed_on: '2026-02-30' }, [renamed])
    const response = await server.client.post('/admin/entries', form, script)
    expect(response.status).toBe(422)
    expect(response.headers.get('content-type')).toMatch(/^application\/problem\+json/)
    expect(JSON.parse(response.body)).toMatchObject({
      code: 'invalid',
      errors: { title: ['Title is missing.'], filed_on: [expect.stringContaining('2026-07-30')] },
      files: [{ name: 'Order.pdf', reason: expect.stringMatching(/\.$/) }],
    })
  })

  it('answers a script 201 with the address of the new entry', async () => {
    const form = entryForm({ ...motion, status: 'draft' })
    const response = await server.client.post('/admin/entries', form, script)
    expect(response.status).toBe(201)
    expect(JSON.parse(response.body)).toEqual({
      location: expect.stringMatching(/^\/admin\/entries\/\d+$/),
    })
  })

  it('takes titles and numbers for each file in file order', async () => {
    const form = entryForm(motion)
    for (const [title, number] of [
      ['Brief', '1'],
      ['Complaint', '0'],
    ] as const) {
      form.append('document_title', title)
      form.append('document_attachment_number', number)
    }
    for (const name of ['ca9_19.pdf', 'cafc_3.pdf']) form.append('documents', courtPdf(name))
    const response = await server.client.post('/admin/entries', form)
    const id = Number(response.location?.split('/').at(-1))
    const documents = await listDocuments(db(), [id])
    expect(documents.map((one) => [one.attachment_number, one.title, one.file_name])).toEqual([
      [0, 'Complaint', 'cafc_3.pdf'],
      [1, 'Brief', 'ca9_19.pdf'],
    ])
  })

  it('refuses a docket number that another entry has, and names it with a link', async () => {
    const holder = await create({ number: '60', title: 'The first sixty' })
    const response = await post('/admin/entries', { ...motion, number: '60' })
    expect(response.status).toBe(422)
    const html = response.body
    expect(html).toContain('The first sixty')
    expect(html).toContain(`href="/admin/entries/${holder}"`)
  })

  it('lets one of many requests for one number win', async () => {
    const attempts = Array.from({ length: 6 }, (_, index) =>
      post('/admin/entries', { ...motion, number: '61', title: `Attempt ${index}` }, [
        courtPdf('bad-redaction.pdf'),
      ]),
    )
    const statuses = (await Promise.all(attempts)).map(({ status }) => status)
    expect(statuses.toSorted()).toEqual([303, 422, 422, 422, 422, 422])
    const winners = (await listAdminEntries(db())).filter(({ number }) => number === 61)
    expect(winners).toHaveLength(1)
    expect(winners[0]?.document_count).toBe(1)
  })

  it('changes what is sent and keeps the rest', async () => {
    const id = await create({ number: '70', description: 'Alpha' })
    const response = await post(`/admin/entries/${id}`, { title: 'Amended', description: 'Omega' })
    expect(response.status).toBe(303)
    expect(await findEntry(db(), id)).toMatchObject({
      number: 70,
      title: 'Amended',
      type: 'Motion',
      version: 2,
    })
    expect(await search('Omega')).toEqual([id])
    expect(await search('Alpha')).toEqual([])
    expect(await page(`/admin/entries/${id}`)).toContain('Motion to Dismiss → Amended')
  })

  it('adds files with a change, and changes nothing when one is bad', async () => {
    const id = await create({})
    const refused = await post(`/admin/entries/${id}`, { title: 'Lost' }, [
      courtPdf('cafc_3.pdf'),
      renamed,
    ])
    expect(refused.status).toBe(422)
    expect(await findEntry(db(), id)).toMatchObject({ title: motion.title, version: 1 })
    expect(await listDocuments(db(), [id])).toEqual([])
    await post(`/admin/entries/${id}`, { title: 'Kept' }, [courtPdf('cafc_3.pdf')])
    expect(await listDocuments(db(), [id])).toHaveLength(1)
  })

  it('tells the second of two administrators, and keeps what he typed', async () => {
    const id = await create({ title: 'First' })
    const other = await server.signIn('other@example.com')
    const version = /name="version" value="(\d+)"/.exec(
      await page(`/admin/entries/${id}/edit`),
    )?.[1]
    server.time.now = Date.UTC(2026, 6, 30, 18, 5)
    await other.post(`/admin/entries/${id}`, entryForm({ title: 'Theirs', version: version ?? '' }))

    const mine = { ...motion, title: 'Mine', version: version ?? '' }
    const response = await post(`/admin/entries/${id}`, mine)
    expect(response.status).toBe(409)
    const html = response.body
    expect(html).toContain('other@example.com changed this entry at 07/30/2026 14:05')
    expect(html).toContain('<td data-saved="title">Theirs</td>')
    expect(html).toContain('value="Mine"')
    expect(await findEntry(db(), id)).toMatchObject({ title: 'Theirs' })

    const fresh = /name="version" value="(\d+)"/.exec(html)?.[1] ?? ''
    const again = await post(`/admin/entries/${id}`, { ...mine, version: fresh })
    expect(again.status).toBe(303)
    expect(await findEntry(db(), id)).toMatchObject({ title: 'Mine' })
  })

  it('keeps what was typed over an entry that somebody deleted meanwhile', async () => {
    const id = await create({ title: 'Short-lived' })
    await server.client.post(`/admin/entries/${id}/delete`, {})
    const typed = { ...motion, title: 'Typed for an hour' }
    const refused = await post(`/admin/entries/${id}`, typed)
    expect(refused.status).toBe(409)
    expect(refused.body).toContain('deleted while you were editing')
    expect(refused.body).toContain('value="Typed for an hour"')
    expect(refused.body).toContain(`href="/admin/entries/${id}" target="_blank"`)
    await server.client.post(`/admin/entries/${id}/restore`, {})
    expect((await post(`/admin/entries/${id}`, typed)).status).toBe(303)
  })

  it('takes back whole what is longer than it may be, and never cuts it off', async () => {
    const form = await page('/admin/entries/new')
    expect(form).not.toMatch(/maxlength/i)
    const title = 'x'.repeat(1001)
    const refused = await post('/admin/entries', { ...motion, title })
    expect(refused.status).toBe(422)
    expect(refused.body).toContain(`value="${title}"`)
  })

  it('asks before it deletes, and restores', async () => {
    const id = await create({ number: '80', title: 'Filed in error' }, [courtPdf('cafc_3.pdf')])
    expect(await page(`/admin/entries/${id}/delete`)).toContain('The entry and its document leave')
    expect(await findEntry(db(), id)).toMatchObject({ deleted_at: null })
    expect((await server.client.post(`/admin/entries/${id}/delete`, {})).status).toBe(303)
    expect(await findEntryByNumber(db(), 80)).toBeUndefined()
    expect(await search('"Filed in error"')).toEqual([])
    expect(await page(`/admin/entries/${id}`)).toMatch(
      /notice-success.*The entry was deleted\. It can be restored here\..*This entry was deleted at/s,
    )
    for (const path of [`/admin/entries/${id}`, `/admin/entries/${id}/documents`]) {
      expect((await post(path, { title: 'x' }, [courtPdf('cafc_3.pdf')])).status).toBe(409)
    }
    await server.client.post(`/admin/entries/${id}/delete`, {})
    expect((await server.client.post(`/admin/entries/${id}/restore`, {})).status).toBe(303)
    expect(await findEntry(db(), id)).toMatchObject({ deleted_at: null, number: 80 })
    expect(await search('"Filed in error"')).toEqual([id])
    const actions = (await page(`/admin/entries/${id}`)).match(/Entry (deleted|restored)/g)
    expect(actions).toEqual(['Entry restored', 'Entry deleted'])
  })

  it('does not restore an entry whose number was given away meanwhile', async () => {
    const id = await create({ number: '90' })
    await server.client.post(`/admin/entries/${id}/delete`, {})
    const holder = await create({ number: '90', title: 'The new ninety' })
    const response = await server.client.post(`/admin/entries/${id}/restore`, {})
    expect(response.status).toBe(409)
    const html = response.body
    expect(html).toContain('cannot be restored: its docket number 90')
    expect(html).toContain(`href="/admin/entries/${holder}"`)
  })

  it.each(['0', '-1', '99999999999', 'x', '1.5'])('has no entry %s', async (id) => {
    for (const path of [`/admin/entries/${id}`, `/admin/entries/${id}/edit`]) {
      expect((await server.client.get(path)).status).toBe(404)
    }
    expect((await post(`/admin/entries/${id}`, motion)).status).toBe(404)
    expect((await post(`/admin/entries/${id}/documents`, {})).status).toBe(404)
    expect((await server.client.post(`/admin/entries/${id}/delete`, {})).status).toBe(404)
    expect((await server.client.post(`/admin/entries/${id}/restore`, {})).status).toBe(404)
  })

  it('lists every entry on one page, whatever its state', async () => {
    const draft = await create({ title: 'A draft', status: 'draft' })
    const html = await page('/admin/entries')
    for (const { id } of await listAdminEntries(db())) {
      expect(html).toContain(`href="/admin/entries/${id}"`)
    }
    const drafts = await page('/admin/entries?status=draft')
    expect(drafts).toContain(`href="/admin/entries/${draft}"`)
    expect(drafts).not.toContain('The new ninety')
    expect(await page('/admin/entries?status=nonsense')).toContain('The new ninety')
  })

  it('proposes today on the clock of the site', async () => {
    server.time.now = Date.UTC(2026, 6, 31, 3)
    expect(await page('/admin/entries/new')).toContain('value="2026-07-30"')
  })
})
