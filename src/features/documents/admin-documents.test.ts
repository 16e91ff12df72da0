import { beforeEach, expect, it } from 'vitest'
import { eachServer } from '../../../test/support/each-server.ts'
import {
  courtPdf,
  entryForm,
  startEntries,
  storedFiles,
} from '../../../test/support/entries-server.ts'
import type { DialectName } from '../../platform/database/dialect.ts'
import { listMatches } from '../docket/search/queries.ts'
import { findDocument, listAllDocuments, listDocuments } from './queries.ts'

const renamed = new File(['<svg xmlns="http://www.w3.org/2000/svg"/>'], 'Drawing.pdf')
const script = { accept: 'application/json' }

const start = (dialect: DialectName) => startEntries(dialect, { UPLOAD_MAX_MB: '1' })

eachServer('administering documents', start, (server) => {
  let entryId: number
  const db = () => server.platform.db
  const documents = () => listDocuments(db(), [entryId])
  const shown = async () => (await documents()).map((one) => [one.attachment_number, one.title])
  const post = (path: string, fields: Record<string, string>) => server.client.post(path, fields)
  const page = async () => (await server.client.get(`/admin/entries/${entryId}`)).body

  function add(files: File[], headers: Record<string, string> = {}, fields = {}) {
    const form = entryForm(fields, files)
    return server.client.post(`/admin/entries/${entryId}/documents`, form, headers)
  }

  function replace(id: number, file: File, fields: Record<string, string> = {}) {
    const form = entryForm(fields)
    form.append('file', file)
    return server.client.post(`/admin/documents/${id}`, form)
  }

  const search = async (q: string) =>
    (await listMatches(db(), { q }, 'newest', { limit: 50, offset: 0 })).entries.map(({ id }) => id)

  beforeEach(async () => {
    const fields = { filed_on: '2026-07-30', title: 'Complaint' }
    const files = [courtPdf('cafc_3.pdf', 'Complaint.pdf'), courtPdf('ca9_19.pdf', 'Exhibit A.pdf')]
    const { location } = await server.client.post('/admin/entries', entryForm(fields, files))
    entryId = Number(location?.split('/').at(-1))
  })

  it('adds several, numbered after those that are there', async () => {
    const response = await add([
      courtPdf('bad-redaction.pdf', 'Exhibit_B.pdf'),
      courtPdf('ca8_.pdf'),
    ])
    expect(response.status).toBe(303)
    expect(await shown()).toEqual([
      [0, 'Complaint'],
      [1, 'Exhibit A'],
      [2, 'Exhibit B'],
      [3, 'ca8'],
    ])
  })

  it('keeps the good ones and refuses a bad one by name', async () => {
    const response = await add([renamed, courtPdf('bad-redaction.pdf', 'Good.pdf')])
    expect(response.status).toBe(422)
    expect(response.body).toContain('data-refused-file="Drawing.pdf"')
    expect(response.body).toContain('Added: Good.pdf.')
    expect(await shown()).toHaveLength(3)
  })

  it('tells a script which file was refused and which were added', async () => {
    const response = await add([renamed, courtPdf('bad-redaction.pdf', 'Good.pdf')], script)
    expect(response.status).toBe(422)
    expect(JSON.parse(response.body)).toMatchObject({
      files: [{ name: 'Drawing.pdf', reason: expect.stringMatching(/\.$/) }],
      added: ['Good.pdf'],
    })
    const all = await add([courtPdf('ca8_.pdf')], script)
    expect([all.status, JSON.parse(all.body)]).toEqual([
      201,
      { location: `/admin/entries/${entryId}` },
    ])
  })

  it('names the limit where a file is too large', async () => {
    const { body, status } = await add([new File([new Uint8Array(1024 * 1024 + 1)], 'Huge.pdf')])
    expect(status).toBe(422)
    expect(body).toContain('larger than 1 MB')
    await expect
      .poll(() => storedFiles(server.platform).filter((name) => name.endsWith('.part')))
      .toEqual([])
  })

  it('asks for a file where none was chosen', async () => {
    expect((await add([])).body).toContain('Choose at least one PDF file.')
    expect(JSON.parse((await add([], script)).body)).toMatchObject({
      errors: { documents: ['Choose at least one PDF file.'] },
    })
  })

  it('refuses a number that is taken, or no number', async () => {
    const file = courtPdf('ca8_.pdf')
    const taken = await add([file], script, { document_attachment_number: '1' })
    expect(JSON.parse(taken.body).files[0].reason).toContain('already “Exhibit A”')
    const text = await add([file], script, { document_attachment_number: 'two' })
    expect(JSON.parse(text.body).files[0].reason).toContain('whole number')
    expect(await shown()).toHaveLength(2)
  })

  it('allows the same file twice and says so', async () => {
    await add([courtPdf('cafc_3.pdf', 'Again.pdf')])
    expect(await page()).toContain('This is the same file as “Complaint”.')
  })

  it('changes title, number and place; what is not sent stays', async () => {
    const [main, exhibit] = await documents()
    await post(`/admin/documents/${exhibit?.id}`, { title: 'Exhibit 1', attachment_number: '7' })
    await post(`/admin/documents/${exhibit?.id}`, { position: '1' })
    expect(await shown()).toEqual([
      [7, 'Exhibit 1'],
      [0, 'Complaint'],
    ])
    await post(`/admin/documents/${main?.id}`, { title: 'Verified Complaint' })
    expect(await search('"Verified Complaint"')).toEqual([entryId])
    expect(await page()).toContain('“Exhibit A” (attachment 1), now “Exhibit 1” (attachment 7)')
  })

  it('saves what an import numbered from 0, and moves nothing that was not moved', async () => {
    const all = await documents()
    for (const { id, attachment_number: position } of all) {
      await db().updateTable('documents').set({ position }).where('id', '=', id).execute()
    }
    for (const { id, title } of all) {
      const { body } = await server.client.get(`/admin/documents/${id}`)
      const position = /name="position"[^>]*value="(\d+)"|value="(\d+)"[^>]*name="position"/.exec(
        body,
      )
      const fields = {
        title: `${title}, corrected`,
        position: position?.[1] ?? position?.[2] ?? '',
      }
      expect((await post(`/admin/documents/${id}`, fields)).status).toBe(303)
    }
    expect(await shown()).toEqual([
      [0, 'Complaint, corrected'],
      [1, 'Exhibit A, corrected'],
    ])
    const noted = await db()
      .selectFrom('audit_log')
      .select('details')
      .where('action', '=', 'document.changed')
      .orderBy('id', 'desc')
      .limit(all.length)
      .execute()
    expect(noted).toHaveLength(2)
    for (const { details } of noted) {
      expect(details).toContain('corrected')
      expect(details).not.toContain('moved')
    }
  })

  it('refuses a number that another has, keeps what was typed, and offers to swap', async () => {
    const [, exhibit] = await documents()
    const fields = { title: 'As typed', attachment_number: '0' }
    const refused = await post(`/admin/documents/${exhibit?.id}`, fields)
    expect(refused.status).toBe(422)
    expect(refused.body).toContain('already “Complaint”')
    expect(refused.body).toContain('value="As typed"')
    await post(`/admin/documents/${exhibit?.id}`, { ...fields, swap: '1' })
    expect((await shown()).toSorted()).toEqual([
      [0, 'As typed'],
      [1, 'Complaint'],
    ])
  })

  it('answers a program with the reasons by field', async () => {
    const [main] = await documents()
    const fields = { title: '', position: '0' }
    const response = await server.client.post(`/admin/documents/${main?.id}`, fields, script)
    expect(response.status).toBe(422)
    expect(Object.keys(JSON.parse(response.body).errors)).toEqual(['title', 'position'])
  })

  it('replaces the file; id, link and number stay', async () => {
    const [main] = await documents()
    const id = main?.id ?? 0
    const response = await replace(id, courtPdf('ca5_00516242060.pdf', 'Corrected.pdf'))
    expect(response.status).toBe(303)
    const after = await findDocument(db(), id)
    expect(after).toMatchObject({ id, attachment_number: 0, title: 'Complaint', page_count: 10 })
    expect(after?.sha256).not.toBe(main?.sha256)
    expect(storedFiles(server.platform)).toContain(`${after?.sha256}.pdf`)
    expect(await page()).toContain('file replaced by Corrected.pdf')
  })

  it('searches the words of the new file, and of no file that was replaced or deleted', async () => {
    const [main, exhibit] = await documents()
    expect(await search('Federal')).toContain(entryId)
    await replace(main?.id ?? 0, courtPdf('image-only.pdf'))
    expect(await search('Federal')).not.toContain(entryId)
    expect(await search('Appeals')).toContain(entryId)
    await post(`/admin/documents/${exhibit?.id}/delete`, {})
    expect(await search('Appeals')).not.toContain(entryId)
    await post(`/admin/documents/${exhibit?.id}/restore`, {})
    expect(await search('Appeals')).toContain(entryId)
  })

  it('replaces nothing with a bad file', async () => {
    const [main] = await documents()
    const response = await replace(main?.id ?? 0, renamed, { title: 'Lost' })
    expect(response.status).toBe(422)
    expect(response.body).toContain('Drawing.pdf: ')
    expect(await findDocument(db(), main?.id ?? 0)).toMatchObject({
      sha256: main?.sha256,
      title: 'Complaint',
    })
  })

  const versionOf = (html: string) => /name="version" value="([^"]*)"/.exec(html)?.[1] ?? ''

  it('tells the second of two administrators, and keeps what he typed', async () => {
    const [main, exhibit] = await documents()
    const path = `/admin/documents/${exhibit?.id}`
    const version = versionOf((await server.client.get(path)).body)
    await post(path, { title: 'Theirs', version })
    const refused = await post(path, { title: 'Mine', version })
    expect(refused.status).toBe(409)
    expect(refused.body).toContain('<td data-saved="title">Theirs</td>')
    expect(refused.body).toContain('value="Mine"')
    expect(await shown()).toContainEqual([1, 'Theirs'])
    const again = await post(path, { title: 'Mine', version: versionOf(refused.body) })
    expect(again.status).toBe(303)
    // Another's moving of the documents is no reason to ask.
    const fresh = versionOf((await server.client.get(path)).body)
    await post(`/admin/documents/${main?.id}`, { position: '2' })
    expect((await post(path, { title: 'Mine again', version: fresh })).status).toBe(303)
  })

  it('keeps what was typed over a document that somebody deleted meanwhile', async () => {
    const [, exhibit] = await documents()
    const path = `/admin/documents/${exhibit?.id}`
    await post(`${path}/delete`, {})
    const refused = await post(path, { title: 'Typed for a while' })
    expect(refused.status).toBe(409)
    expect(refused.body).toContain('deleted while you were editing')
    expect(refused.body).toContain('value="Typed for a while"')
    const version = versionOf(refused.body)
    await post(`${path}/restore`, {})
    expect((await post(path, { title: 'Typed for a while', version })).status).toBe(303)
    expect(await shown()).toContainEqual([1, 'Typed for a while'])
  })

  it('deletes and restores under the same id', async () => {
    const [, exhibit] = await documents()
    await post(`/admin/documents/${exhibit?.id}/delete`, {})
    await post(`/admin/documents/${exhibit?.id}/delete`, {})
    expect(await shown()).toEqual([[0, 'Complaint']])
    expect(await page()).toContain('Deleted documents (1)')
    expect((await post(`/admin/documents/${exhibit?.id}`, { title: 'x' })).status).toBe(409)
    await post(`/admin/documents/${exhibit?.id}/restore`, {})
    expect((await documents()).map(({ id }) => id)).toContain(exhibit?.id)
    const history = (await page()).match(/Document (deleted|restored)/g)
    expect(history).toEqual(['Document restored', 'Document deleted'])
  })

  it('does not restore a document whose number was given away meanwhile', async () => {
    const [, exhibit] = await documents()
    await post(`/admin/documents/${exhibit?.id}/delete`, {})
    await add([courtPdf('ca8_.pdf', 'New.pdf')])
    const response = await post(`/admin/documents/${exhibit?.id}/restore`, {})
    expect(response.status).toBe(409)
    expect(response.body).toContain('its number is “New” by now')
    expect(response.body).toContain(`href="/admin/entries/${entryId}">Go to the entry`)
    expect(await listAllDocuments(db(), entryId)).toHaveLength(3)
  })

  it('shows administrators the PDF of a draft', async () => {
    const [main] = await documents()
    const response = await server.client.get(`/admin/documents/${main?.id}/file`)
    expect(response.status).toBe(200)
    expect(response.headers.get('content-type')).toBe('application/pdf')
    expect(response.headers.get('cache-control')).toBe('no-store')
    expect(response.body).toMatch(/^%PDF/)
  })

  it('answers 404 for a document that is none', async () => {
    for (const id of ['0', 'x', '99999999']) {
      for (const path of [`/admin/documents/${id}`, `/admin/documents/${id}/file`]) {
        expect((await server.client.get(path)).status).toBe(404)
      }
      for (const action of ['', '/delete', '/restore']) {
        expect((await post(`/admin/documents/${id}${action}`, {})).status).toBe(404)
      }
    }
  })
})
