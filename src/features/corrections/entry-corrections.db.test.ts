import { expect, it } from 'vitest'
import { addNotification } from '../../../test/support/add-notification.ts'
import { pdfFile } from '../../../test/support/entries-server.ts'
import { eachEntryDetails } from '../../../test/support/entry-details.ts'
import { addAccesses } from '../../../test/support/expected-figures.ts'
import { listDocuments } from '../docket/documents/queries.ts'

const HOUR_MS = 3_600_000

eachEntryDetails('corrections', ({ server, create, change, details }) => {
  const corrections = async (id: number) =>
    (await details(id)).corrections.map(({ what, at }) => [what, at])

  const replace = (documentId: number | undefined, fixture: string) => {
    const form = new FormData()
    form.append('file', pdfFile(fixture), 'new.pdf')
    return server.client.post(`/admin/documents/${documentId}`, form)
  }

  it('are marked with their time once everyone could see the entry', async () => {
    const { id, number } = await create({ description: 'Teh text' })
    server.time.now += HOUR_MS
    await change(id, { description: 'The text', filed_on: '2026-07-29' })
    const expected = ['Filing date corrected (was 07/30/2026)', 'Text corrected']
    const marked = (await corrections(id)).toSorted()
    expect(marked).toEqual(expected.map((what) => [what, server.time.now]))
    server.time.now += 60_000
    await change(id, { number: String(number + 3000) })
    const numbered = `Docket number corrected (was ${number})`
    expect((await corrections(id))[0]).toEqual([numbered, server.time.now])
  })

  it('are not marked if nothing changed, nor while the entry has only been a draft', async () => {
    const { id, number } = await create()
    await change(id, { title: `Entry ${number}`, status: 'published' })
    const draft = await create({ status: 'draft' })
    await change(draft.id, { title: 'Other' })
    await change(draft.id, { title: 'Better', status: 'published' })
    expect([await corrections(id), await corrections(draft.id)]).toEqual([[], []])
  })

  it('are not marked within an hour of publication, unless somebody read it or was notified', async () => {
    const { db } = server.platform
    const slip = async (id: number) => {
      await change(id, { title: `Mended ${id}` })
      return corrections(id)
    }
    const unseen = await create({}, [pdfFile('order.pdf')])
    server.time.now += HOUR_MS - 1
    expect(await slip(unseen.id)).toEqual([])

    const read = await create({}, [pdfFile('notice.pdf')])
    const [document] = await listDocuments(db, [read.id])
    const document_id = document?.id ?? 0
    await addAccesses(db, [{ document_id, accessed_at: server.time.now }])
    expect(await slip(read.id)).toEqual([['Title corrected', server.time.now]])

    const message = await create()
    await addNotification(db, message.id, { mode: 'test' })
    expect(await slip(message.id)).toEqual([['Title corrected', server.time.now]])
  })

  it('are marked even if the entry was made a draft again in between', async () => {
    const { id } = await create()
    await change(id, { status: 'draft' })
    server.time.now += HOUR_MS
    await change(id, { title: 'Other' })
    await change(id, { status: 'published' })
    expect(await corrections(id)).toEqual([['Title corrected', server.time.now]])
  })

  it('keep the hash of a file that was replaced, and both numbers of a swap', async () => {
    const { id } = await create({}, [pdfFile('order.pdf'), pdfFile('scan.pdf')])
    const [first, second] = await listDocuments(server.platform.db, [id])
    if (!first || !second) throw new Error('no documents')
    server.time.now += HOUR_MS
    expect((await replace(first.id, 'opinion.pdf')).status).toBe(303)
    const swap = new FormData()
    for (const one of await listDocuments(server.platform.db, [id])) {
      swap.append('document', String(one.id))
      swap.append('version', String(one.updated_at))
      swap.append('title', one.title)
      swap.append('attachment_number', '1')
    }
    await server.client.post(`/admin/entries/${id}/arrangement`, swap)
    const marked = (await details(id)).corrections
    expect(marked.map(({ what }) => what).toSorted()).toEqual([
      `Attachment number of “${first.title}” corrected (was 0)`,
      `Attachment number of “${second.title}” corrected (was 1)`,
      `“${first.title}” replaced`,
    ])
    const { sha256, byte_size: byteSize, page_count: pageCount } = first
    const replaced = marked.find(({ earlier }) => earlier)
    expect(replaced?.earlier).toEqual({ sha256, byteSize, pageCount })
    await server.client.post(`/admin/documents/${first.id}/delete`)
    expect(JSON.stringify(await details(id))).not.toContain(sha256)
  })

  it('know nothing of a file that was never public, though its entry was', async () => {
    const { db } = server.platform
    const { id } = await create({}, [pdfFile('order.pdf')])
    const [read] = await listDocuments(db, [id])
    const document_id = read?.id ?? 0
    await addAccesses(db, [{ document_id, accessed_at: server.time.now }])
    server.time.now += HOUR_MS
    await change(id, { status: 'draft' }, [pdfFile('notice.pdf')])
    const added = (await listDocuments(db, [id])).find((one) => one.id !== document_id)
    for (const fixture of ['opinion.pdf', 'scan.pdf']) {
      server.time.now += 1000
      await replace(document_id, fixture)
    }
    await replace(added?.id, 'motion.pdf')
    await change(id, { status: 'published' })
    const versions = (await details(id)).corrections.map(({ earlier }) => earlier?.sha256)
    expect(versions).toEqual([read?.sha256])
  })

  it('are not marked if the same file is sent again, or the entry is a draft', async () => {
    const { id } = await create({ status: 'draft' }, [pdfFile('order.pdf')])
    const [document] = await listDocuments(server.platform.db, [id])
    await replace(document?.id, 'notice.pdf')
    await change(id, { status: 'published' })
    await replace(document?.id, 'notice.pdf')
    expect(await corrections(id)).toEqual([])
  })
})
