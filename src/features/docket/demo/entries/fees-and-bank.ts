import { brief } from '../story/briefs.ts'
import { PROPERTIES } from '../story/case-facts.ts'
import type { DocumentPlan, EntryPlan } from '../story/compose.ts'
import { DECLARANTS, declaration } from '../story/declarations.ts'
import { exhibit } from '../story/exhibits.ts'
import { court, receiver } from '../story/filers.ts'
import { procedureBefore } from '../story/history.ts'
import { ACCOUNTANTS, COUNSEL, invoice, RECEIVER_STAFF } from '../story/invoice-tables.ts'
import { order, proposedOrder } from '../story/orders.ts'
import { form } from '../story/sundry-exhibits.ts'
import { recovery } from '../story/words-estate.ts'
import { feeFacts } from '../story/words-fees-turnover.ts'
import { feeLaw } from '../story/words-law.ts'
import { feeOrder, secondFeeOrder } from '../story/words-orders-2026.ts'
import { settlementOrder } from '../story/words-orders-late.ts'
import { afterSale } from '../story/words-sale.ts'

export function feeApplication(ordinal: string, lines: number): DocumentPlan[] {
  const title = `${ordinal} Interim Fee Application`
  return [
    brief({
      title,
      heading: `Receiver’s ${ordinal} Interim Application for Allowance of Fees and Expenses`,
      opening:
        'applies under paragraph 6 of the Order Appointing Receiver (ECF No. 5) for interim compensation of herself and her professionals.',
      parts: ({ filedOn }) => [
        { heading: 'I.  THE CASE TO DATE', words: procedureBefore(filedOn, 5) },
        { heading: 'II.  THE WORK', words: feeFacts },
        { heading: 'III.  RESULTS', words: recovery, take: 7 },
        { heading: 'IV.  THE STANDARD', words: feeLaw },
      ],
      closing: 'the Receiver asks that the application be granted.',
    }),
    declaration(DECLARANTS.castellane, { take: 6 }),
    exhibit(
      'A',
      'Statement of Receiver and Staff',
      invoice('Castellane Whitford LLP', RECEIVER_STAFF, lines),
    ),
    exhibit(
      'B',
      'Statement of Pruett Oyelaran LLP',
      invoice('Pruett Oyelaran LLP', COUNSEL, lines * 2),
    ),
    exhibit(
      'C',
      'Statement of Tidewell Forensic Group, Inc.',
      invoice('Tidewell Forensic Group, Inc.', ACCOUNTANTS, lines + 20),
    ),
    proposedOrder(feeOrder),
  ]
}

const stipulation = brief({
  title: 'Stipulation',
  heading: 'Stipulation Between the Receiver and First Prairie Agricultural Bank',
  parts: [
    {
      words: [
        'The Receiver and First Prairie Agricultural Bank, by their counsel, stipulate as follows, subject to approval by the Court.',
      ],
    },
    {
      heading: 'RECITALS',
      words: [
        'First Prairie holds a deed of trust on the Bellwether Grain Terminal, {place}, and was permitted to intervene for limited purposes on December 5, 2025 (ECF No. 20).',
        'The parties have exchanged computations, an engineer’s report and a draft of a motion on default interest, and wish to spend no more of the estate’s money, or the bank’s, on the subject.',
      ],
    },
    {
      heading: 'TERMS',
      words: [
        ...afterSale.slice(3),
        'Until payment the Receiver will continue to furnish monthly operating statements and to insure the terminal for its replacement cost. The bank’s engineer may inspect the bins on three days’ notice.',
        'If the refinancing has not closed by June 30, 2026, either party may withdraw from this stipulation by notice, and both are restored to their former positions.',
        'This stipulation binds successors, is the whole agreement of the parties, and may be signed in counterparts.',
      ],
    },
  ],
  numbered: true,
})

export const feesAndBank: readonly EntryPlan[] = [
  {
    number: 22,
    filedOn: '2025-12-19',
    title: 'First Interim Fee Application',
    text: 'MOTION for Attorney Fees First Interim Application for Allowance of Fees and Expenses of Receiver and Professionals',
    type: 'Motion',
    filer: receiver,
    documents: feeApplication('First', 64),
  },
  {
    number: 28,
    filedOn: '2026-02-06',
    title: 'Order on First Interim Fee Application',
    text: 'ORDER granting as modified 22 First Interim Application for Fees and Expenses. Signed by Judge Marguerite E. Halvorsen on 2/6/2026.',
    type: 'Order',
    filer: court,
    documents: [order('Order on First Interim Fee Application', feeOrder)],
  },
  {
    number: 36,
    filedOn: '2026-05-08',
    title: 'Stipulation with First Prairie Agricultural Bank',
    text: 'STIPULATION re 20 Order, Fixing Claim of First Prairie Agricultural Bank',
    type: 'Stipulation',
    filer: receiver,
    property: PROPERTIES.terminal,
    documents: [
      stipulation,
      exhibit(
        'A',
        'Payoff Statement',
        () =>
          form(
            ['FIRST PRAIRIE AGRICULTURAL BANK', 'PAYOFF STATEMENT', 'Good through June 30, 2026'],
            [
              ['Loan', '2021-0417-T, HC Bellwether Terminal, LLC'],
              ['Principal, term loan', '$4,390,871.14'],
              ['Principal, revolving line', '$421,505.86'],
              ['Interest at contract rate to May 8, 2026', '$242,286.48'],
              ['Per diem after May 8, 2026', '$907.44'],
              ['Default interest', 'Waived'],
              ['Late charges', 'Waived'],
              ['Attorneys’ fees', 'Waived'],
              [
                'Wire instructions',
                'Furnished separately to the Receiver; confirm by telephone before sending',
              ],
            ],
          ),
        'scan',
      ),
    ],
  },
  {
    number: 37,
    filedOn: '2026-05-12',
    title: 'Order Approving Stipulation',
    text: 'ORDER approving 36 Stipulation. Signed by Judge Marguerite E. Halvorsen on 5/12/2026.',
    type: 'Order',
    filer: court,
    documents: [order('Order Approving Stipulation', settlementOrder)],
  },
  {
    number: 41,
    filedOn: '2026-06-18',
    title: 'Second Interim Fee Application',
    text: 'MOTION for Attorney Fees Second Interim Application for Allowance of Fees and Expenses of Receiver and Professionals',
    type: 'Motion',
    filer: receiver,
    documents: feeApplication('Second', 78),
  },
  {
    number: 43,
    filedOn: '2026-07-16',
    title: 'Order on Second Interim Fee Application',
    text: 'ORDER granting 41 Second Interim Application for Fees and Expenses. Signed by Judge Marguerite E. Halvorsen on 7/16/2026.',
    type: 'Order',
    filer: court,
    documents: [order('Order on Second Interim Fee Application', secondFeeOrder)],
  },
  {
    number: 52,
    filedOn: '2026-11-13',
    title: 'Third Interim Fee Application',
    text: 'MOTION for Attorney Fees Third Interim Application for Allowance of Fees and Expenses of Receiver and Professionals',
    type: 'Motion',
    filer: receiver,
    status: 'draft',
    documents: feeApplication('Third', 70).slice(0, 5),
  },
]
