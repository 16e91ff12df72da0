import { bankStatement } from '../story/bank-tables.ts'
import { brief } from '../story/briefs.ts'
import type { DocumentPlan, EntryPlan } from '../story/compose.ts'
import { DECLARANTS, declaration } from '../story/declarations.ts'
import { cashSchedule, inventory } from '../story/estate-tables.ts'
import { exhibit, prose } from '../story/exhibits.ts'
import { receiver } from '../story/filers.ts'
import { fundAccounting } from '../story/fund-accounting.ts'
import { procedureBefore } from '../story/history.ts'
import { quarterBefore } from '../story/scene.ts'
import { entityList } from '../story/sundry-exhibits.ts'
import { accounting, propertiesOn, recovery } from '../story/words-estate.ts'
import { saleNotice } from '../story/words-notices.ts'
import { scheme } from '../story/words-scheme.ts'

const ORDINALS = ['First', 'Second', 'Third', 'Fourth', 'Fifth']

/** What the receiver asks the reader of each quarterly report to know first. */
const NEWS = [
  'The harvest is in. The stored grain has been made whole, the orchard has been picked on shares, and four of the five properties are insured, leased or operating. The fifth, the vineyard, costs little and earns nothing.',
  'Cold Spring Orchard has been sold for more than the average of its appraisals. The accountants have finished tracing the purchase of the house at Heron Point, and a motion for its turnover will be filed within days of this report.',
  'The Court has ordered the turnover of Heron Point, the bank’s claim has been fixed by stipulation, and a procedure for claims has been proposed. The estate now holds more cash than has been spent on all of its administration by a factor of nine.',
  'The Heron Point house was delivered on June 29 and is listed for sale, claims are coming in at a rate of about a dozen a day, and the auction of the aircraft and surplus equipment is set for September.',
  'All claims have been examined. The auction brought $4,486,300, above the middle of its estimate. A plan of distribution has been proposed and heard, and if it is approved the first checks can be mailed before the end of January.',
]

function report(index: number): DocumentPlan {
  const title = `${ORDINALS[index]} Quarterly Status Report`
  return brief({
    title,
    heading: `Receiver’s ${title}`,
    opening: `submits this report on the administration of the receivership estate for {quarter}, as required by paragraph 12 of the Order Appointing Receiver (ECF No. 5).`,
    parts: ({ filedOn }) => [
      { heading: 'I.  SUMMARY', words: [NEWS[index] ?? '', recovery[13] ?? ''] },
      { heading: 'II.  PROCEDURAL HISTORY', words: procedureBefore(filedOn) },
      { heading: 'III.  THE PROPERTIES', words: propertiesOn(filedOn), take: 7 },
      {
        heading: 'IV.  RECOVERY OF ASSETS',
        words: [...recovery.slice(0, 13), ...recovery.slice(14)],
        take: 9,
      },
      { heading: 'V.  ACCOUNTING', words: accounting, take: 5 },
    ],
  })
}

function quarterly(
  index: number,
  number: number,
  filedOn: string,
  more: readonly DocumentPlan[] = [],
): EntryPlan {
  const ordinal = ORDINALS[index] ?? ''
  const quarter = quarterBefore(filedOn).replace('the quarter ended ', '')
  return {
    number,
    filedOn,
    title: `Receiver’s ${ordinal} Quarterly Status Report`,
    text: `STATUS REPORT Receiver’s ${ordinal} Quarterly Report for the Quarter Ended ${quarter}`,
    type: 'Report',
    filer: receiver,
    documents: [
      report(index),
      exhibit('A', 'Standardized Fund Accounting Report', fundAccounting),
      exhibit('B', 'Schedule of Receipts and Disbursements', cashSchedule),
      ...more,
    ],
  }
}

const initialReport = brief({
  title: 'Initial Report of Receiver',
  heading: 'Receiver’s Initial Report',
  opening:
    'submits this initial report under paragraph 12 of the Order Appointing Receiver (ECF No. 5), on what was found, what has been done, and what should be done next.',
  parts: ({ filedOn }) => [
    { heading: 'I.  THE APPOINTMENT', words: procedureBefore(filedOn) },
    { heading: 'II.  THE BUSINESS AS FOUND', words: scheme.slice(2), take: 5 },
    { heading: 'III.  FIRST STEPS', words: recovery.slice(0, 8), take: 6 },
    { heading: 'IV.  THE PROPERTIES', words: propertiesOn(filedOn), take: 7 },
    { heading: 'V.  THE BOOKS', words: accounting, take: 2 },
  ],
})

export const reports: readonly EntryPlan[] = [
  {
    number: 11,
    filedOn: '2025-09-19',
    title: 'Receiver’s Initial Report',
    text: 'STATUS REPORT Initial Report of Receiver',
    type: 'Report',
    filer: receiver,
    documents: [
      initialReport,
      exhibit('A', 'Receivership Entities and Affiliates', entityList, 'scan'),
      exhibit('B', 'Preliminary Inventory', inventory(96)),
      exhibit(
        'C',
        'Statements of Account Ending 1175',
        bankStatement('1175', ['2025-06', '2025-07']),
        'scan',
      ),
      exhibit(
        'D',
        'Statements of Account Ending 6640',
        bankStatement('6640', ['2025-05', '2025-06', '2025-07']),
        'scan',
      ),
      exhibit('E', 'Opening Receipts and Disbursements', cashSchedule),
      declaration(DECLARANTS.castellane, {
        title: 'Exhibit F - Declaration of Lenora J. Castellane',
        take: 7,
      }),
    ],
  },
  quarterly(0, 18, '2025-11-14'),
  quarterly(1, 29, '2026-02-13', [
    exhibit(
      'C',
      'Notice of Sale as Published',
      prose(['NOTICE OF PRIVATE SALE OF REAL PROPERTY'], saleNotice),
      'scan',
    ),
  ]),
  quarterly(2, 38, '2026-05-15'),
  quarterly(3, 45, '2026-08-14', [exhibit('C', 'Updated Inventory', inventory(143))]),
  quarterly(4, 51, '2026-11-13', [
    exhibit('C', 'Statement of Segregated Account', bankStatement('2210', ['2026-08', '2026-09'])),
  ]),
]
