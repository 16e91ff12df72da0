import { readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { storedFiles } from '../../../test/support/entries-server.ts'
import { eachEntryAdministration, renamed } from '../../../test/support/entry-administration.ts'
import { stamped, writeTextPdf } from '../../../test/support/text-pdf.ts'
import { listEveryEntry } from '../docket/entries/queries.ts'

async function pdfOf(name: string, text: string, stampedAs?: number): Promise<File> {
  const path = join(tmpdir(), `docket-read-${process.pid}.pdf`)
  await writeTextPdf(path, [text], stampedAs === undefined ? undefined : stamped(stampedAs, 1))
  const bytes = readFileSync(path)
  rmSync(path)
  return new File([bytes], name, { type: 'application/pdf' })
}

eachEntryAdministration('PDFs read before an entry is saved', ({ server, db, post, create }) => {
  it('answers what they say and what they may give away, and keeps nothing', async () => {
    const motion = await pdfOf(
      'scan.pdf',
      'MOTION TO STAY DISCOVERY\n\nComes now the plaintiff.',
      3,
    )
    const secret = await pdfOf('Exhibit A.pdf', 'The SSN of the witness is 219-09-9999.')
    const answer = await post('/admin/entries/read', {}, [motion, secret, renamed])
    expect(answer.status).toBe(200)
    const read = JSON.parse(answer.body)
    expect(read).toMatchObject({ number: '3', filed_on: '2026-07-03', type: 'Motion' })
    expect(read.title).toMatch(/^MOTION TO STAY/)
    expect(read.documents).toMatchObject([
      { name: 'scan.pdf', attachment_number: 0 },
      { name: 'Exhibit A.pdf', attachment_number: 1 },
    ])
    const matches = read.documents[1].findings
    expect(matches).toContainEqual(
      expect.objectContaining({ kind: 'identifier', page: 1, is_disclosure: true }),
    )
    expect(answer.body).not.toContain('219-09')
    expect(read.problems).toMatchObject([{ name: 'Order.pdf' }])
    expect(storedFiles(server.platform)).toEqual([])
    expect(await listEveryEntry(db())).toEqual([])
  })

  it('names where the same file is published already', async () => {
    const order = await pdfOf('order.pdf', 'ORDER')
    await create({ number: '9' }, [order])
    const { body } = await post('/admin/entries/read', {}, [order])
    const [document] = JSON.parse(body).documents
    expect(document.findings).toContainEqual(expect.objectContaining({ kind: 'duplicate' }))
  })

  it('creates one entry after another', async () => {
    const fields = { filed_on: '2026-07-30', title: 'NOTICE', number: '12', next: 'another' }
    const answer = await post('/admin/entries', fields)
    expect([answer.status, answer.location]).toEqual([303, '/admin/entries/new'])
  })
})
