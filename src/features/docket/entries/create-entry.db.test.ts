import { expect, it } from 'vitest'
import { entryForm, pdfFile, storedFiles } from '../../../../test/support/entries-server.ts'
import {
  motion,
  oneEntryAdministration,
  renamed,
  script,
} from '../../../../test/support/entry-administration.ts'
import { listDocuments } from '../documents/queries.ts'
import { listEvery } from './queries.ts'

oneEntryAdministration('creating entries', ({ server, db, post, page, create, search }) => {
  it('creates an entry with three court PDFs, numbered and named', async () => {
    const id = await create({ number: '45', description: 'MOTION to Dismiss for lack of venue' }, [
      pdfFile('motion.pdf', '45.pdf'),
      pdfFile('brief.pdf', '45-2_Exhibit_B.pdf'),
      pdfFile('scan.pdf', 'Exhibit é.pdf'),
    ])
    const documents = await listDocuments(db(), [id])
    const brief = documents.map(
      (one) => `${one.position}: ${one.attachment_number} ${one.title}, ${one.page_count}`,
    )
    expect(brief).toEqual(['1: 0 Motion to Dismiss, 5', '2: 2 Exhibit B, 10', '3: 3 Exhibit é, 1'])
    await db()
      .updateTable('documents')
      .set({ text_pages: 3 })
      .where('page_count', '=', 10)
      .execute()
    const shown = await page(`/admin/entries/${id}`)
    for (const text of ['45-2_Exhibit_B.pdf', '10 pages', '07/30/2026', 'Entry created'])
      expect(shown).toContain(text)
    const notes = shown.match(/(?<=Searchable text on )[^<]+/g)
    expect(notes).toEqual(['3 of 10 pages', '0 of 1 page'])
    expect(await search('venue')).toEqual([id])
    expect(await search('"Exhibit B"')).toEqual([id])
    expect(await search('Yuma')).toEqual([])
  })

  it('creates nothing when one of the files is bad, and keeps what was typed', async () => {
    const before = await listEvery(db(), 'entries')
    const filesBefore = storedFiles(server.platform)
    const typed = { ...motion, number: '46', title: 'Kept “as typed” <&>' }
    const response = await post('/admin/entries', typed, [pdfFile('opinion.pdf'), renamed])
    expect(response.status).toBe(422)
    const html = response.body
    expect(html).toContain('Order.pdf: ')
    expect(html).not.toContain('opinion.pdf:')
    expect(html).toContain('value="Kept “as typed” &lt;&amp;>"')
    expect(await listEvery(db(), 'entries')).toEqual(before)
    await expect.poll(() => storedFiles(server.platform)).toEqual(filesBefore)
  })

  it('answers a script with problem+json: fields and files', async () => {
    const form = entryForm({ ...motion, title: '', filed_on: '2026-02-30' }, [renamed])
    const response = await server.client.post('/admin/entries', form, script)
    expect(response.status).toBe(422)
    expect(response.headers.get('content-type')).toMatch(/^application\/problem\+json/)
    const filed_on = [expect.stringContaining('Check the month')]
    const errors = { title: ['Title is missing.'], filed_on }
    const files = [{ name: 'Order.pdf', reason: expect.stringMatching(/\.$/) }]
    expect(JSON.parse(response.body)).toMatchObject({ code: 'invalid', errors, files })
  })

  it('creates one entry after another, and says so once', async () => {
    const answer = await post('/admin/entries', { ...motion, number: '12', next: 'another' })
    expect([answer.status, answer.location]).toEqual([303, '/admin/entries/new'])
    const created = 'The entry was created.'
    const form = await page('/admin/entries/new')
    expect(form).toContain(created)
    expect(form).toMatch(/id="field-type-suggestions".*<option value="Motion"/s)
    // Text that is too long comes back whole instead of being cut off.
    expect(form).not.toMatch(/maxlength/i)
    expect(await page('/admin/entries/new')).not.toContain(created)
  })

  it('titles files as the docket text names them, also those that are added later', async () => {
    const description = 'MOTION (Attachments: # 1 Exhibit A (Part 1), # 2 Text of Proposed Order)'
    const id = await create({ description }, [pdfFile('motion.pdf'), pdfFile('scan.pdf')])
    await post(`/admin/entries/${id}/documents`, {}, [pdfFile('order.pdf')])
    const documents = await listDocuments(db(), [id])
    expect(documents.map(({ title }) => title)).toEqual([
      ...['motion', 'Exhibit A (Part 1)', 'Text of Proposed Order'],
    ])
  })

  it('proposes today’s date in the site’s time zone', async () => {
    server.time.now = Date.UTC(2026, 6, 31, 3)
    expect(await page('/admin/entries/new')).toContain('value="2026-07-30"')
  })
})
