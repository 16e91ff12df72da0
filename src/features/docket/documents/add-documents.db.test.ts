import { expect, it } from 'vitest'
import { oneDocumentAdministration } from '../../../../test/support/document-administration.ts'
import { pdfFile, storedFiles } from '../../../../test/support/entries-server.ts'
import { renamed, script } from '../../../../test/support/entry-administration.ts'

oneDocumentAdministration('adding documents', ({ server, entryId, shown, add }) => {
  it('adds several documents to an entry, numbered after those that are there', async () => {
    const response = await add([pdfFile('letter.pdf', 'Exhibit_B.pdf'), pdfFile('order.pdf')])
    expect(response.status).toBe(303)
    expect(await shown()).toEqual(['0 Complaint', '1 Exhibit A', '2 Exhibit B', '3 order'])
  })

  it('keeps the good ones without a gap in their numbers, and refuses a bad one by name', async () => {
    const response = await add([renamed, pdfFile('letter.pdf', 'Good.pdf')])
    expect(response.status).toBe(422)
    expect(response.body).toContain('data-refused-file="Order.pdf"')
    expect(response.body).toContain('Added: Good.pdf.')
    expect(await shown()).toEqual(['0 Complaint', '1 Exhibit A', '2 Good'])
  })

  it('answers a script with the files refused and added', async () => {
    const response = await add([renamed, pdfFile('letter.pdf', 'Good.pdf')], script)
    expect(response.status).toBe(422)
    const files = [{ name: 'Order.pdf', reason: expect.stringMatching(/\.$/) }]
    expect(JSON.parse(response.body)).toMatchObject({ files, added: ['Good.pdf'] })
    const all = await add([pdfFile('order.pdf')], script)
    const location = `/admin/entries/${entryId()}`
    expect([all.status, JSON.parse(all.body)]).toEqual([200, { location }])
  })

  it('names the limit if a file is too large', async () => {
    const { body, status } = await add([new File([new Uint8Array(1024 * 1024 + 1)], 'Huge.pdf')])
    expect(status).toBe(422)
    expect(body).toContain('larger than 1 MB')
    await expect
      .poll(() => storedFiles(server.platform).filter((name) => name.endsWith('.part')))
      .toEqual([])
  })

  it('asks for a file if none was chosen', async () => {
    expect((await add([])).body).toContain('Choose a PDF file.')
    const errors = { documents: ['Choose a PDF file.'] }
    expect(JSON.parse((await add([], script)).body)).toMatchObject({ errors })
  })
})
