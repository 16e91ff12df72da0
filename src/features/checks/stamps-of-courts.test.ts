import { describe, expect, it, test } from 'vitest'
import { readStamps } from './stamp-rules.ts'

/* A court, what its stamp says (case, entry, attachment, day, page, pages), and below it the stamp as the court prints it. */

const TRIAL_COURTS = `
N.D. Cal., older | 5:11-cv-01846-LHK | 1 | 1 | 2011-04-15 | 1 | 38
  Case5:11-cv-01846-LHK   Document1-1   Filed04/15/11   Page1 of 38
International Trade, before a judge is assigned | 1:21-cv-00052-N/A | 9 | 1 | 2021-03-04 | 2 | 3
  Case 1:21-cv-00052-N/A   Document 9-1   Filed 03/04/21   Page 2 of 3
Bankr. E.D. Cal. | 20-20001 | 12 | 0 | 2020-02-05 | - | -
  Filed 02/05/20    Case 20-20001    Doc 12
district | 1:20-cv-10189-FDS | 12 | 1 | 2020-02-05 | 1 | 1
  Case 1:20-cv-10189-FDS   Document 12-1   Filed 02/05/20   Page 1 of 1
D. Colo. | 1:21-cv-01061-KLM | 1 | 0 | 2021-04-16 | 7 | 16
  Case 1:21-cv-01061-KLM Document 1 Filed 04/16/21 USDC Colorado Page 7 of 16
D.N.J. | 2:20-cv-00123-JRG-ABC | 12 | 10 | 2020-02-05 | 2 | 5
  Case 2:20-cv-00123-JRG-ABC Document 12-10 Filed 02/05/20 Page 2 of 5 PageID: 1234
N.D. Ohio | 1:19-op-45000-DAP | 12 | 1 | 2020-02-05 | 1 | 5
  Case: 1:19-op-45000-DAP Doc #: 12-1 Filed: 02/05/20 1 of 5. PageID #: 35
E.D. Mich. | 2:20-cv-10285-AJT-EAS | 12 | 3 | 2020-02-05 | 4 | 5
  Case 2:20-cv-10285-AJT-EAS ECF No. 12-3, PageID.345 Filed 02/05/20 Page 4 of 5
E.D. Mich., older | 2:12-cv-10285-AJT-EAS | 12 | 3 | 2012-02-05 | 4 | 5
  2:12-cv-10285-AJT-EAS   Doc # 12-3   Filed 02/05/12   Pg 4 of 5   Pg ID 345
D.S.C. | 3:20-cv-01234-ABC | 12 | 1 | 2020-02-05 | 1 | 5
  3:20-cv-01234-ABC   Date Filed 02/05/20   Entry Number 12-1   Page 1 of 5
C.D. Ill. | 1:20-cv-01234-JES-JEH | 12 | 1 | - | 3 | 5
  1:20-cv-01234-JES-JEH   # 12-1   Page 3 of 5
multidistrict | 2:15-md-02641-DGC | 3 | 0 | 2015-08-18 | 1 | 5
  Case 2:15-md-02641-DGC Document 3 Filed 08/18/15 Page 1 of 5
bankruptcy | 09-00429 | 51 | 0 | 2010-03-09 | 1 | 4
  Case 09-00429    Doc 51    Filed 03/09/10    Entered 03/09/10 09:03:58    Desc Main
  Document      Page 1 of 4
Bankr. S.D.N.Y. | 08-13555-mg | 4264 | 0 | 2009-07-02 | 1 | 3
  08-13555-mg   Doc 4264   Filed 07/02/09   Entered 07/02/09 16:23:51   Main Document   Pg 1 of 3
Bankr. S.D. Tex. | 20-33948 | 1 | 0 | 2020-08-03 | 1 | 22
  Case 20-33948 Document 1 Filed in TXSB on 08/03/20 Page 1 of 22
Panel on Multidistrict Litigation | MDL No. 2592 | 44 | 1 | 2014-10-31 | 1 | 21
  Case MDL No. 2592   Document 44-1   Filed 10/31/14   Page 1 of 21
Panel on Multidistrict Litigation, not yet numbered | Pending No. 45 | 1 | 0 | 2020-05-01 | 1 | 10
  Case Pending No. 45   Document 1   Filed 05/01/20   Page 1 of 10
Panel on Multidistrict Litigation, in one of the cases | ARW/4:09-cv-04124 | 4 | 0 | 2014-11-21 | 1 | 3
  Case ARW/4:09-cv-04124   Document 4   Filed 11/21/14   Page 1 of 3
with minus signs | 1:20-cv-10189-FDS | 12 | 1 | 2020-02-05 | 1 | 1
  Case 1:20−cv−10189−FDS   Document 12−1   Filed 02/05/20   Page 1 of 1
S.D. Fla. | 1:18-cv-20818-DPG | 38 | 0 | 2018-05-30 | 1 | 3
  Case 1:18-cv-20818-DPG   Document 38   Entered on FLSD Docket 05/30/2018   Page 1 of 3
N.D. Okla. | 4:17-cv-00325-GKF-JFJ | 95 | 0 | 2018-04-13 | 1 | 31
  Case 4:17-cv-00325-GKF-JFJ Document 95 Filed in USDC ND/OK on 04/13/18 Page 1 of 31
E.D. Okla. | 6:17-cv-00423-RAW | 2 | 0 | 2017-11-14 | 1 | 17
  6:17-cv-00423-RAW Document 2 Filed in ED/OK on 11/14/17 Page 1 of 17
without the office | 20-cv-00123-RJD | 12 | 0 | 2020-02-05 | 1 | 5
  Case 20-cv-00123-RJD   Document 12   Filed 02/05/20   Page 1 of 5
Bankr. E.D.N.Y. | 1-20-40001-ess | 12 | 1 | 2020-01-02 | - | -
  Case 1-20-40001-ess    Doc 12-1    Filed 01/02/20    Entered 01/02/20 15:25:26
Bankr. W.D.N.Y. | 1-20-10322-CLB | 12 | 0 | 2020-02-28 | 1 | 12
  Case 1-20-10322-CLB,    Doc 12,    Filed 02/28/20,    Entered 02/28/20 10:00:00, Description: Main Document  , Page 1 of 12
Bankr. N.D.N.Y. and E.D.N.C. | 20-30663-5-mcr | 12 | 0 | 2020-02-05 | 1 | 4
  Case 20-30663-5-mcr    Doc 12    Filed 02/05/20    Entered 02/05/20 10:00:00    Page 1 of 4
Bankr. W.D. Wash. | 20-10001-CMA | 1 | 0 | 2020-01-01 | 1 | 60
  Case 20-10001-CMA    Doc 1    Filed 01/01/20    Ent. 01/01/20 12:00:00    Pg. 1 of 60
Bankr. S.D. Ind., chapter 7 | 19-01234-JMC-7A | 5 | 0 | 2019-03-01 | 1 | 2
  Case 19-01234-JMC-7A    Doc 5    Filed 03/01/19    EOD 03/01/19 10:21:21    Pg 1 of 2
the chapter alone | 20-80123-13 | 12 | 0 | 2020-03-01 | 1 | 2
  Case 20-80123-13    Doc 12    Filed 03/01/20    Page 1 of 2
E.D. Ark., criminal | 4:25-crcor-00029-KGB | 12 | 0 | 2025-06-20 | 1 | 1
  Case 4:25-crcor-00029-KGB   Document 12   Filed 06/20/25   Page 1 of 1
S.D. Fla., older | 0:12-60001-CIVIL-COHN | 12 | 0 | 2012-05-30 | 1 | 3
  Case 0:12-60001-CIVIL-COHN   Document 12   Entered on FLSD Docket 05/30/2012   Page 1 of 3
a label of another kind | 20-00123 | 12 | 0 | 2020-02-05 | 1 | 5
  CIVIL NO. 20-00123 Document 12 Filed 02/05/20 Page 1 of 5
N.Y. Sup. Ct. | 650123/2020 | 12 | 0 | 2020-01-15 | - | -
  FILED: NEW YORK COUNTY CLERK 01/15/2020 03:21 PM    INDEX NO. 650123/2020
  NYSCEF DOC. NO. 12    RECEIVED NYSCEF: 01/15/2020
N.Y. Sup. Ct., with its pages | 650123/2020 | 12 | 0 | 2020-01-15 | 3 | 10
  FILED: NEW YORK COUNTY CLERK 01/15/2020 03:21 PM    INDEX NO. 650123/2020
  NYSCEF DOC. NO. 12    RECEIVED NYSCEF: 01/15/2020    3 of 10
N.Y. Sup. Ct., by columns | 650123/2020 | 12 | 0 | 2020-01-15 | - | -
  FILED: KINGS COUNTY CLERK 01/15/2020 03:21 PM NYSCEF DOC. NO. 12 INDEX NO. 650123/2020 RECEIVED NYSCEF: 01/15/2020
N.Y. Sup. Ct., a county | EFCA2020-001234 | 12 | 0 | 2020-01-15 | - | -
  FILED: BROOME COUNTY CLERK 01/15/2020 03:21 PM INDEX NO. EFCA2020-001234 NYSCEF DOC. NO. 12 RECEIVED NYSCEF: 01/15/2020
N.Y. Sup. Ct., a county without dashes | E2020001234 | 12 | 0 | 2020-01-15 | - | -
  FILED: MONROE COUNTY CLERK 01/15/2020 03:21 PM INDEX NO. E2020001234 NYSCEF DOC. NO. 12 RECEIVED NYSCEF: 01/15/2020
N.Y. App. Div. | 2020-01234 | 12 | 0 | 2020-01-15 | - | -
  CASE NO. 2020-01234 FILED: APPELLATE DIVISION - 1ST DEPT 01/15/2020 03:21 PM NYSCEF DOC. NO. 12 RECEIVED NYSCEF: 01/15/2020
Bankr. D. Nev. | 14-13555-abl | 1 | 0 | 2014-05-22 | 1 | 23
  Case 14-13555-abl    Doc 1    Entered 05/22/14 15:00:00    Page 1 of 23
Bankr. S.D. Miss. | 18-01234-NPO | 1 | 0 | 2018-03-30 | 1 | 9
  18-01234-NPO  Dkt 1  Filed 03/30/18  Entered 03/30/18 15:26:38  Page 1 of 9
Bankr. D. Haw. | 15-01132 | 12 | 0 | 2015-10-01 | 1 | 5
  U.S. Bankruptcy Court - Hawaii   #15-01132   Dkt # 12   Filed 10/01/15   Page 1 of 5
`

