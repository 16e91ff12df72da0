import { bankStatement } from '../story/bank-tables.ts'
import { brief } from '../story/briefs.ts'
import { complaint } from '../story/complaint.ts'
import type { EntryPlan } from '../story/compose.ts'
import { DECLARANTS, declaration } from '../story/declarations.ts'
import { exhibit, prose } from '../story/exhibits.ts'
import { commission, court } from '../story/filers.ts'
import { order, proposedOrder } from '../story/orders.ts'
import { entityList, messages } from '../story/sundry-exhibits.ts'
import { injunctionLaw, receivershipLaw } from '../story/words-law.ts'
import { receiverOrder, restrainingOrder } from '../story/words-orders.ts'
import { offeringMemorandum } from '../story/words-papers.ts'
import { scheme, violations } from '../story/words-scheme.ts'
import { coverSheet } from './opening-forms.ts'

const statement = exhibit(
  'B',
  'Statements of Account Ending 4471',
  bankStatement('4471', ['2025-05', '2025-06', '2025-07']),
  'scan',
)

/** The first four days: complaint, restraining order, receiver. */
export const opening: readonly EntryPlan[] = [
  {
    number: 1,
    filedOn: '2025-08-11',
    title: 'Complaint',
    text: 'COMPLAINT against All Defendants and Relief Defendant, filed',
    type: 'Complaint',
    filer: commission,
    documents: [
      complaint,
      coverSheet,
      exhibit(
        'A',
        'Offering Memorandum, Fund II (excerpts)',
        prose(
          ['HARROW CREEK AGRICULTURAL INCOME FUND II, LP', 'CONFIDENTIAL OFFERING MEMORANDUM'],
          offeringMemorandum,
        ),
        'scan',
      ),
      exhibit(
        'B',
        'Bank Statements, Account Ending 4488',
        bankStatement('4488', ['2025-01', '2025-02', '2025-03']),
        'scan',
      ),
    ],
  },
  {
    number: 2,
    filedOn: '2025-08-11',
    title: 'Emergency Motion for Temporary Restraining Order, Asset Freeze and Receiver',
    text: 'EMERGENCY MOTION for Temporary Restraining Order, Order Freezing Assets and Appointment of Receiver',
    type: 'Motion',
    filer: commission,
    documents: [
      brief({
        title: 'Emergency Motion',
        heading:
          'Emergency Motion for a Temporary Restraining Order, an Order Freezing Assets and the Appointment of a Receiver',
        opening:
          'moves under Fed. R. Civ. P. 65 and 66 for a temporary restraining order, an order freezing the assets of Defendants and the Relief Defendant, and an order appointing a receiver, and in support states:',
        parts: [
          { words: scheme, take: 7 },
          { words: violations.slice(5), take: 3 },
        ],
        closing:
          'the Commission asks that the motion be granted, that a hearing be set at the earliest time convenient to the Court, and that the Commission be excused from giving security.',
      }),
      brief({
        title: 'Memorandum in Support',
        heading: 'Memorandum of Law in Support of Emergency Motion',
        parts: [
          { heading: 'INTRODUCTION', words: scheme.slice(2, 4) },
          {
            heading: 'STATEMENT OF FACTS',
            words: [...scheme.slice(0, 2), ...scheme.slice(4)],
            take: 10,
          },
          { heading: 'ARGUMENT', words: injunctionLaw.slice(0, 1) },
          {
            heading: 'A.  Violations have been shown and are likely to recur.',
            level: 2,
            words: violations,
            take: 4,
          },
          {
            heading: 'B.  The assets should be frozen.',
            level: 2,
            words: injunctionLaw.slice(1, 2),
          },
          {
            heading: 'C.  A receiver should be appointed.',
            level: 2,
            words: [...injunctionLaw.slice(2), ...receivershipLaw.slice(0, 2)],
          },
        ],
      }),
      declaration(DECLARANTS.maalo),
      exhibit(
        'A',
        'Statements of Account Ending 9031',
        bankStatement('9031', ['2025-06', '2025-07']),
        'scan',
      ),
      statement,
      exhibit('C', 'Selected Electronic Mail', messages()),
      proposedOrder(restrainingOrder),
    ],
  },
  {
    number: null,
    filedOn: '2025-08-12',
    title: 'Case assigned to Judge Halvorsen',
    text: 'Case assigned to District Judge Marguerite E. Halvorsen and Magistrate Judge Tobias K. Brandt. Notice of Case Assignment sent to counsel of record. Parties are reminded of Local Rule 5.2 on personal identifiers.',
    type: 'Other',
    filer: court,
    documents: [],
  },
  {
    number: 3,
    filedOn: '2025-08-13',
    title: 'Notice of Hearing on Emergency Motion',
    text: 'NOTICE OF HEARING on 2 EMERGENCY MOTION for Temporary Restraining Order, Order Freezing Assets and Appointment of Receiver, set for 8/14/2025 at 01:30 PM in Courtroom 3B, filed',
    type: 'Notice',
    filer: commission,
    documents: [
      brief({
        title: 'Notice of Hearing',
        parts: [
          {
            words: [
              'PLEASE TAKE NOTICE that the Commission’s emergency motion (ECF No. 2) will be heard on August 14, 2025 at 1:30 p.m. in Courtroom 3B, United States Courthouse, 75 Federal Square, Lakemont, before the Honorable Marguerite E. Halvorsen.',
              'Notice of the hearing was given to Mr. Vanterpool by telephone on August 13, 2025 at 4:10 p.m. and by e-mail, with copies of the motion and supporting papers, at 4:35 p.m. Mr. Vanterpool said that he would attend and was looking for counsel.',
              'The Commission has arranged for a list of investors who have telephoned to be told of the hearing, and asks that the gallery be opened fifteen minutes early.',
              'Two witnesses will be present: Ingrid T. Maalo, a staff accountant, whose declaration is filed with the motion, and a representative of Franklin Valley Bank, who will authenticate statements if that is required.',
            ],
          },
        ],
      }),
    ],
  },
  {
    number: null,
    filedOn: '2025-08-14',
    title: 'Minute Entry: hearing on emergency motion',
    text: 'Minute Entry for proceedings held before Judge Marguerite E. Halvorsen: Motion Hearing held on 8/14/2025 re 2 Emergency Motion. P. Achterberg and R. Thornquist for Plaintiff; D. Vanterpool present without counsel. Witness I. Maalo sworn. Motion granted; written orders to enter. (Court Reporter: D. Ostrander) (Time in court: 1 hour 20 minutes)',
    type: 'Minute entry',
    filer: court,
    documents: [],
  },
  {
    number: 4,
    filedOn: '2025-08-14',
    title: 'Temporary Restraining Order',
    text: 'TEMPORARY RESTRAINING ORDER and ORDER FREEZING ASSETS granting in part 2 Emergency Motion. Preliminary injunction hearing set for 9/8/2025 at 09:30 AM. Signed by Judge Marguerite E. Halvorsen on 8/14/2025.',
    type: 'Order',
    filer: court,
    documents: [order('Temporary Restraining Order and Order Freezing Assets', restrainingOrder)],
  },
  {
    number: 5,
    filedOn: '2025-08-14',
    title: 'Order Appointing Receiver',
    text: 'ORDER APPOINTING RECEIVER granting in part 2 Emergency Motion. Lenora J. Castellane appointed. Signed by Judge Marguerite E. Halvorsen on 8/14/2025.',
    type: 'Order',
    filer: court,
    documents: [
      order('Order Appointing Receiver', receiverOrder),
      exhibit('A', 'Receivership Entities', entityList, 'scan'),
    ],
  },
]
