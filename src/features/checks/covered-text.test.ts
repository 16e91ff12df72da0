import { describe, expect, test } from 'vitest'
import { COVER_CASES } from '../../../test/support/covered-pdfs.ts'
import { drawnPdf, onFirstPage, type Pdf } from '../../../test/support/drawn-page.ts'
import { inspectBytes } from '../../../test/support/inspected-pdf.ts'
import { findCovered } from './covered-text.ts'

test.each(COVER_CASES)('$name', async (page) => {
  const { covered } = await onFirstPage(await drawnPdf(page.draw), findCovered)
  expect(covered.map(({ text }) => text)).toEqual(page.covered)
})

test('words under a cover are not in any text that is kept (PROMISES 32)', async () => {
  const inspection = await inspectBytes(
    await drawnPdf((pdf) => {
      pdf.text('The lease of the warehouse ended.', 72, 100)
      pdf.text('Jane Penhallow', 72, 200)
      pdf.rect(70, 196, 120, 20).fill('black')
      pdf.addPage().fillColor('black').text('Jane Roe signed it.')
    }),
  )
  expect(inspection.pages).toEqual(['The lease of the warehouse ended.', 'Jane Roe signed it.'])
  expect(JSON.stringify(inspection)).not.toContain('Penhallow')
  expect(inspection.reading.findings).toMatchObject([{ kind: 'covered_text', page: 1 }])
})

describe('words under a screenshot', () => {
  const write = (pdf: Pdf, font: string, words: string) => {
    pdf.font('Times-Roman').text('Exhibit 4, attached to the declaration of July 31.', 72, 100)
    pdf.font(font).text(words, 90, 220)
  }
  const WORDS = 'Settings of Jane Penhallow'

  test.each<[of: string, draw: (pdf: Pdf) => void, count: number]>([
    ['of the same words', (pdf) => write(pdf.translate(2, 4), 'Helvetica-Bold', WORDS), 0],
    ['of other words', (pdf) => write(pdf, 'Helvetica', 'Settings of the witness'), 1],
    [
      'with a label in place of a name',
      (pdf) => {
        write(pdf, 'Helvetica', WORDS)
        pdf.rect(150, 216, 90, 16).fill('white').fill('black').text('REDACTED', 152, 220)
      },
      1,
    ],
  ])('%s', async (_, draw, count) => {
    const { width, height, pixels } = await onFirstPage(await drawnPdf(draw), (page) =>
      page.draw(2),
    )
    const gray = Uint8Array.from({ length: width * height }, (_none, at) => pixels[4 * at + 1] ?? 0)
    const bytes = await drawnPdf((pdf) => {
      write(pdf, 'Helvetica', WORDS)
      const about = { Type: 'XObject', Subtype: 'Image', ColorSpace: 'DeviceGray' }
      const size = { Width: width, Height: height, BitsPerComponent: 8 }
      const picture = pdf.ref({ ...about, ...size })
      picture.end(Buffer.from(gray))
      pdf.page.xobjects.Screen = picture
      pdf.rect(60, 160, 500, 500).clip().addContent('612 0 0 -792 0 792 cm /Screen Do')
    })
    const { reading } = await inspectBytes(bytes)
    expect(reading.findings.map(({ kind }) => kind)).toEqual(Array(count).fill('covered_text'))
  })
})
