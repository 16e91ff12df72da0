import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { chooseStamp, isSameCase, readStamps, type Stamp } from './stamp-rules.ts'

describe('what is not a stamp', () => {
  const of = (document: string, end: string) =>
    `Case 1:20-cv-10189 Document ${document} Filed ${end}`

  test.each([
    ['40 digits', of('1234567890'.repeat(4), '02/05/20 Page 1 of 1')],
    ['a day that does not exist', of('12', '02/30/20 Page 1 of 1')],
    ['a page beyond the last', of('12', '02/05/20 Page 9 of 4')],
    ['a page before the first', of('12', '02/05/20 Page 0 of 4')],
    ['no pages', of('12', '02/05/20 Page 0 of 0')],
    ['a case number alone', 'Case No. 1:20-cv-10189-FDS'],
    ['a case and a date', 'Case 1:20-cv-10189-FDS Filed 02/05/20'],
    ['a caption', 'In re: Lehman Brothers, Case No. 08-13555 (JMP), Hearing: 02/05/20 at 10:00'],
    ['a footnote', 'See Smith v. Jones, No. 1:20-cv-10189, ECF No. 12 at Page 3'],
    ['an order’s footer', 'Case No. 3:20-cv-00187-SLG, Order re Motion at Dkt. 12 Page 1 of 5'],
    ['a telephone number', 'Phone 212-555-0100 Doc 12 Filed 02/05/20'],
  ])('%s', (_what, text) => {
    expect(readStamps(text)).toEqual([])
  })

  it('is quick and never fails, whatever the text', () => {
    const pieces = fc.constantFrom(
      ...'Case |Doc |1:20-cv-|12-|#| Filed |02/|Page | of |:| |x'.split('|'),
      ...'NYSCEF DOC. NO. 1 |INDEX NO. 1/2020 |RECEIVED NYSCEF: 02/30/2020 '.split('|'),
      '0'.repeat(50),
    )
    fc.assert(
      fc.property(fc.array(pieces, { maxLength: 400 }), (parts) => {
        for (const { entryNumber, filedOn } of readStamps(parts.join(''))) {
          expect(entryNumber.length).toBeLessThanOrEqual(12)
          if (filedOn !== null) expect(new Date(filedOn).toISOString().slice(0, 10)).toBe(filedOn)
        }
      }),
    )
  })
})

describe('the case of a stamp', () => {
  test.each([
    ['1:20-cv-10189-FDS', '20-cv-10189', true],
    ['1:20-cv-10189-FDS', 'Case No. 1:20-cv-10189 (FDS)', true],
    ['09-00429', '4:09-bk-00429-EWH', true],
    ['1-20-40001-ess', '20-40001', true],
    ['20-30663-5-mcr', '20-30663', true],
    ['08-13555-mg', '08-13555 (SCC)', true],
    ['1:20-cv-00412', '1:20-cr-00412', false],
    ['1:20-cv-00412', '1:21-cv-00412', false],
    ['1:20-cv-00412', '', false],
    ['17-90266-BHL-13', '17-90266', true],
    ['1:20-CIVIL-00123', '20-cv-123', true],
    ['650123/2020', 'Index No. 650123/2020', true],
    ['650123/2020', '650123/2021', false],
    ['E2020001234', 'Index No. E2020001234', true],
    ['E2020001234', 'Index No. E2020001235', false],
    ['EFCA2020-001234', 'Index No. EFCA2020-1234', true],
    ['2020-01234', 'Case No. 2020-01234', true],
    ['MDL No. 2592', 'MDL No. 2592', true],
    ['MDL No. 2592', 'MDL No. 2593', false],
    ['MDL No. 2592', '2:14-md-02592-EEF', false],
    ['In re Penhallow', 'In re Penhallow', false],
  ])('%s is %s: %s', (stamp, own, isSame) => {
    expect(isSameCase(stamp, own)).toBe(isSame)
  })

  const first = { entryNumber: '1', attachmentNumber: 0, page: 1, pageCount: 1 }
  const stamp = (caseNumber: string, filedOn: string): Stamp => ({ ...first, caseNumber, filedOn })
  const earlier = stamp('1:19-cv-00001', '2019-01-01')
  const later = stamp('1:20-cv-00002', '2020-01-01')

  const refiled = stamp('1:19-cv-00001', '2019-06-01')

  test.each([
    ['this case’s if one names it', [later, earlier], '19-cv-1', earlier],
    ['the newest of this case’s', [earlier, refiled, later], '19-cv-1', refiled],
    ['the newest if none names it', [earlier, later], '22-cv-9', later],
    ['the newest if this case has no number', [later, earlier], '', later],
    ['none if there is none', [], '', undefined],
  ])('is %s', (_, stamps, own, chosen) => expect(chooseStamp(stamps, own)).toBe(chosen))
})
