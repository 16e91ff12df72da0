import { expect, it } from 'vitest'
import { addNotification } from '../../../test/support/add-notification.ts'
import { entryForm, pdfFile } from '../../../test/support/entries-server.ts'
import {
  eachEntryAdministration,
  motion,
  renamed,
} from '../../../test/support/entry-administration.ts'
import { listDocuments } from '../docket/documents/queries.ts'
import { findEntry, findEntryByNumber } from '../docket/entries/queries.ts'

const versionOn = (html: string) => /name="version" value="(\d+)"/.exec(html)?.[1] ?? ''

eachEntryAdministration('administering entries', ({ server, db, post, page, create, search }) => {
  it('changes what is sent and keeps the rest', async () => {
    const id = await create({ number: '70', description: 'Alpha' })
    const response = await post(`/admin/entries/${id}`, { title: 'Amended', description: 'Omega' })
    expect(response.status).toBe(303)
    const changed = { number: 70, title: 'Amended', type: 'Motion', version: 2 }
    expect(await findEntry(db(), id)).toMatchObject(changed)
    expect(await search('Omega')).toEqual([id])
    expect(await search('Alpha')).toEqual([])
    expect(await page(`/admin/entries/${id}`)).toContain('Motion to Dismiss → Amended')
  })

  it('adds files with a change, and changes nothing when one is bad', async () => {
    const id = await create({})
    const files = [pdfFile('notice.pdf'), renamed]
    expect((await post(`/admin/entries/${id}`, { title: 'Lost' }, files)).status).toBe(422)
    expect(await findEntry(db(), id)).toMatchObject({ title: motion.title, version: 1 })
    expect(await listDocuments(db(), [id])).toEqual([])
    await post(`/admin/entries/${id}`, { title: 'Kept' }, [pdfFile('notice.pdf')])
    expect(await listDocuments(db(), [id])).toHaveLength(1)
  })

  it('warns the second of two administrators, and keeps what they typed', async () => {
    const id = await create({ title: 'First' })
    const other = await server.signIn('other@example.com')
    const version = versionOn(await page(`/admin/entries/${id}/edit`))
    const theirs = entryForm({ title: 'Theirs', filed_on: '2026-07-29', version })
    await other.post(`/admin/entries/${id}`, theirs)

    const mine = { ...motion, title: 'Mine', version }
    const response = await post(`/admin/entries/${id}`, mine)
    expect(response.status).toBe(409)
    const html = response.body
    expect(html).toContain('This entry was changed by someone else while you were editing it.')
    expect(html).toContain('value="Mine"')
    expect(await findEntry(db(), id)).toMatchObject({ title: 'Theirs' })

    const again = await post(`/admin/entries/${id}`, { ...mine, version: versionOn(html) })
    expect(again.status).toBe(303)
    expect(await findEntry(db(), id)).toMatchObject({ title: 'Mine' })
  })

  it('publishes a draft with the button on its page, and changes nothing else', async () => {
    const id = await create({ ...motion, status: 'draft' })
    const { title, description, filed_on } = (await findEntry(db(), id)) ?? {}
    const path = `/admin/entries/${id}`
    const html = await page(path)
    expect(html).toContain('name="status" value="published"')
    const publish = { version: versionOn(html), status: 'published' }
    expect((await server.client.post(path, publish)).status).toBe(303)
    const kept = { title, description, filed_on, status: 'published' }
    expect(await findEntry(db(), id)).toMatchObject(kept)
    expect(await page(path)).not.toContain('name="status" value="published"')
  })

  it('keeps what was typed if somebody deleted the entry meanwhile', async () => {
    const id = await create({ title: 'Short-lived' })
    await server.client.post(`/admin/entries/${id}/delete`, {})
    const typed = { ...motion, title: 'Typed for an hour' }
    const refused = await post(`/admin/entries/${id}`, typed)
    expect(refused.status).toBe(409)
    expect(refused.body).toContain('This entry is deleted. Restore it before changing it.')
    expect(refused.body).toContain('value="Typed for an hour"')
    await server.client.post(`/admin/entries/${id}/restore`, {})
    expect((await post(`/admin/entries/${id}`, typed)).status).toBe(303)
  })

  it('says that deleting an entry, or making it a draft, stops its notification', async () => {
    const id = await create({})
    expect(await page(`/admin/entries/${id}/delete`)).not.toContain('stops it')
    await addNotification(db(), id, { finished_at: null })
    expect(await page(`/admin/entries/${id}/delete`)).toContain('Deleting the entry stops it')
    expect(await page(`/admin/entries/${id}/edit`)).toContain('Making the entry a draft stops it')
    expect(await page('/admin/entries/new')).not.toContain('stops it')
  })

  it('asks before it deletes, and restores', async () => {
    const id = await create({ number: '80', title: 'Filed in error' })
    expect(await page(`/admin/entries/${id}`)).toContain('Add PDF files below.')
    expect(await page(`/admin/entries/${id}/delete`)).toContain(
      'The entry and its documents will be removed from the public site immediately',
    )
    expect(await findEntry(db(), id)).toMatchObject({ deleted_at: null })
    expect((await server.client.post(`/admin/entries/${id}/delete`, {})).status).toBe(303)
    expect(await findEntryByNumber(db(), 80)).toBeUndefined()
    expect(await search('"Filed in error"')).toEqual([])
    const deleted = await page(`/admin/entries/${id}`)
    expect(deleted).not.toContain('Add PDF files below.')
    expect(deleted).toMatch(
      /notice-success.*The entry was deleted\. It can be restored here\..*This entry was deleted on/s,
    )
    const added = await post(`/admin/entries/${id}/documents`, {}, [pdfFile('notice.pdf')])
    expect(added.status).toBe(409)
    await server.client.post(`/admin/entries/${id}/delete`, {})
    expect((await server.client.post(`/admin/entries/${id}/restore`, {})).status).toBe(303)
    expect(await findEntry(db(), id)).toMatchObject({ deleted_at: null, number: 80 })
    expect(await search('"Filed in error"')).toEqual([id])
    const actions = (await page(`/admin/entries/${id}`)).match(/Entry (deleted|restored)/g)
    expect(actions).toEqual(['Entry restored', 'Entry deleted'])
  })

  it('lists every entry on one page, whatever its state', async () => {
    const files = [pdfFile('notice.pdf'), pdfFile('order.pdf')]
    const draft = await create({ title: 'A draft', status: 'draft' }, files)
    const links = (await page('/admin/entries')).matchAll(/href="\/admin\/entries\/(\d+)"/g)
    const ids = await db().selectFrom('entries').select('id').orderBy('id').execute()
    const listed = [...links].map(([, id]) => Number(id)).sort((a, b) => a - b)
    expect(listed).toEqual(ids.map(({ id }) => id))
    const drafts = await page('/admin/entries?status=draft')
    expect(drafts).toContain(`href="/admin/entries/${draft}"`)
    expect(drafts).not.toContain('Filed in error')
    expect(await page('/admin/entries?status=nonsense')).toContain('Filed in error')
  })

  it('sends the list compressed, and whole', async () => {
    const { headers, body } = await server.client.get('/admin/entries')
    expect(headers.get('content-encoding')).toBe('gzip')
    expect(headers.get('vary')).toContain('accept-encoding')
    expect(body).toMatch(/<\/tbody>.*<\/html>$/s)
  })
})
