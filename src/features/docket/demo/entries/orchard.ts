import { brief } from '../story/briefs.ts'
import { PROPERTIES } from '../story/case-facts.ts'
import type { DocumentPlan, EntryPlan } from '../story/compose.ts'
import { DECLARANTS, declaration } from '../story/declarations.ts'
import { contract, exhibit, prose } from '../story/exhibits.ts'
import { bank, receiver } from '../story/filers.ts'
import { procedureBefore } from '../story/history.ts'
import { proposedOrder } from '../story/orders.ts'
import { comparables, form } from '../story/sundry-exhibits.ts'
import { purchaseAgreement } from '../story/words-contracts.ts'
import { properties } from '../story/words-estate.ts'
import { receivershipLaw, saleLaw } from '../story/words-law.ts'
import { publicationAffidavit, saleNotice, secondAffidavit } from '../story/words-notices.ts'
import { saleOrder } from '../story/words-orders-2026.ts'
import { appraisal } from '../story/words-papers.ts'
import { againstBank, bankArguments, orchardSale } from '../story/words-sale.ts'

const SALE_PARTIES =
  'This Purchase and Sale Agreement is made on December 3, 2025 between Lenora J. Castellane, solely as receiver in Civil Action No. 1:25-cv-00417-MEH (“Seller”), and Osgood Fruit Cooperative (“Buyer”).'

function appraisalBy(letter: string, appraiser: string, value: string): DocumentPlan {
  return exhibit(
    letter,
    `Appraisal of ${appraiser}`,
    (scene) => [
      ...prose(
        [
          'APPRAISAL REPORT',
          'Cold Spring Orchard, Tamarack County',
          `${appraiser}, Certified General Appraiser`,
        ],
        appraisal,
      )(scene),
      { kind: 'heading', text: 'Comparable sales', level: 2 },
      comparables(scene),
      {
        kind: 'paragraph',
        style: 'block',
        text: `On the basis of the foregoing the market value of the fee simple interest as of November 29, 2025 is estimated at ${value}.`,
      },
      {
        kind: 'signature',
        dated: '',
        intro: '',
        name: appraiser,
        lines: [appraiser, 'Certified General Appraiser, State of Franklin'],
      },
    ],
    'scan',
  )
}

export const orchard: readonly EntryPlan[] = [
  {
    number: 21,
    filedOn: '2025-12-12',
    title: 'Motion for Approval of Sale of Cold Spring Orchard',
    text: 'MOTION for Order Approving Private Sale of Real Property (Cold Spring Orchard) Free and Clear of Liens under 28 U.S.C. § 2001(b)',
    type: 'Motion',
    filer: receiver,
    documents: [
      brief({
        title: 'Motion for Approval of Private Sale of Cold Spring Orchard',
        opening:
          'moves for an order approving a private sale of real property under 28 U.S.C. § 2001(b).',
        parts: ({ filedOn }) => [
          { heading: 'I.  RELIEF REQUESTED', words: orchardSale.slice(0, 1) },
          {
            heading: 'II.  BACKGROUND',
            words: [...procedureBefore(filedOn, 5), properties[0] ?? '', receivershipLaw[3] ?? ''],
          },
          { heading: 'III.  THE MARKETING AND THE OFFERS', words: orchardSale.slice(1, 6) },
          { heading: 'IV.  ARGUMENT', words: saleLaw.slice(0, 4) },
          { heading: 'V.  THE SALE SHOULD BE APPROVED', words: orchardSale.slice(6) },
        ],
        closing:
          'the Receiver asks that the motion be set for hearing on January 14, 2026 and thereafter granted.',
        conference: true,
      }),
      declaration(DECLARANTS.castellane),
      exhibit(
        'A',
        'Purchase and Sale Agreement',
        contract('Purchase and Sale Agreement', SALE_PARTIES, purchaseAgreement, [
          'Lenora J. Castellane, Receiver',
          'Edith R. Osgood, General Manager, Osgood Fruit Cooperative',
        ]),
      ),
      appraisalBy('B', 'Leland Amberg', '$6,480,000'),
      appraisalBy('C', 'Rosalind Castle', '$6,725,000'),
      appraisalBy('D', 'Victor Dunning', '$6,970,000'),
      exhibit(
        'E',
        'Notice of Sale',
        prose(['NOTICE OF PRIVATE SALE OF REAL PROPERTY', 'AND OF HEARING'], saleNotice),
      ),
      proposedOrder(saleOrder, 'Exhibit F - Proposed Order'),
    ],
  },
  {
    number: 23,
    filedOn: '2026-01-05',
    title: 'Limited Objection of First Prairie Agricultural Bank',
    text: 'OBJECTION (Limited) to 21 MOTION for Order Approving Private Sale of Real Property filed',
    type: 'Brief',
    filer: bank,
    property: PROPERTIES.orchard,
    documents: [
      brief({
        title: 'Limited Objection to Sale Motion',
        opening: 'files this limited objection to the Receiver’s motion (ECF No. 21).',
        parts: [
          { words: [...bankArguments.slice(6), bankArguments[0] ?? ''] },
          {
            words: [
              'If the clarification is made, First Prairie will not appear in opposition and does not ask that the hearing be delayed. It commends the Receiver’s broker on the result.',
            ],
          },
        ],
        closing: 'First Prairie asks that approval be conditioned as stated above.',
      }),
    ],
  },
  {
    number: 24,
    filedOn: '2026-01-09',
    title: 'Reply in Support of Sale Motion',
    text: 'REPLY in Support of 21 MOTION for Order Approving Private Sale of Real Property filed',
    type: 'Brief',
    filer: receiver,
    documents: [
      brief({
        title: 'Reply in Support of Sale Motion',
        opening: 'replies in support of the motion for approval of the sale (ECF No. 21).',
        parts: [
          { words: againstBank.slice(5) },
          {
            heading: 'THE STATUTE IS SATISFIED',
            words: [saleLaw[0] ?? '', saleLaw[3] ?? '', orchardSale[4] ?? ''],
          },
        ],
      }),
      exhibit(
        'A',
        'Proofs of Publication',
        (scene) => [
          ...prose(
            ['AFFIDAVIT OF PUBLICATION', 'Tamarack County Sentinel'],
            publicationAffidavit,
          )(scene),
          ...form(
            [],
            [
              ['First insertion', 'December 17, 2025'],
              ['Second insertion', 'December 24, 2025'],
              ['Third insertion', 'December 31, 2025'],
            ],
          ),
          { kind: 'newPage' },
          ...prose(['AFFIDAVIT OF PUBLICATION', 'Lakemont Register'], secondAffidavit)(scene),
          ...form(
            [],
            [
              ['First insertion', 'December 18, 2025'],
              ['Second insertion', 'December 25, 2025'],
              ['Third insertion', 'January 1, 2026'],
            ],
          ),
        ],
        'scan',
      ),
    ],
  },
]
