import { beforeAll, expect, it } from 'vitest'
import { eachDocumentAdministration } from '../../../test/support/document-administration.ts'
import { drawnPdf } from '../../../test/support/drawn-page.ts'
import { entryForm, pdfFile, storedFiles } from '../../../test/support/entries-server.ts'
import { findEntry } from '../docket/entries/queries.ts'

const SECRET = 'Jane Penhallow'
const REASON = 'The name was read out in open court.'

eachDocumentAdministration('what may give something away', (place) => {
  const { server, db, entryId, documents, shown, post, page, add, replace, search } = place

  let covered: File
  beforeAll(async () => {
    const boxed = await drawnPdf((pdf) => {
      pdf.text('The lease of the warehouse ended.', 72, 100)
      pdf.text(SECRET, 90, 220).rect(88, 216, 120, 20).fill('black')
    })
    covered = new File([new Uint8Array(boxed)], 'Lease.pdf', { type: 'application/pdf' })
  })

  async function create(fields: Record<string, string>) {
    const form = entryForm({ filed_on: '2026-07-30', title: 'Lease', ...fields }, [covered])
    const answer = await server.client.post('/admin/entries', form)
    expect(answer.status).toBe(303)
    const id = Number(answer.location?.split('/').at(-1))
    return { id, status: (await findEntry(db(), id))?.status }
  }

  const show = async (id: number) => (await server.client.get(`/admin/entries/${id}`)).body
  const audit = (id: number) => {
    const log = db().selectFrom('audit_log').selectAll().where('subject', '=', `entry ${id}`)
    return log.orderBy('id').execute()
  }

  // The first test, while the store does not have the file yet.
  it('stores nothing of a file that it refuses', async () => {
    const [main] = await documents()
    const before = storedFiles(server.platform)
    expect((await replace(main?.id ?? 0, covered)).status).toBe(422)
    const form = entryForm({ title: 'Changed' }, [covered])
    const changed = await server.client.post(`/admin/entries/${entryId()}`, form)
    expect(changed.status).toBe(422)
    expect(changed.body).toContain('Lease.pdf: Redaction may have failed on page 1')
    await expect.poll(() => storedFiles(server.platform)).toEqual(before)
  })

  it('keeps a new entry a draft until somebody gives a reason to publish it', async () => {
    const { id, status } = await create({})
    expect(status).toBe('draft')
    expect(await show(id)).toContain('Held back: this entry is not published.')
    expect(await search(SECRET)).toEqual([])

    const unsaid = await post(`/admin/entries/${id}/publish`, { reason: ' ' })
    expect(unsaid.status).toBe(422)
    expect(unsaid.body).toContain('Enter a reason.')
    const edited = await post(`/admin/entries/${id}`, { status: 'published' })
    expect(edited.status).toBe(422)
    expect(edited.body).toContain('name="findings_reason"')
    expect((await findEntry(db(), id))?.status).toBe('draft')

    expect((await post(`/admin/entries/${id}/publish`, { reason: REASON })).status).toBe(303)
    expect((await findEntry(db(), id))?.status).toBe('published')
    expect(await show(id)).toContain(REASON)
    const decided = (await audit(id)).filter(({ action }) => action === 'findings.decided')
    expect(decided).toMatchObject([{ actor: 'clerk@example.com' }])
    expect(decided[0]?.details).toContain(`Redaction may have failed: 1. Reason: ${REASON}`)
    expect(JSON.stringify(await audit(id))).not.toContain(SECRET)
    expect(await search(SECRET)).toEqual([])
  })

  it('publishes at once with a reason, and keeps a draft without one', async () => {
    expect((await create({ findings_reason: REASON })).status).toBe('published')
    expect((await create({ status: 'draft' })).status).toBe('draft')
  })

  it('refuses such a file for an entry that is public, and takes it with a reason', async () => {
    const refused = await add([covered, pdfFile('order.pdf')])
    expect(refused.status).toBe(422)
    expect(refused.body).toMatch(/Lease\.pdf<\/strong>: Redaction may have failed on page 1/)
    expect(refused.body).toContain('name="findings_reason"')
    expect(await documents()).toHaveLength(3)
    await add([covered], {}, { findings_reason: REASON })
    expect(await documents()).toHaveLength(4)
    expect(await page()).toContain(REASON)
  })

  it('refuses it as the new file of another document, too', async () => {
    const [main] = await documents()
    const refused = await replace(main?.id ?? 0, covered)
    expect(refused.status).toBe(422)
    expect(refused.body).toContain('name="findings_reason"')
    expect(refused.body).toMatch(/because<\/label>.*Required to publish\./s)
    expect((await documents())[0]?.sha256).toBe(main?.sha256)
    const taken = await replace(main?.id ?? 0, covered, { findings_reason: REASON })
    expect(taken.status).toBe(303)
    expect((await documents())[0]?.sha256).not.toBe(main?.sha256)
    // The finding disappears with the file.
    await replace(main?.id ?? 0, pdfFile('order.pdf'))
    expect(await page()).not.toContain('data-finding="covered_text"')
  })

  it('shows the outlined finding', async () => {
    const { id } = await create({})
    const [, source = ''] = /<img[^>]*src="([^"]+\.png)"/.exec(await show(id)) ?? []
    const picture = await server.client.get(source)
    expect([picture.status, picture.headers.get('content-type')]).toEqual([200, 'image/png'])
    expect(picture.headers.get('cache-control')).toBe('no-store')
    expect((await server.client.get(source.replace(/\d+\.png/, '999999.png'))).status).toBe(404)
  })

  it('lets everything else be published, and be marked as reviewed', async () => {
    await add([pdfFile('notice.pdf', 'Order of the Court.pdf')])
    expect(await page()).toContain('Same file as')
    const findings = `/admin/entries/${entryId()}/findings`
    expect((await post(findings, { reason: 'Filed twice.' })).status).toBe(303)
    expect(await page()).toContain('Filed twice.')
    expect(await page()).not.toContain('Mark as reviewed')
    expect((await shown()).length).toBe(3)
  })
})
