import { beforeEach, expect, it } from 'vitest'
import { oneDocumentAdministration } from '../../../../test/support/document-administration.ts'
import { pdfFile } from '../../../../test/support/entries-server.ts'
import { script } from '../../../../test/support/entry-administration.ts'
import type { Document } from '../../../platform/database/schema.ts'

type Typed = Partial<Record<'title' | 'attachment_number', string>>

oneDocumentAdministration('the table of an entry’s documents', (place) => {
  const { server, entryId, documents, shown, page, post, add } = place

  beforeEach(async () => {
    await add([pdfFile('order.pdf', 'Brief.pdf')])
  })

  /** As the page sends it: the lines in order, then the button. */
  async function save(
    lines: readonly (readonly [Document, Typed?])[],
    { button = ['', ''], headers = {} }: { button?: [string, string]; headers?: object } = {},
  ) {
    const form = new FormData()
    for (const [document, typed = {}] of lines) {
      form.append('document', String(document.id))
      form.append('version', String(document.updated_at))
      form.append('title', typed.title ?? document.title)
      form.append('attachment_number', typed.attachment_number ?? `${document.attachment_number}`)
    }
    if (button[0]) form.append(...button)
    return server.client.post(`/admin/entries/${entryId()}/arrangement`, form, { ...headers })
  }
  const three = async () => (await documents()) as [Document, Document, Document]

  it('saves titles, numbers and order at once, and makes an attachment the main document', async () => {
    const [main, exhibit, brief] = await three()
    const saved = await save([
      [brief, { attachment_number: '0', title: 'Amended Complaint' }],
      [exhibit],
      [main, { title: 'Complaint, superseded' }],
    ])
    expect([saved.status, saved.location]).toEqual([303, `/admin/entries/${entryId()}`])
    const arranged = ['0 Amended Complaint', '1 Exhibit A', '2 Complaint, superseded']
    expect(await shown()).toEqual(arranged)
    const history = await page()
    expect(history).toContain('“Brief” (attachment 2), now “Amended Complaint” (main document)')
    expect(history).toContain('Documents reordered')
    expect(history).not.toContain('“Exhibit A” (attachment 1), now')
  })

  it('has a button for the main document, and arrows that save without JavaScript', async () => {
    const [main, exhibit, brief] = await three()
    await save([[main], [exhibit], [brief]], { button: ['main', String(brief.id)] })
    expect(await shown()).toEqual(['0 Brief', '1 Exhibit A', '2 Complaint'])
    const now = await three()
    await save(
      now.map((one) => [one]),
      { button: ['move', `${exhibit.id} 3`] },
    )
    expect((await shown()).join()).toMatch(/^\d Brief,\d Complaint,\d Exhibit A$/)
  })

  it('shows errors beside the field, keeps what was typed, and saves nothing', async () => {
    const before = await shown()
    const [main, exhibit, brief] = await three()
    const lines = [
      [brief, { attachment_number: '7' }],
      [exhibit, { attachment_number: '7' }],
      [main, { attachment_number: 'x', title: '' }],
    ] as const
    const refused = await save(lines)
    expect(refused.status).toBe(422)
    expect(refused.body).toContain('Two documents cannot both have number 7.')
    const reason = /id="field-title-\d+-error"[^>]*>The document’s title is missing/
    expect(refused.body).toMatch(reason)
    expect(refused.body).toContain('value="x"')
    const order = [...refused.body.matchAll(/data-document="(\d+)"/g)].map(([, id]) => Number(id))
    expect(order).toEqual([brief.id, exhibit.id, main.id])
    const { errors } = JSON.parse((await save(lines, { headers: script })).body)
    expect(Object.keys(errors)).toContain(`attachment_number-${exhibit.id}`)
    expect(await shown()).toEqual(before)
  })

  it('warns the second of two administrators of what the first saved', async () => {
    const [main, exhibit, brief] = await three()
    server.time.now += 1000
    await save([[main], [exhibit, { title: 'Theirs' }], [brief]])
    const lines = [[main], [exhibit, { title: 'Mine' }], [brief]] as const
    const refused = await save(lines)
    expect(refused.status).toBe(409)
    expect(refused.body).toContain('Someone else changed these documents')
    expect(refused.body).toContain('value="Mine"')
    await post(`/admin/documents/${brief.id}/delete`, {})
    expect((await save(lines)).status).toBe(409)
    expect(await shown()).toEqual(['0 Complaint', '1 Theirs'])
  })

  it('says before it deletes a document where it can be restored', async () => {
    const [, exhibit] = await three()
    const path = `/admin/documents/${exhibit.id}/delete`
    const { body } = await server.client.get(path)
    expect(body).toContain('To restore it, open “Deleted documents”')
    await post(path, {})
    expect((await server.client.get(path)).status).toBe(409)
  })
})
