import { describe, expect, test } from 'vitest'
import { kindsOfFindings, type Pdf, readingOf, write } from '../../../test/support/drawn-page.ts'
import { expectSteadyGrowth } from '../../../test/support/growth.ts'
import { findLegend } from './legend-rules.ts'

describe('legends of sealing', () => {
  const legend =
    (text: string, x: number, y: number, size = 12) =>
    (pdf: Pdf) =>
      write(pdf, text, [x, y], size)
  const EYES = 'HIGHLY CONFIDENTIAL – ATTORNEYS’ EYES ONLY'
  const STAMP = 'Case 1:20-cv-10189-FDS *SEALED* Document 12 Filed 02/05/20 Page 1 of 1'
  const ORDER = 'Confidential Pursuant to Protective Order'
  const CONTENTS = { Subtype: 'Stamp', Contents: new String('FILED UNDER SEAL') }

  function twoLines(pdf: Pdf): void {
    write(pdf, 'CONFIDENTIAL', [250, 745], 9)
    write(pdf, 'PURSUANT TO PROTECTIVE ORDER', [220, 758], 9)
  }

  function watermark(pdf: Pdf): void {
    pdf.save().rotate(-45, { origin: [300, 400] })
    pdf.fillOpacity(0.3)
    write(pdf, 'ATTORNEYS’ EYES ONLY', [80, 380], 36)
    pdf.restore()
  }

  test.each<[where: string, words: string, draw: (pdf: Pdf) => unknown]>([
    ['in the header', 'FILED UNDER SEAL', legend('FILED UNDER SEAL', 250, 30)],
    ['set wide apart', 'FILED UNDER SEAL', legend('F I L E D  U N D E R  S E A L', 220, 30)],
    ['in the footer', 'ATTORNEYS’ EYES ONLY', legend(EYES, 150, 755, 9)],
    ['in two lines of the footer', ORDER, twoLines],
    ['beside the number of a page', ORDER, legend(`${ORDER}    DEF000123`, 150, 750, 9)],
    ['in the header, in small letters', ORDER, legend(ORDER.toLowerCase(), 180, 30)],
    ['in the stamp of the court', '*SEALED*', legend(STAMP, 90, 10, 9)],
    ['as a watermark', 'ATTORNEYS’ EYES ONLY', watermark],
    ['in the caption, in capitals', 'FILED UNDER SEAL', legend('[FILED UNDER SEAL]', 330, 240)],
    ['in the caption, with more', 'CONFIDENTIAL – ATTORNEYS’ EYES ONLY', legend(EYES, 300, 240)],
    ['on top', 'Filed under seal', (pdf) => pdf.annotate(300, 300, 200, 40, CONTENTS as never)],
  ])('%s', async (_, words, draw) => {
    const read = await readingOf((pdf) => {
      for (const y of [200, 260, 300])
        write(pdf, 'The parties agree that the lease ended.', [72, y])
      draw(pdf)
    })
    const text = expect.stringMatching(new RegExp(words.replace(/\*/g, '.'), 'i'))
    expect(kindsOfFindings(read)).toEqual([['sealed_legend', text]])
  })

  test.each([
    'SEALED',
    'FILED EX PARTE AND UNDER SEAL',
    'SEALED BY ORDER OF THE COURT',
    'FILE UNDER SEAL',
    'UNREDACTED VERSION OF DOCUMENT SOUGHT TO BE SEALED',
    'EX PARTE – IN CAMERA – UNDER SEAL',
    'LODGED UNDER SEAL',
    'EX PARTE UNDER SEAL SUBMISSION',
    'RESTRICTED DOCUMENT - LEVEL 2',
    'CONFIDENTIAL – TO BE SUBMITTED IN CAMERA AND UNDER SEAL BY ORDER OF THE COURT',
  ])('%s is one', (line) => expect(findLegend(line)).toBeDefined())

  test.each([
    'The exhibits were filed under seal by the Receiver.',
    'Defendants move to file Exhibit 4 under seal.',
    'Exhibit 4 was designated “Attorneys’ Eyes Only” and was filed under seal last May.',
    'and the exhibits were filed under seal.',
    'sealed.',
    'material marked “Attorneys’ Eyes Only” may be shown',
    'MOTION FOR LEAVE TO FILE UNDER SEAL',
    'UNSEALED BY ORDER OF THE COURT',
    'FORMERLY FILED UNDER SEAL',
    'NOTICE OF IN CAMERA HEARING',
    'EX PARTE MOTION FOR LEAVE TO FILE DOCUMENTS UNDER SEAL',
    'DOCUMENT UNDER SEAL',
    'REDACTED VERSION OF DOCUMENT FILED UNDER SEAL',
  ])('%s is not, even in a margin', (line) => expect(findLegend(line)).toBeUndefined())

  test.each([
    ...['LODGED ', 'UNDER SEAL ', 'IN CAMERA–', '*', '* '],
    ...['SEALED BY ', 'confidential ', 'filed a, '],
  ])('of %j repeated, a line is read in linear time', (piece) =>
    expectSteadyGrowth(findLegend, piece),
  )
})
