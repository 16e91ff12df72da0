import { createWriteStream, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { finished } from 'node:stream/promises'
import PDFDocument from 'pdfkit'
import { afterAll, describe, expect, test } from 'vitest'
import { scanned } from '../../../test/support/text-pdf.ts'
import { openPdf } from './pdfium.ts'
import { identifiersIn, type PageReading, readPage } from './read-page.ts'

const folder = mkdtempSync(join(tmpdir(), 'docket-page-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

type Pdf = PDFKit.PDFDocument

/** Reads a page with this content. */
async function reading(draw: (pdf: Pdf) => void): Promise<PageReading> {
  const path = join(folder, 'page.pdf')
  const pdf = new PDFDocument({ size: 'LETTER', margin: 0 })
  const file = pdf.pipe(createWriteStream(path))
  draw(pdf)
  pdf.end()
  await finished(file)
  const opened = await openPdf(path)
  const read = opened?.withPage(1, (page) => readPage(page, 1))
  opened?.close()
  if (!read) throw new Error('the page was not opened')
  return read
}

const write = (pdf: Pdf, text: string, [x, y]: [number, number], size = 12) =>
  pdf.fontSize(size).text(text, x, y, { lineBreak: false })

const centered = (pdf: Pdf, text: string, y: number) =>
  pdf.fontSize(12).text(text, 72, y, { width: 468, align: 'center' })

const kinds = ({ findings }: PageReading) => findings.map(({ kind, text }) => [kind, text])

describe('legends of sealing', () => {
  test.each<[where: string, words: string, draw: (pdf: Pdf) => void]>([
    ['in the header', 'FILED UNDER SEAL', (pdf) => write(pdf, 'FILED UNDER SEAL', [250, 30])],
    [
      'in the footer',
      'ATTORNEYS’ EYES ONLY',
      (pdf) => write(pdf, 'HIGHLY CONFIDENTIAL – ATTORNEYS’ EYES ONLY', [150, 755], 9),
    ],
    [
      'in two lines of the footer',
      'CONFIDENTIAL PURSUANT TO PROTECTIVE ORDER',
      (pdf) => {
        write(pdf, 'CONFIDENTIAL', [250, 745], 9)
        write(pdf, 'PURSUANT TO PROTECTIVE ORDER', [220, 758], 9)
      },
    ],
    [
      'beside the number of a page',
      'Confidential Pursuant to Protective Order',
      (pdf) => write(pdf, 'Confidential Pursuant to Protective Order    DEF000123', [150, 750], 9),
    ],
    [
      'in the header, in small letters',
      'confidential pursuant to protective order',
      (pdf) => write(pdf, 'confidential pursuant to protective order', [180, 30]),
    ],
    [
      'in the stamp of the court',
      '*SEALED*',
      (pdf) =>
        write(
          pdf,
          'Case 1:20-cv-10189-FDS *SEALED* Document 12 Filed 02/05/20 Page 1 of 1',
          [90, 10],
          9,
        ),
    ],
    [
      'as a watermark',
      'ATTORNEYS’ EYES ONLY',
      (pdf) => {
        pdf
          .save()
          .rotate(-45, { origin: [300, 400] })
          .fillOpacity(0.3)
        write(pdf, 'ATTORNEYS’ EYES ONLY', [80, 380], 36)
        pdf.restore()
      },
    ],
    [
      'in the caption, alone and in capitals',
      'FILED UNDER SEAL',
      (pdf) => write(pdf, '[FILED UNDER SEAL]', [330, 240]),
    ],
    [
      'in the caption, with more beside them',
      'CONFIDENTIAL – ATTORNEYS’ EYES ONLY',
      (pdf) => write(pdf, 'HIGHLY CONFIDENTIAL – ATTORNEYS’ EYES ONLY', [300, 240]),
    ],
    ['in one word', 'SEALED', (pdf) => write(pdf, 'SEALED', [400, 150])],
    [
      'for the court’s eyes',
      'FILED EX PARTE AND UNDER SEAL',
      (pdf) => write(pdf, 'FILED EX PARTE AND UNDER SEAL', [200, 150]),
    ],
    [
      'as Northern California has them',
      'UNREDACTED VERSION OF DOCUMENT SOUGHT TO BE SEALED',
      (pdf) => write(pdf, 'UNREDACTED VERSION OF DOCUMENT SOUGHT TO BE SEALED', [100, 150]),
    ],
    [
      'as a stamp that was put on top',
      'Filed under seal',
      (pdf) =>
        pdf.annotate(300, 300, 200, 40, {
          Subtype: 'Stamp',
          Contents: new String('FILED UNDER SEAL'),
        } as never),
    ],
  ])('%s', async (_, words, draw) => {
    const read = await reading((pdf) => {
      for (const y of [200, 260, 300])
        write(pdf, 'The parties agree that the lease ended.', [72, y])
      draw(pdf)
    })
    expect(kinds(read)).toEqual([
      ['sealed_legend', expect.stringMatching(new RegExp(words.replace(/\*/g, '.'), 'i'))],
    ])
  })

  test.each([
    'The exhibits were filed under seal by the Receiver.',
    'Defendants move to file Exhibit 4 under seal.',
    'Exhibit 4 was designated “Attorneys’ Eyes Only” and was filed under seal last May.',
  ])('%s', async (sentence) => {
    const read = await reading((pdf) => {
      write(pdf, sentence.slice(0, 20), [72, 180])
      write(pdf, sentence, [72, 300])
    })
    expect(kinds(read)).toEqual([])
  })

  test.each([
    ['a sentence that begins there', 'and the exhibits were filed under seal.'],
    ['the end of one', 'sealed.'],
    ['what a protective order calls them', 'material marked “Attorneys’ Eyes Only” may be shown'],
    ['what the public may have', 'REDACTED VERSION OF DOCUMENT FILED UNDER SEAL'],
  ])('in the margin, %s is none', async (_, words) => {
    expect(kinds(await reading((pdf) => write(pdf, words, [72, 68])))).toEqual([])
  })
})

test('an identifier has its place, and only its last four digits', async () => {
  const read = await reading((pdf) => write(pdf, 'SSN: 123-45-6789', [100, 300]))
  const [{ kind, page, text, box } = { box: null }] = read.findings
  expect([kind, page, text]).toEqual(['identifier', 1, 'Social Security number xxx-xx-6789'])
  const [x = 0, y = 0, width = 0, height = 0] = box ?? []
  expect(x).toBeGreaterThan(125)
  expect(y).toBeGreaterThan(298)
  expect(width).toBeGreaterThan(55)
  expect(width).toBeLessThan(80)
  expect(height).toBeLessThan(14)
})

test('what a field of a form holds is read as well', async () => {
  const read = await reading((pdf) => {
    pdf.font('Helvetica').initForm()
    pdf.formText('number', 100, 300, 200, 20, { value: '123-45-6789' })
    pdf.formText('empty', 100, 340, 200, 20)
    pdf.note(300, 400, 20, 20, 'Ask her whether 4111 1111 1111 1111 is right')
  })
  expect(read.notes.map(({ kind }) => kind).sort()).toEqual(['comment', 'field'])
  expect(kinds(read).sort()).toEqual([
    ['identifier', 'Card number xxxx xxxx xxxx 1111'],
    ['identifier', 'Social Security number xxx-xx-6789'],
  ])
})

test('a redaction that was marked and never applied', async () => {
  const read = await reading((pdf) => {
    write(pdf, 'Jane Penhallow', [100, 300])
    pdf.annotate(98, 298, 90, 16, { Subtype: 'Redact' } as never)
  })
  expect(kinds(read)).toEqual([['covered_text', expect.stringMatching(/^Marked for redaction/)]])
})

const STAMP = 'Case 1:20-cv-10189-FDS Document 12-1 Filed 02/05/20 Page 1 of 2'

describe('stamps', () => {
  test.each<[string, number, number]>([
    ['at the head', 10, 1],
    ['at the foot', 770, 1],
    ['quoted in the text', 300, 0],
  ])('%s', async (_, y, count) => {
    const read = await reading((pdf) => write(pdf, STAMP, [90, y], 9))
    expect(read.stamps).toHaveLength(count)
  })

  test('along the side of a page that was turned', async () => {
    const read = await reading((pdf) => {
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
    for (const [place, text] of [
      'HARBOR FREIGHT CO.,',
      'Plaintiff,',
      'v.',
      'JANE ROE,',
      'Defendant.',
    ].entries()) {
      write(pdf, text, [90, 150 + 20 * place])
    }
    write(pdf, 'Civil Action No. 1:20-cv-10189-FDS', [330, 190])
    for (const [place, text] of title.entries()) centered(pdf, text, 280 + 15 * place)
    for (const y of [360, 380])
      write(pdf, 'Harbor moves for an order that compels answers.', [72, y])
  }

  test.each([
    [['MOTION TO DISMISS'], 'MOTION TO DISMISS'],
    [
      ['DEFENDANT JANE ROE’S MOTION', 'TO DISMISS THE COMPLAINT'],
      'DEFENDANT JANE ROE’S MOTION TO DISMISS THE COMPLAINT',
    ],
    [['ORDER GRANTING MOTION TO COMPEL'], 'ORDER GRANTING MOTION TO COMPEL'],
    [['DECLARATION OF JOHN SMITH'], 'DECLARATION OF JOHN SMITH'],
    [['Notice of Appearance'], 'Notice of Appearance'],
    [[], ''],
  ])('%j', async (title, heading) => {
    expect(await reading((pdf) => caption(pdf, title))).toMatchObject({ heading })
  })

  test('beside the parties', async () => {
    const read = await reading((pdf) => {
      caption(pdf, [])
      write(pdf, 'JOINT STIPULATION', [330, 230])
    })
    expect(read.heading).toBe('JOINT STIPULATION')
  })

  test('a letter has none', async () => {
    const read = await reading((pdf) => {
      write(pdf, 'Larkin & Dunmore LLP', [200, 40], 20)
      write(pdf, 'Dear Judge Doe:', [72, 200])
      centered(pdf, 'We write about the motion to compel that was filed in May.', 240)
    })
    expect(read.heading).toBe('')
  })
})

describe('scans', () => {
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
  ])('%s', async (_, draw, isScan) => {
    expect(await reading(draw)).toMatchObject({ isScan })
  })
})

test('text that cannot be seen is not in the text that is kept', async () => {
  const { seenText, findings } = await reading((pdf) => {
    write(pdf, 'The witness Jane Penhallow of Salem', [72, 300])
    pdf.rect(144, 296, 85, 18).fill('black')
  })
  expect(seenText).toContain('witness')
  expect(seenText).not.toContain('Penhallow')
  expect(findings).toMatchObject([{ kind: 'covered_text', page: 1 }])
  expect(JSON.stringify(findings)).not.toContain('Penhallow')
})

test('of a number that was typed, the label of its field says what it is', () => {
  const box = { left: 0, top: 0, right: 9, bottom: 9 }
  const typed = { kind: 'field', text: '123456789', box } as const
  expect(identifiersIn({ ...typed, label: 'Social Security number' })).toHaveLength(1)
  expect(identifiersIn({ ...typed, label: 'Invoice' })).toEqual([])
})
