import { describe, expect, test } from 'vitest'
import {
  drawnPdf,
  kindsOfFindings,
  onFirstPage,
  type Pdf,
  readingOf,
  write,
} from '../../../test/support/drawn-page.ts'
import { scanned } from '../../../test/support/text-pdf.ts'
import { readPage } from './read-page.ts'

const centered = (pdf: Pdf, text: string, y: number) =>
  pdf.fontSize(12).text(text, 72, y, { width: 468, align: 'center' })

test('an identifier has its place, and only its last four digits', async () => {
  const read = await readingOf((pdf) => write(pdf, 'SSN: 123-45-6789', [100, 300]))
  const [{ kind, page, text, box } = { box: null }] = read.findings
  expect([kind, page, text]).toEqual(['identifier', 1, 'Social Security number xxx-xx-6789'])
  const [x = 0, y = 0, width = 0, height = 0] = box ?? []
  expect(x).toBeGreaterThan(125)
  expect(y).toBeGreaterThan(298)
  expect(width).toBeGreaterThan(55)
  expect(width).toBeLessThan(80)
  expect(height).toBeLessThan(14)
})

test('the value of a form field is read as well', async () => {
  const read = await readingOf((pdf) => {
    pdf.font('Helvetica').initForm()
    pdf.formText('number', 100, 300, 200, 20, { value: '123-45-6789' })
    pdf.formText('empty', 100, 340, 200, 20)
    pdf.note(300, 400, 20, 20, 'Ask her whether 4111 1111 1111 1111 is right')
  })
  expect(read.notes.map(({ kind }) => kind).sort()).toEqual(['comment', 'field'])
  const identifiers = ['Card number xxxx xxxx xxxx 1111', 'Social Security number xxx-xx-6789']
  expect(kindsOfFindings(read).sort()).toEqual(identifiers.map((text) => ['identifier', text]))
})

test('a redaction that was marked but never applied is found', async () => {
  const read = await readingOf((pdf) => {
    write(pdf, 'Jane Penhallow', [100, 300])
    pdf.annotate(98, 298, 90, 16, { Subtype: 'Redact' } as never)
  })
  const marked = expect.stringMatching(/^Marked for redaction/)
  expect(kindsOfFindings(read)).toEqual([['covered_text', marked]])
})

const STAMP = 'Case 1:20-cv-10189-FDS Document 12-1 Filed 02/05/20 Page 1 of 2'

describe('stamps', () => {
  test.each<[string, number, number]>([
    ['at the head', 10, 1],
    ['at the foot', 770, 1],
    ['quoted in the text', 300, 0],
  ])('%s', async (_, y, count) => {
    const read = await readingOf((pdf) => write(pdf, STAMP, [90, y], 9))
    expect(read.stamps).toHaveLength(count)
  })

  test('along the side of a page that was turned', async () => {
    const read = await readingOf((pdf) => {
      write(pdf, STAMP, [90, 10], 9)
      Object.assign(pdf.page.dictionary.data, { Rotate: 90 })
    })
    expect(read.stamps).toMatchObject([{ entryNumber: '12', attachmentNumber: 1, page: 1 }])
  })
})

describe('headings', () => {
  function caption(pdf: Pdf, title: string[]): void {
    write(pdf, STAMP, [90, 10], 9)
    centered(pdf, 'UNITED STATES DISTRICT COURT\nDISTRICT OF MASSACHUSETTS', 90)
    const parties = ['HARBOR FREIGHT CO.,', 'Plaintiff,', 'v.', 'JANE ROE,', 'Defendant.']
    for (const [place, text] of parties.entries()) write(pdf, text, [90, 150 + 20 * place])
    write(pdf, 'Civil Action No. 1:20-cv-10189-FDS', [330, 190])
    for (const [place, text] of title.entries()) centered(pdf, text, 280 + 15 * place)
    for (const y of [360, 380])
      write(pdf, 'Harbor moves for an order that compels answers.', [72, y])
  }

  test.each([
    [['MOTION TO DISMISS'], 'MOTION TO DISMISS'],
    [['JANE ROE’S MOTION', 'TO DISMISS THE CASE'], 'JANE ROE’S MOTION TO DISMISS THE CASE'],
    [['ORDER GRANTING MOTION TO COMPEL'], 'ORDER GRANTING MOTION TO COMPEL'],
    [['DECLARATION OF JOHN SMITH'], 'DECLARATION OF JOHN SMITH'],
    [['Notice of Appearance'], 'Notice of Appearance'],
    [[], ''],
  ])('%j', async (title, heading) => {
    expect(await readingOf((pdf) => caption(pdf, title))).toMatchObject({ heading })
  })

  test('beside the parties', async () => {
    const read = await readingOf((pdf) => {
      caption(pdf, [])
      write(pdf, 'JOINT STIPULATION', [330, 230])
    })
    expect(read.heading).toBe('JOINT STIPULATION')
  })

  test('a letter has none', async () => {
    const read = await readingOf((pdf) => {
      write(pdf, 'Larkin & Dunmore LLP', [200, 40], 20)
      write(pdf, 'Dear Judge Doe:', [72, 200])
      centered(pdf, 'We write about the motion to compel that was filed in May.', 240)
    })
    expect(read.heading).toBe('')
  })
})

test.each<[string, (pdf: Pdf) => void, boolean]>([
  ['a picture', (pdf) => scanned(pdf, 1), true],
  [
    'a picture under the stamp of the court',
    (pdf) => {
      scanned(pdf, 1)
      write(pdf, STAMP, [90, 10], 9)
    },
    true,
  ],
  ['an empty page', () => {}, false],
  ['words', (pdf) => write(pdf, 'Exhibit A', [250, 380]), false],
])('whether a page with %s is a scan', async (_, draw, isScan) => {
  expect(await readingOf(draw)).toMatchObject({ isScan })
})

test('a page whose fonts do not say what their letters are was not checked, and its text is not used', async () => {
  const bytes = await drawnPdf((pdf) => write(pdf, 'SSN 123-45-6789', [72, 200]))
  const read = await onFirstPage(bytes, (page) => {
    const toPrivateUse = (text: string) => text.replace(/\S/g, '\ue041')
    const characters = page.characters.map((one) => ({ ...one, text: toPrivateUse(one.text) }))
    return readPage({ ...page, characters }, 1)
  })
  expect(read).toMatchObject({ text: '', findings: [{ kind: 'unreadable' }] })
})
