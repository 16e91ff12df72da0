import { readFileSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, onTestFinished, test } from 'vitest'
import { drawnPdf, type Pdf } from '../../../test/support/drawn-page.ts'
import { inspectBytes, inspectFile, sentencesAbout } from '../../../test/support/inspected-pdf.ts'
import { newFolder } from '../../../test/support/new-folder.ts'
import { sharedInspector } from '../../../test/support/shared-inspector.ts'
import { createPdfInspector } from './inspect-pdf.ts'

const pdfs = 'test/fixtures/pdfs'
const folder = newFolder()

describe('a PDF that opens', () => {
  test('one whose end is missing is refused', async () => {
    const bytes = readFileSync(`${pdfs}/opinion.pdf`)
    const reason = expect.stringMatching(/^This PDF is incomplete: /)
    const read = await inspectFile(bytes.subarray(0, bytes.length * 0.999))
    expect(read).toEqual({ accepted: false, reason })
  })

  test('several at once wait for each other', async () => {
    const inspector = createPdfInspector()
    onTestFinished(() => inspector.close())
    const names = Array.from({ length: 8 }, (_, i) => (i % 2 ? 'order.pdf' : 'notice.pdf'))
    const all = await Promise.all(names.map((name) => inspector.inspect(`${pdfs}/${name}`, name)))
    expect(all.map((one) => one.accepted && one.pageCount)).toEqual(names.map(() => 2))
  })
})

describe('protected PDFs', () => {
  const words = 'Sealed by order of the Court'
  const inspect = async (options: PDFKit.PDFDocumentOptions) =>
    inspectFile(await drawnPdf((pdf) => pdf.text(words), options))

  test('one that asks for a password is refused', async () => {
    const reason =
      'This PDF is protected, for example by a password. Save or print an unprotected copy and add that file.'
    const read = await inspect({ userPassword: 'hunter2', pdfVersion: '1.7' })
    expect(read).toEqual({ accepted: false, reason })
  })

  test('one that only restricts what readers may do opens, so it is accepted', async () => {
    const inspection = await inspect({ ownerPassword: 'clerk', pdfVersion: '1.7ext3' })
    const reading = { findings: [] }
    expect(inspection).toMatchObject({ accepted: true, pageCount: 1, pages: [words], reading })
  })
})

test.each([90, 180, 270])('a page scanned turned by %d degrees is recognized', async (angle) => {
  const words =
    'The witness Penhallow confirmed that the records of the warehouse were kept in Denver.'
  const path = join(folder, 'turned.pdf')
  const write = (pdf: Pdf) => pdf.rotate(angle, { origin: [150, 150] }).text(words, 30, 90)
  await writeFile(path, await drawnPdf(write, { size: [300, 300], margin: 30 }))
  expect(await sharedInspector.recognize(path, 1)).toContain('Penhallow confirmed')
})

describe('a file that does not open as a PDF', () => {
  test.each([
    ['Please see the attached filing.', /^This is not a PDF/],
    ['%PDF-1.7\nstartxref\n9\n%%EOF\n', /^This PDF is damaged/],
  ])('%j is refused', async (content, reason) => {
    const inspection = await inspectFile(Buffer.from(content, 'latin1'))
    expect(inspection).toEqual({ accepted: false, reason: expect.stringMatching(reason) })
  })

  test('a file that nobody waits for any more is not read', async () => {
    const signal = AbortSignal.abort(new Error('left'))
    const inspection = createPdfInspector().inspect(`${pdfs}/order.pdf`, 'order.pdf', signal)
    await expect(inspection).rejects.toThrow('left')
  })

  test('a file that is not there is an error of the disk, not of the PDF', async () => {
    const inspection = createPdfInspector().inspect(join(folder, 'none'), 'none.pdf')
    await expect(inspection).rejects.toThrow('ENOENT')
  })
})

test('whatever bytes are changed, there is an answer and the next file is read', async () => {
  const original = readFileSync(`${pdfs}/letter.pdf`)
  const change = fc.tuple(fc.nat(original.length - 1), fc.nat(255))
  await fc.assert(
    fc.asyncProperty(fc.array(change, { minLength: 1, maxLength: 60 }), async (changes) => {
      const bytes = Buffer.from(original)
      for (const [at, value] of changes) bytes[at] = value
      expect(await inspectFile(bytes)).toHaveProperty('accepted')
    }),
    { numRuns: 60 },
  )
  expect(await inspectFile(original)).toMatchObject({ accepted: true, pageCount: 1 })
})

test('a number typed into a field that is drawn in two places', async () => {
  const bytes = await drawnPdf((pdf) => {
    pdf.text('The lease ended.')
    pdf.initForm()
    const field = pdf.formField('ssn', { FT: 'Tx' } as never)
    Object.assign((field as never as { data: object }).data, { V: new String('123-45-6789') })
    for (const y of [300, 340]) pdf.formText(`at${y}`, 90, y, 200, 18, { parent: field })
  })
  const findings = await sentencesAbout(bytes)
  expect(findings.filter((one) => one.startsWith('identifier'))).toHaveLength(2)
})

test('a number at the end of a long comment', async () => {
  const long = `${'The lease ended. '.repeat(1000)} SSN 123-45-6789`
  const bytes = await drawnPdf((pdf) => void pdf.note(90, 90, 20, 20, long))
  expect(await sentencesAbout(bytes)).toContainEqual(expect.stringMatching(/^identifier: .*6789/))
})

test('a picture of a finding is a PNG; of a page that is not there, none', async () => {
  const path = join(folder, 'file.pdf')
  const bytes = await drawnPdf((pdf) => pdf.text('SSN 123-45-6789'))
  await writeFile(path, bytes)
  const { reading } = await inspectBytes(bytes)
  const [{ page, box } = { page: 0, box: null }] = reading.findings
  const png = await sharedInspector.picture(path, { page: page ?? 0, box })
  expect(png?.subarray(1, 4).toString()).toBe('PNG')
  expect(png?.readUInt32BE(16)).toBeGreaterThan(300)
  expect(await sharedInspector.picture(path, { page: 9, box: null })).toBeUndefined()
  expect(await sharedInspector.inspect(path, 'file.pdf')).toMatchObject({ accepted: true })
})