const COURTS_OF_APPEALS = `
1st Cir. | 20-1234 | 00117712345 | 0 | 2021-03-02 | 1 | -
  Case: 20-1234     Document: 00117712345     Page: 1     Date Filed: 03/02/2021     Entry ID: 6405555
2d Cir. | 17-3510 | 1 | 1 | 2017-10-31 | 1 | 2
  Case 17-3510, Document 1-1, 10/31/2017, 2161300, Page1 of 2
3d Cir. | 20-1234 | 12 | 0 | 2022-03-02 | 1 | -
  Case: 20-1234     Document: 12     Page: 1     Date Filed: 03/02/2022
10th Cir. BAP | 20-12 | 34 | 1 | 2020-05-05 | 1 | 20
  BAP Appeal No. 20-12    Docket No. 34-1    Filed: 05/05/2020    Page: 1 of 20
4th Cir. | 21-1234 | 12 | 1 | 2022-03-02 | 1 | 20
  USCA4 Appeal: 21-1234      Doc: 12-1      Filed: 03/02/2022      Pg: 1 of 20
5th Cir. | 21-50498 | 00516242060 | 0 | 2022-03-16 | 1 | -
  Case: 21-50498     Document: 00516242060          Page: 1    Date Filed: 03/16/2022
6th Cir. | 20-1234 | 12 | 2 | 2020-05-05 | 7 | -
  Case: 20-1234     Document: 12-2     Filed: 05/05/2020     Page: 7
7th Cir. | 20-1234 | 12 | 0 | 2020-05-05 | - | 15
  Case: 20-1234      Document: 12            Filed: 05/05/2020      Pages: 15
8th Cir. | 22-1801 | 5236951 | 0 | 2023-01-19 | 1 | -
  Appellate Case: 22-1801     Page: 1      Date Filed: 01/19/2023 Entry ID: 5236951
9th Cir. | 20-16276 | 19 | 0 | 2020-08-05 | 1 | 15
  Case: 20-16276, 08/05/2020, ID: 11778722, DktEntry: 19, Page 1 of 15
9th Cir., attachment | 20-16276 | 19 | 2 | 2020-08-05 | 1 | 15
  Case: 20-16276, 08/05/2020, ID: 11778722, DktEntry: 19-2, Page 1 of 15
10th Cir. | 21-1234 | 010110651234 | 0 | 2022-03-02 | 1 | -
  Appellate Case: 21-1234     Document: 010110651234     Date Filed: 03/02/2022     Page: 1
11th Cir. | 21-12345 | 12 | 0 | 2022-01-03 | 1 | 20
  USCA11 Case: 21-12345     Document: 12     Date Filed: 01/03/2022     Page: 1 of 20
D.C. Cir. | 20-1234 | 1871234 | 0 | 2020-11-16 | 1 | 20
  USCA Case #20-1234      Document #1871234            Filed: 11/16/2020      Page 1 of 20
Fed. Cir. | 14-1326 | 3 | 0 | 2014-03-18 | 1 | -
  Case: 14-1326      Document: 3     Page: 1     Filed: 03/18/2014
2d and 9th Cir. since 2023 | 23-3787 | 29 | 0 | 2024-05-14 | 1 | 76
  Case: 23-3787, 05/14/2024, DktEntry: 29.1, Page 1 of 76
2d and 9th Cir. since 2023, another document | 23-3787 | 29 | 3 | 2024-05-14 | 1 | 76
  Case: 23-3787, 05/14/2024, DktEntry: 29.3, Page 1 of 76
`

