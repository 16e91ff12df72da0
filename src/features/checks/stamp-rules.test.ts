import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { caseKey, chooseStamp, isSameCase, readStamps, type Stamp } from './stamp-rules.ts'

type Row = [
  court: string,
  line: string,
  stamp: [string, string, number, string | null, number | null, number | null],
]

const STAMPS: Row[] = [
  [
    'N.D. Cal., older',
    'Case5:11-cv-01846-LHK   Document1-1   Filed04/15/11   Page1 of 38',
    ['5:11-cv-01846-LHK', '1', 1, '2011-04-15', 1, 38],
  ],
  [
    'International Trade, before a judge is assigned',
    'Case 1:21-cv-00052-N/A   Document 9-1   Filed 03/04/21   Page 2 of 3',
    ['1:21-cv-00052-N/A', '9', 1, '2021-03-04', 2, 3],
  ],
  [
    'Bankr. E.D. Cal.',
    'Filed 02/05/20    Case 20-20001    Doc 12',
    ['20-20001', '12', 0, '2020-02-05', null, null],
  ],
  [
    'district',
    'Case 1:20-cv-10189-FDS   Document 12-1   Filed 02/05/20   Page 1 of 1',
    ['1:20-cv-10189-FDS', '12', 1, '2020-02-05', 1, 1],
  ],
  [
    'D. Colo.',
    'Case 1:21-cv-01061-KLM Document 1 Filed 04/16/21 USDC Colorado Page 7 of 16',
    ['1:21-cv-01061-KLM', '1', 0, '2021-04-16', 7, 16],
  ],
  [
    'E.D. Tex.',
    'Case 2:20-cv-00123-JRG Document 12 Filed 02/05/20 Page 2 of 5 PageID #: 1234',
    ['2:20-cv-00123-JRG', '12', 0, '2020-02-05', 2, 5],
  ],
  [
    'D.N.J.',
    'Case 2:20-cv-00123-JRG-ABC Document 12-10 Filed 02/05/20 Page 2 of 5 PageID: 1234',
    ['2:20-cv-00123-JRG-ABC', '12', 10, '2020-02-05', 2, 5],
  ],
  [
    'C.D. Cal.',
    'Case 2:20-cv-01234-ABC-DEF Document 12 Filed 02/05/20 Page 1 of 5 Page ID #:123',
    ['2:20-cv-01234-ABC-DEF', '12', 0, '2020-02-05', 1, 5],
  ],
  [
    'N.D. Ohio',
    'Case: 1:19-op-45000-DAP Doc #: 12-1 Filed: 02/05/20 1 of 5. PageID #: 35',
    ['1:19-op-45000-DAP', '12', 1, '2020-02-05', 1, 5],
  ],
  [
    'E.D. Mich.',
    'Case 2:20-cv-10285-AJT-EAS ECF No. 12-3, PageID.345 Filed 02/05/20 Page 4 of 5',
    ['2:20-cv-10285-AJT-EAS', '12', 3, '2020-02-05', 4, 5],
  ],
  [
    'E.D. Mich., older',
    '2:12-cv-10285-AJT-EAS   Doc # 12-3   Filed 02/05/12   Pg 4 of 5   Pg ID 345',
    ['2:12-cv-10285-AJT-EAS', '12', 3, '2012-02-05', 4, 5],
  ],
  [
    'D.S.C.',
    '3:20-cv-01234-ABC   Date Filed 02/05/20   Entry Number 12-1   Page 1 of 5',
    ['3:20-cv-01234-ABC', '12', 1, '2020-02-05', 1, 5],
  ],
  [
    'C.D. Ill.',
    '1:20-cv-01234-JES-JEH   # 12-1   Page 3 of 5',
    ['1:20-cv-01234-JES-JEH', '12', 1, null, 3, 5],
  ],
  [
    'criminal',
    'Case 1:20-cr-00412-AJN   Document 97   Filed 12/14/20   Page 1 of 36',
    ['1:20-cr-00412-AJN', '97', 0, '2020-12-14', 1, 36],
  ],
  [
    'multidistrict',
    'Case 2:15-md-02641-DGC Document 3 Filed 08/18/15 Page 1 of 5',
    ['2:15-md-02641-DGC', '3', 0, '2015-08-18', 1, 5],
  ],
  [
    'bankruptcy',
    'Case 09-00429    Doc 51    Filed 03/09/10    Entered 03/09/10 09:03:58    Desc Main\nDocument      Page 1 of 4',
    ['09-00429', '51', 0, '2010-03-09', 1, 4],
  ],
  [
    'Bankr. D. Del.',
    'Case 20-10343-LSS    Doc 51-2    Filed 02/18/20    Page 1 of 12',
    ['20-10343-LSS', '51', 2, '2020-02-18', 1, 12],
  ],
  [
    'Bankr. S.D.N.Y.',
    '08-13555-mg   Doc 4264   Filed 07/02/09   Entered 07/02/09 16:23:51   Main Document   Pg 1 of 3',
    ['08-13555-mg', '4264', 0, '2009-07-02', 1, 3],
  ],
  [
    'Bankr. S.D. Tex.',
    'Case 20-33948 Document 1 Filed in TXSB on 08/03/20 Page 1 of 22',
    ['20-33948', '1', 0, '2020-08-03', 1, 22],
  ],
  [
    '1st Cir.',
    'Case: 20-1234     Document: 00117712345     Page: 1     Date Filed: 03/02/2021     Entry ID: 6405555',
    ['20-1234', '00117712345', 0, '2021-03-02', 1, null],
  ],
  [
    '2d Cir.',
    'Case 17-3510, Document 1-1, 10/31/2017, 2161300, Page1 of 2',
    ['17-3510', '1', 1, '2017-10-31', 1, 2],
  ],
  [
    '3d Cir.',
    'Case: 20-1234     Document: 12     Page: 1     Date Filed: 03/02/2022',
    ['20-1234', '12', 0, '2022-03-02', 1, null],
  ],
  ...Object.entries<[string, Row[2]]>({
    'Panel on Multidistrict Litigation': [
      'Case MDL No. 2592   Document 44-1   Filed 10/31/14   Page 1 of 21',
      ['MDL No. 2592', '44', 1, '2014-10-31', 1, 21],
    ],
    'Panel on Multidistrict Litigation, not yet numbered': [
      'Case Pending No. 45   Document 1   Filed 05/01/20   Page 1 of 10',
      ['Pending No. 45', '1', 0, '2020-05-01', 1, 10],
    ],
    'Panel on Multidistrict Litigation, in one of the cases': [
      'Case ARW/4:09-cv-04124   Document 4   Filed 11/21/14   Page 1 of 3',
      ['ARW/4:09-cv-04124', '4', 0, '2014-11-21', 1, 3],
    ],
    '10th Cir. BAP': [
      'BAP Appeal No. 20-12    Docket No. 34-1    Filed: 05/05/2020    Page: 1 of 20',
      ['20-12', '34', 1, '2020-05-05', 1, 20],
    ],
    'with minus signs': [
      'Case 1:20−cv−10189−FDS   Document 12−1   Filed 02/05/20   Page 1 of 1',
      ['1:20-cv-10189-FDS', '12', 1, '2020-02-05', 1, 1],
    ],
  }).map(([court, [line, stamp]]): Row => [court, line, stamp]),
  [
    '4th Cir.',
    'USCA4 Appeal: 21-1234      Doc: 12-1      Filed: 03/02/2022      Pg: 1 of 20',
    ['21-1234', '12', 1, '2022-03-02', 1, 20],
  ],
  [
    '5th Cir.',
    'Case: 21-50498     Document: 00516242060          Page: 1    Date Filed: 03/16/2022',
    ['21-50498', '00516242060', 0, '2022-03-16', 1, null],
  ],
  [
    '6th Cir.',
    'Case: 20-1234     Document: 12-2     Filed: 05/05/2020     Page: 7',
    ['20-1234', '12', 2, '2020-05-05', 7, null],
  ],
  [
    '7th Cir.',
    'Case: 20-1234      Document: 12            Filed: 05/05/2020      Pages: 15',
    ['20-1234', '12', 0, '2020-05-05', null, 15],
  ],
  [
    '8th Cir.',
    'Appellate Case: 22-1801     Page: 1      Date Filed: 01/19/2023 Entry ID: 5236951',
    ['22-1801', '5236951', 0, '2023-01-19', 1, null],
  ],
  [
    '9th Cir.',
    'Case: 20-16276, 08/05/2020, ID: 11778722, DktEntry: 19, Page 1 of 15',
    ['20-16276', '19', 0, '2020-08-05', 1, 15],
  ],
  [
    '9th Cir., attachment',
    'Case: 20-16276, 08/05/2020, ID: 11778722, DktEntry: 19-2, Page 1 of 15',
    ['20-16276', '19', 2, '2020-08-05', 1, 15],
  ],
  [
    '10th Cir.',
    'Appellate Case: 21-1234     Document: 010110651234     Date Filed: 03/02/2022     Page: 1',
    ['21-1234', '010110651234', 0, '2022-03-02', 1, null],
  ],
  [
    '11th Cir.',
    'USCA11 Case: 21-12345     Document: 12     Date Filed: 01/03/2022     Page: 1 of 20',
    ['21-12345', '12', 0, '2022-01-03', 1, 20],
  ],
  [
    'D.C. Cir.',
    'USCA Case #20-1234      Document #1871234            Filed: 11/16/2020      Page 1 of 20',
    ['20-1234', '1871234', 0, '2020-11-16', 1, 20],
  ],
  [
    'Fed. Cir.',
    'Case: 14-1326      Document: 3     Page: 1     Filed: 03/18/2014',
    ['14-1326', '3', 0, '2014-03-18', 1, null],
  ],
  ...Object.entries<[string, Row[2]]>({
    'S.D. Fla.': [
      'Case 1:18-cv-20818-DPG   Document 38   Entered on FLSD Docket 05/30/2018   Page 1 of 3',
      ['1:18-cv-20818-DPG', '38', 0, '2018-05-30', 1, 3],
    ],
    'N.D. Okla.': [
      'Case 4:17-cv-00325-GKF-JFJ Document 95 Filed in USDC ND/OK on 04/13/18 Page 1 of 31',
      ['4:17-cv-00325-GKF-JFJ', '95', 0, '2018-04-13', 1, 31],
    ],
    'E.D. Okla.': [
      '6:17-cv-00423-RAW Document 2 Filed in ED/OK on 11/14/17 Page 1 of 17',
      ['6:17-cv-00423-RAW', '2', 0, '2017-11-14', 1, 17],
    ],
    'without the office': [
      'Case 20-cv-00123-RJD   Document 12   Filed 02/05/20   Page 1 of 5',
      ['20-cv-00123-RJD', '12', 0, '2020-02-05', 1, 5],
    ],
    'Bankr. E.D.N.Y.': [
      'Case 1-20-40001-ess    Doc 12-1    Filed 01/02/20    Entered 01/02/20 15:25:26',
      ['1-20-40001-ess', '12', 1, '2020-01-02', null, null],
    ],
    'Bankr. W.D.N.Y.': [
      'Case 1-20-10322-CLB,    Doc 12,    Filed 02/28/20,    Entered 02/28/20 10:00:00, Description: Main Document  , Page 1 of 12',
      ['1-20-10322-CLB', '12', 0, '2020-02-28', 1, 12],
    ],
    'Bankr. N.D.N.Y. and E.D.N.C.': [
      'Case 20-30663-5-mcr    Doc 12    Filed 02/05/20    Entered 02/05/20 10:00:00    Page 1 of 4',
      ['20-30663-5-mcr', '12', 0, '2020-02-05', 1, 4],
    ],
    'Bankr. W.D. Wash.': [
      'Case 20-10001-CMA    Doc 1    Filed 01/01/20    Ent. 01/01/20 12:00:00    Pg. 1 of 60',
      ['20-10001-CMA', '1', 0, '2020-01-01', 1, 60],
    ],
    'Bankr. D. Nev.': [
      'Case 14-13555-abl    Doc 1    Entered 05/22/14 15:00:00    Page 1 of 23',
      ['14-13555-abl', '1', 0, '2014-05-22', 1, 23],
    ],
    'Bankr. S.D. Miss.': [
      '18-01234-NPO  Dkt 1  Filed 03/30/18  Entered 03/30/18 15:26:38  Page 1 of 9',
      ['18-01234-NPO', '1', 0, '2018-03-30', 1, 9],
    ],
    'Bankr. D. Haw.': [
      'U.S. Bankruptcy Court - Hawaii   #15-01132   Dkt # 12   Filed 10/01/15   Page 1 of 5',
      ['15-01132', '12', 0, '2015-10-01', 1, 5],
    ],
    '2d and 9th Cir. since 2023': [
      'Case: 23-3787, 05/14/2024, DktEntry: 29.1, Page 1 of 76',
      ['23-3787', '29', 0, '2024-05-14', 1, 76],
    ],
    '2d and 9th Cir. since 2023, another document': [
      'Case: 23-3787, 05/14/2024, DktEntry: 29.3, Page 1 of 76',
      ['23-3787', '29', 3, '2024-05-14', 1, 76],
    ],
  }).map(([court, [line, stamp]]): Row => [court, line, stamp]),
  [
    'Fed. Cl.',
    'Case 1:20-cv-00123-EHM   Document 12   Filed 02/05/20   Page 1 of 1',
    ['1:20-cv-00123-EHM', '12', 0, '2020-02-05', 1, 1],
  ],
]

