import { brief } from '../story/briefs.ts'
import { answer } from '../story/complaint.ts'
import type { DocumentPlan, EntryPlan } from '../story/compose.ts'
import { exhibit, prose } from '../story/exhibits.ts'
import { commission, court, receiver, vanterpool } from '../story/filers.ts'
import { order, proposedOrder } from '../story/orders.ts'
import { injunctionLaw } from '../story/words-law.ts'
import { appearance, bond, consent, oath } from '../story/words-notices.ts'
import { injunctionOrder } from '../story/words-orders.ts'
import { scheme, violations } from '../story/words-scheme.ts'
import { summons } from './opening-forms.ts'

function consentOf(title: string): DocumentPlan {
  return brief({ title, parts: [{ words: consent }], numbered: true })
}

/** Service, appearance, oath, injunction by consent, answer. */
export const firstWeeks: readonly EntryPlan[] = [
  {
    number: 6,
    filedOn: '2025-08-18',
    title: 'Summons Issued and Returned as to Vanterpool Family Holdings, LLC',
    text: 'SUMMONS Issued and Returned Executed as to Vanterpool Family Holdings, LLC, served on 8/18/2025, answer due 9/8/2025, filed',
    type: 'Service',
    filer: commission,
    documents: [summons],
  },
  {
    number: 7,
    filedOn: '2025-08-22',
    title: 'Oath and Bond of Receiver',
    text: 'OATH of Receiver and BOND in the amount of $250,000 posted',
    type: 'Other',
    filer: receiver,
    documents: [
      brief({ title: 'Oath of Receiver', parts: [{ words: oath }] }),
      exhibit(
        'A',
        'Bond No. GM-77-20418',
        prose(['GRANITE MUTUAL SURETY COMPANY', 'BOND OF RECEIVER'], bond),
        'scan',
      ),
    ],
  },
  {
    number: 8,
    filedOn: '2025-08-27',
    title: 'Notice of Appearance of Nathaniel B. Sorrel',
    text: 'NOTICE of Appearance of Attorney Nathaniel B. Sorrel',
    type: 'Notice',
    filer: vanterpool,
    documents: [brief({ title: 'Notice of Appearance', parts: [{ words: appearance }] })],
  },
  {
    number: 9,
    filedOn: '2025-09-05',
    title: 'Unopposed Motion for Preliminary Injunction',
    text: 'UNOPPOSED MOTION for Preliminary Injunction and to Vacate Hearing',
    type: 'Motion',
    filer: commission,
    documents: [
      brief({
        title: 'Unopposed Motion for Preliminary Injunction',
        opening:
          'moves for entry of a preliminary injunction in the form attached, to which Defendant Vanterpool, the Relief Defendant and the Receiver consent, and states:',
        parts: [
          {
            words: [
              'Since the Temporary Restraining Order was entered the parties have conferred on four occasions. Defendant Vanterpool retained counsel on August 25, 2025. He and the Relief Defendant have decided not to contest preliminary relief, without admitting or denying the allegations of the Complaint.',
            ],
          },
          { heading: 'BACKGROUND', words: scheme, take: 4 },
          { heading: 'GROUNDS', words: [...injunctionLaw, ...violations.slice(5, 6)] },
        ],
        closing:
          'the Commission asks that the motion be granted and that the hearing set for September 8, 2025 be vacated.',
        conference: true,
      }),
      consentOf('Consent of Defendant Desmond R. Vanterpool'),
      proposedOrder(injunctionOrder, 'Proposed Preliminary Injunction'),
    ],
  },
  {
    number: 10,
    filedOn: '2025-09-08',
    title: 'Preliminary Injunction by Consent',
    text: 'PRELIMINARY INJUNCTION ORDER by consent, granting 9 Unopposed Motion. Hearing set for today is VACATED. Signed by Judge Marguerite E. Halvorsen on 9/8/2025.',
    type: 'Order',
    filer: court,
    documents: [order('Preliminary Injunction', injunctionOrder)],
  },
  {
    number: 13,
    filedOn: '2025-10-10',
    title: 'Answer of Desmond R. Vanterpool',
    text: 'ANSWER to 1 Complaint with Jury Demand',
    type: 'Answer',
    filer: vanterpool,
    documents: [answer],
  },
]
