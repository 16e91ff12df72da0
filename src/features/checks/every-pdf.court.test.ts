import { readFileSync } from 'node:fs'
import { afterAll, describe, expect, test } from 'vitest'
import { listFixtures } from '../../../test/support/fixtures.ts'
import { isDisclosure } from './finding-rules.ts'
import { createPdfInspector } from './inspect-pdf.ts'
import { isCutOff } from './recognize-file.ts'

/** Page counts, and words on each page, of the project's own PDFs and then of real ones. None is a scan. */
const CONTENT: Record<string, [pageCount: number, words: string]> = {
  brief: [10, 'BRIEF IN OPPOSITION'],
  letter: [1, 'Dear Judge Doe'],
  motion: [5, 'Document 3 Filed 07/03/26 Page 5 of 5'],
  notice: [2, 'NOTICE OF APPEARANCE'],
  opinion: [15, 'Court of Appeals'],
  order: [2, '“The lease ends on July 31,”'],
  scan: [1, ''],
  'bad-redaction': [1, 'Dr. Schubert’s Responses'],
  ca5_00516242060: [10, 'Vanessa St. Pierre'],
  ca8_: [2, 'Mr. Michael E. Gans'],
  ca9_19: [15, 'ANGEL ZEPEDA RIVAS'],
  cafc_3: [2, 'Entry of Appearance'],
  'gov.uscourts.azd.1085839.3.0': [5, 'IN THE UNITED STATES DISTRICT COURT'],
  'image-only': [1, ''],
}

/** Where pages disclose what they should not: `[left, top]` in points. */
const DISCLOSURES: Record<string, [number, number][]> = {
  'bad-redaction': [
    [147, 235],
    [279, 318],
    [418, 484],
  ],
}

const inspector = createPdfInspector()
afterAll(() => inspector.close())

describe.each(listFixtures('pdfs'))('%s.pdf', (name, path) => {
  const bytes = readFileSync(path)
  const isCut = (file: Buffer) => {
    const tail = file.subarray(Math.max(0, file.length - 65_536))
    return isCutOff({ head: file.subarray(0, 4096), tail, byteSize: file.length })
  }

  test('has its pages and its text, and discloses only what is expected', async () => {
    const [pageCount = expect.any(Number), words = undefined] = CONTENT[name] ?? []
    const inspection = await inspector.inspect(path, name)
    expect(inspection).toMatchObject({ accepted: true, pageCount })
    const text = inspection.accepted ? inspection.pages.join('\n').replace(/ +/g, ' ') : ''
    expect(text).toContain(words ?? '')
    if (words === '') expect(text).toBe('')
    const disclosures = inspection.accepted ? inspection.reading.findings.filter(isDisclosure) : []
    expect(disclosures.map(({ box }) => box?.slice(0, 2).map(Math.round))).toEqual(
      DISCLOSURES[name] ?? [],
    )
  })

  test('is cut off wherever its end is missing', () => {
    expect(isCut(bytes)).toBe(false)
    const lastNeeded = bytes.lastIndexOf('%%EOF') + '%%EOF'.length
    const cuts = new Set(Array.from({ length: 300 }, (_, i) => Math.floor((lastNeeded * i) / 300)))
    for (let back = 1; back <= 200; back++) cuts.add(lastNeeded - back)
    expect([...cuts].filter((cut) => !isCut(bytes.subarray(0, cut)))).toEqual([])
  })

  test.each([
    ['nothing', (whole: Buffer) => whole.subarray(0, whole.lastIndexOf('%%EOF') + 5)],
    ['line ends', (whole: Buffer) => Buffer.concat([whole, Buffer.from('\r\n\r\n  \n')])],
    ['padding', (whole: Buffer) => Buffer.concat([whole, Buffer.alloc(30_000)])],
    ['a page of the web server', (whole: Buffer) => Buffer.concat([whole, Buffer.from(WEB_PAGE)])],
  ])('may be followed by %s', (_, change) => {
    expect(isCut(change(bytes))).toBe(false)
  })
})

const WEB_PAGE = '\n<html><body>Generated in 12 ms, 3 objects</body></html>\n'