const stampsIn = (text: string) =>
  readStamps(text).map(({ caseNumber, entryNumber, attachmentNumber, filedOn, page, pageCount }) =>
    [caseNumber, entryNumber, attachmentNumber, filedOn ?? '-', page ?? '-', pageCount ?? '-'].join(
      ' | ',
    ),
  )

const read = (table: string) =>
  table
    .trim()
    .split(/\n(?! )/)
    .map((block) => {
      const [head = '', ...lines] = block.split(/\n +/)
      const [, court = '', stamp = ''] = /^(.*?) \| (.*)$/.exec(head) ?? []
      return { court, stamp, line: lines.join('\n') }
    })

describe.each([
  ['trial courts', read(TRIAL_COURTS)],
  ['courts of appeals', read(COURTS_OF_APPEALS)],
])('stamps as %s print them', (_, rows) => {
  test.each(rows)('$court', ({ line, stamp }) => {
    expect(stampsIn(line)).toEqual([stamp])
    expect(stampsIn(`UNITED STATES COURT\n${line}\nNo. 12`)).toEqual([stamp])
  })
})

it('reads the stamps of two courts on one line', () => {
  const rows = read(TRIAL_COURTS)
  const two = [rows[0], rows.find(({ court }) => court === 'multidistrict')]
  expect(stampsIn(two.map((row) => row?.line).join(' '))).toEqual(two.map((row) => row?.stamp))
})
