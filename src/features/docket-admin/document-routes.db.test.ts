import { expect, it } from 'vitest'
import { eachDocumentAdministration } from '../../../test/support/document-administration.ts'
import { pdfFile, storedFiles } from '../../../test/support/entries-server.ts'
import { renamed, script } from '../../../test/support/entry-administration.ts'
import { findDocument, listAllDocuments, listKeyDocuments } from '../docket/documents/queries.ts'

eachDocumentAdministration('administering documents', (place) => {
  const { server, db, entryId, documents, shown, post, page, add, replace, search } = place

  it('changes title, number, and position; what is not sent stays', async () => {
    const [main, exhibit] = await documents()
    await post(`/admin/documents/${exhibit?.id}`, { title: 'Exhibit 1', attachment_number: '7' })
    await post(`/admin/documents/${exhibit?.id}`, { position: '1' })
    expect(await shown()).toEqual(['7 Exhibit 1', '0 Complaint'])
    await post(`/admin/documents/${main?.id}`, { title: 'Verified Complaint' })
    expect(await search('"Verified Complaint"')).toEqual([entryId()])
    expect(await page()).toContain('“Exhibit A” (attachment 1), now “Exhibit 1” (attachment 7)')
  })

  it('saves what an import numbered from 0, and moves nothing that was not moved', async () => {
    const all = await documents()
    for (const { id, attachment_number: position } of all)
      await db().updateTable('documents').set({ position }).where('id', '=', id).execute()
    for (const [index, { id, title }] of all.entries()) {
      const fields = { title: `${title}, corrected`, position: String(index + 1) }
      expect((await post(`/admin/documents/${id}`, fields)).status).toBe(303)
    }
    expect(await shown()).toEqual(['0 Complaint, corrected', '1 Exhibit A, corrected'])
    expect(await page()).not.toContain('Documents reordered')
  })

  it('refuses a number that another document has, and an empty form', async () => {
    const [, exhibit] = await documents()
    const fields = { title: 'As typed', attachment_number: '0' }
    const refused = await post(`/admin/documents/${exhibit?.id}`, fields)
    expect(refused.status).toBe(422)
    expect(refused.body).toContain('already “Complaint”')
    const empty = await post(`/admin/documents/${exhibit?.id}`, {})
    expect([empty.status, empty.body]).toEqual([422, expect.stringContaining('Choose a PDF file')])
    expect(await shown()).toContain('1 Exhibit A')
  })

  it('answers a program with the reasons by field', async () => {
    const [main] = await documents()
    const fields = { title: '', position: '0' }
    const response = await server.client.post(`/admin/documents/${main?.id}`, fields, script)
    expect(response.status).toBe(422)
    expect(Object.keys(JSON.parse(response.body).errors)).toEqual(['title', 'position'])
  })

  it('replaces the file; id, link and number stay, and only the new file is searched', async () => {
    const [main] = await documents()
    const id = main?.id ?? 0
    expect(await search('Federal')).toContain(entryId())
    const response = await replace(id, pdfFile('brief.pdf', 'Corrected.pdf'))
    expect(response.status).toBe(303)
    const after = await findDocument(db(), id)
    expect(after).toMatchObject({ id, attachment_number: 0, title: 'Complaint', page_count: 10 })
    expect(after?.sha256).not.toBe(main?.sha256)
    expect(storedFiles(server.platform)).toContain(`${after?.sha256}.pdf`)
    expect(await page()).toContain('file replaced by Corrected.pdf')
    expect(await search('Federal')).not.toContain(entryId())
  })

  it('replaces nothing with a bad file', async () => {
    const [main] = await documents()
    const response = await replace(main?.id ?? 0, renamed, { title: 'Lost' })
    expect(response.status).toBe(422)
    expect(response.body).toContain('Order.pdf: ')
    const kept = { sha256: main?.sha256, title: 'Complaint' }
    expect(await findDocument(db(), main?.id ?? 0)).toMatchObject(kept)
  })

  const versionOf = (html: string) => /name="version" value="([^"]*)"/.exec(html)?.[1] ?? ''

  it('warns the second of two administrators', async () => {
    const [main, exhibit] = await documents()
    const path = `/admin/documents/${exhibit?.id}`
    const version = versionOf((await server.client.get(path)).body)
    server.time.now += 1000
    await post(path, { title: 'Theirs', version })
    const refused = await post(path, { title: 'Mine', version })
    expect(refused.status).toBe(409)
    expect(refused.body).toContain('This document was changed by someone else')
    expect(await shown()).toContain('1 Theirs')
    const again = await post(path, { title: 'Mine', version: versionOf(refused.body) })
    expect(again.status).toBe(303)
    // Documents moved by somebody else are not a conflict.
    const fresh = versionOf((await server.client.get(path)).body)
    await post(`/admin/documents/${main?.id}`, { position: '2' })
    expect((await post(path, { title: 'Mine again', version: fresh })).status).toBe(303)
  })

  it('warns an administrator whose document somebody else deleted meanwhile', async () => {
    const [, exhibit] = await documents()
    const path = `/admin/documents/${exhibit?.id}`
    await post(`${path}/delete`, {})
    const refused = await post(path, { title: 'Typed for a while' })
    expect(refused.status).toBe(409)
    expect(refused.body).toContain('This document is deleted')
    const version = versionOf(refused.body)
    await post(`${path}/restore`, {})
    expect((await post(path, { title: 'Typed for a while', version })).status).toBe(303)
    expect(await shown()).toContain('1 Typed for a while')
  })

  it('deletes and restores under the same id, in the search, too, and puts it back where it was', async () => {
    await add([pdfFile('order.pdf')])
    const [, exhibit] = await documents()
    const before = await shown()
    await post(`/admin/documents/${exhibit?.id}/delete`, {})
    await post(`/admin/documents/${exhibit?.id}/delete`, {})
    expect(await shown()).toEqual(before.toSpliced(1, 1))
    expect(await page()).toContain('Deleted documents (1)')
    expect(await search('Appeals')).not.toContain(entryId())
    await post(`/admin/documents/${exhibit?.id}/restore`, {})
    expect((await documents()).map(({ id }) => id)).toContain(exhibit?.id)
    expect(await shown()).toEqual(before)
    expect(await search('Appeals')).toContain(entryId())
    const history = (await page()).match(/Document (deleted|restored)/g)
    expect(history).toEqual(['Document restored', 'Document deleted'])
  })

  it('pins a key document once, and unpins it', async () => {
    const [main, exhibit] = await documents()
    const pins = async () => (await listKeyDocuments(db())).map(({ id }) => id)
    for (const pinned of [exhibit, main, exhibit])
      expect((await post(`/admin/documents/${pinned?.id}/pin`, { pinned: '1' })).status).toBe(303)
    expect((await pins()).toSorted()).toEqual([main?.id, exhibit?.id])
    await post(`/admin/documents/${exhibit?.id}/delete`, {})
    expect((await post(`/admin/documents/${exhibit?.id}/pin`, {})).status).toBe(409)
    expect(await pins()).toEqual([main?.id])
    await post(`/admin/documents/${main?.id}/pin`, {})
    expect(await pins()).toEqual([])
    const history = (await page()).match(/(?<=Document )(pinned|unpinned)/g)
    expect(history).toEqual(['unpinned', 'pinned', 'pinned'])
    await db().updateTable('entries').set({ status: 'draft' }).execute()
    await post(`/admin/documents/${main?.id}/pin`, { pinned: '1' })
    expect(await pins()).toEqual([])
  })

  it('does not restore a document whose number has been taken since', async () => {
    const [, exhibit] = await documents()
    await post(`/admin/documents/${exhibit?.id}/delete`, {})
    await add([pdfFile('order.pdf', 'New.pdf')])
    const response = await post(`/admin/documents/${exhibit?.id}/restore`, {})
    expect(response.status).toBe(409)
    expect(response.body).toContain('its number now belongs to “New”')
    expect(await listAllDocuments(db(), entryId())).toHaveLength(3)
  })

  it('shows administrators the PDF of a draft', async () => {
    const [main] = await documents()
    await db().updateTable('entries').set({ status: 'draft' }).execute()
    const response = await server.client.get(`/admin/documents/${main?.id}/file`)
    expect(response.status).toBe(200)
    expect(response.headers.get('content-type')).toBe('application/pdf')
    expect(response.headers.get('cache-control')).toBe('no-store')
    expect(response.body).toMatch(/^%PDF/)
  })
})