const listed = ({ caseNumber, entryNumber, attachmentNumber, filedOn, page, pageCount }: Stamp) => [
  caseNumber,
  entryNumber,
  attachmentNumber,
  filedOn,
  page,
  pageCount,
]

describe('stamps as courts print them', () => {
  test.each(STAMPS)('%s', (_court, line, stamp) => {
    expect(readStamps(line).map(listed)).toEqual([stamp])
  })

  test.each(STAMPS)('%s, in the middle of a page’s head', (_court, line, stamp) => {
    expect(readStamps(`UNITED STATES COURT\n${line}\nNo. 12`).map(listed)).toEqual([stamp])
  })

  it('reads one of each court', () => {
    const [district, , , , , , , , , , , , , , bankruptcy] = STAMPS
    expect(readStamps(`${district?.[1]} ${bankruptcy?.[1]}`).map(listed)).toEqual([
      district?.[2],
      bankruptcy?.[2],
    ])
  })
})

describe('what is no stamp', () => {
  test.each([
    [
      '40 digits',
      'Case 1:20-cv-10189 Document 1234567890123456789012345678901234567890 Filed 02/05/20 Page 1 of 1',
    ],
    ['a day that does not exist', 'Case 1:20-cv-10189 Document 12 Filed 02/30/20 Page 1 of 1'],
    ['a page beyond the last', 'Case 1:20-cv-10189 Document 12 Filed 02/05/20 Page 9 of 4'],
    ['a case number alone', 'Case No. 1:20-cv-10189-FDS'],
    ['a case and a date', 'Case 1:20-cv-10189-FDS Filed 02/05/20'],
    [
      'a caption',
      'In re: Lehman Brothers, Case No. 08-13555 (JMP), Jointly Administered, Hearing: 02/05/20 at 10:00',
    ],
    ['a footnote', 'See Smith v. Jones, No. 1:20-cv-10189, ECF No. 12 at Page 3'],
    [
      'the footer of an order',
      'Case No. 3:20-cv-00187-SLG, Order re Motion at Dkt. 12 Page 1 of 5',
    ],
    ['a telephone number', 'Phone 212-555-0100 Doc 12 Filed 02/05/20'],
  ])('%s', (_what, text) => {
    expect(readStamps(text)).toEqual([])
  })

  it('is quick and never fails, whatever the text', () => {
    const pieces = fc.constantFrom(
      'Case ',
      'Doc ',
      '1:20-cv-',
      '12-',
      '#',
      ' Filed ',
      '02/',
      'Page ',
      ' of ',
      ':',
      '0'.repeat(50),
      ' ',
      'x',
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
    ['MDL No. 2592', 'MDL No. 2592', true],
    ['MDL No. 2592', 'MDL No. 2593', false],
    ['MDL No. 2592', '2:14-md-02592-EEF', false],
  ])('%s is %s: %s', (stamp, own, isSame) => {
    expect(isSameCase(stamp, own)).toBe(isSame)
  })

  it('has no key where there is no number', () => {
    expect(caseKey('In re Penhallow')).toBe('')
  })

  const stamp = (caseNumber: string, filedOn: string | null): Stamp => ({
    caseNumber,
    filedOn,
    entryNumber: '1',
    attachmentNumber: 0,
    page: 1,
    pageCount: 1,
  })
  const earlier = stamp('1:19-cv-00001', '2019-01-01')
  const later = stamp('1:20-cv-00002', '2020-01-01')

  it('is this case’s where one names it', () => {
    expect(chooseStamp([later, earlier], '19-cv-1')).toBe(earlier)
  })
  it('is the newest of this case’s', () => {
    const refiled = stamp('1:19-cv-00001', '2019-06-01')
    expect(chooseStamp([earlier, refiled, later], '19-cv-1')).toBe(refiled)
  })
  it('is the newest where none names it', () => {
    expect(chooseStamp([earlier, later], '22-cv-9')).toBe(later)
    expect(chooseStamp([later, earlier], '')).toBe(later)
    expect(chooseStamp([], '')).toBeUndefined()
  })
})
