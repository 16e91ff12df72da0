import { bankStatement } from '../story/bank-tables.ts'
import { brief } from '../story/briefs.ts'
import type { EntryPlan } from '../story/compose.ts'
import { DECLARANTS, declaration } from '../story/declarations.ts'
import { contract, exhibit } from '../story/exhibits.ts'
import { court, penhallow, receiver } from '../story/filers.ts'
import { procedureBefore } from '../story/history.ts'
import { ACCOUNTANTS, COUNSEL, rateSchedule } from '../story/invoice-tables.ts'
import { letter } from '../story/letters.ts'
import { order, proposedOrder } from '../story/orders.ts'
import { investorVoices } from '../story/words-claims.ts'
import { engagementLetter } from '../story/words-contracts.ts'
import { recovery } from '../story/words-estate.ts'
import { employment } from '../story/words-fees-turnover.ts'
import { feeLaw, receivershipLaw } from '../story/words-law.ts'
import { employmentOrder } from '../story/words-orders-2026.ts'

export const autumn: readonly EntryPlan[] = [
  {
    number: 12,
    filedOn: '2025-09-26',
    title: 'Motion to Employ Counsel and Forensic Accountants',
    text: 'MOTION for Leave to Employ Counsel and Forensic Accountants',
    type: 'Motion',
    filer: receiver,
    documents: [
      brief({
        title: 'Motion to Employ Counsel and Forensic Accountants',
        opening:
          'moves for leave to employ professionals under paragraph 6 of the Order Appointing Receiver (ECF No. 5), and states:',
        parts: ({ filedOn }) => [
          { heading: 'BACKGROUND', words: procedureBefore(filedOn) },
          { heading: 'THE WORK TO BE DONE', words: recovery.slice(1, 9), take: 5 },
          { heading: 'THE PROFESSIONALS', words: employment },
          { heading: 'GROUNDS', words: [...receivershipLaw.slice(2), ...feeLaw.slice(0, 1)] },
        ],
        closing: 'the Receiver asks that the motion be granted.',
        conference: true,
      }),
      declaration(DECLARANTS.oyelaran),
      declaration(DECLARANTS.lisowski, { take: 5 }),
      exhibit(
        'A',
        'Engagement Letter',
        contract(
          'Engagement Letter',
          'This letter states the terms on which Pruett Oyelaran LLP will act as counsel to Lenora J. Castellane, as receiver.',
          engagementLetter,
          ['Miriam A. Oyelaran, for Pruett Oyelaran LLP', 'Lenora J. Castellane, Receiver'],
        ),
      ),
      exhibit('B', 'Schedule of Rates', rateSchedule([...COUNSEL, ...ACCOUNTANTS])),
      proposedOrder(employmentOrder),
    ],
  },
  {
    number: 14,
    filedOn: '2025-10-17',
    title: 'Order Granting Motion to Employ Professionals',
    text: 'ORDER granting 12 Motion for Leave to Employ Counsel and Forensic Accountants. Signed by Judge Marguerite E. Halvorsen on 10/17/2025.',
    type: 'Order',
    filer: court,
    documents: [order('Order Granting Motion to Employ Professionals', employmentOrder)],
  },
  {
    number: 19,
    filedOn: '2025-11-21',
    title: 'Letter from Walter and June Penhallow',
    text: 'LETTER to Judge Halvorsen on the position of investors',
    type: 'Letter',
    filer: penhallow,
    documents: [
      letter({
        title: 'Letter',
        from: [
          'Walter and June Penhallow',
          '5 Quarry Hollow Lane',
          'Tamarack Falls, Franklin 38990',
        ],
        words: [...investorVoices.slice(0, 6), investorVoices[9] ?? ''],
        signs: 'Walter Penhallow',
      }),
      exhibit(
        '1',
        'Statements Received from Harrow Creek',
        bankStatement('4488', ['2024-11', '2024-12']),
        'scan',
      ),
    ],
  },
  {
    number: null,
    filedOn: '2025-11-25',
    title: 'Order appointing appraisers (text only)',
    text: 'ORDER (TEXT ONLY) appointing, under 28 U.S.C. § 2001(b), the three appraisers proposed by the Receiver for Cold Spring Orchard: L. Amberg, R. Castle and V. Dunning. Each shall file nothing; reports to be attached to any motion for approval. No document is attached to this entry. Entered by Judge Marguerite E. Halvorsen on 11/25/2025.',
    type: 'Order',
    filer: court,
    documents: [],
  },
  {
    number: null,
    filedOn: '2025-12-02',
    title: 'Minute Entry: telephonic status conference',
    text: 'Minute Entry for proceedings held before Magistrate Judge Tobias K. Brandt: Telephonic Status Conference held on 12/2/2025. Parties report on discovery and on the Receiver’s sale calendar. Fact discovery to close 6/30/2026. (Time in court: 25 minutes)',
    type: 'Minute entry',
    filer: court,
    documents: [],
  },
]
