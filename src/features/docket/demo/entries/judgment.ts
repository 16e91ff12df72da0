import { brief } from '../story/briefs.ts'
import { PROPERTIES } from '../story/case-facts.ts'
import type { EntryPlan } from '../story/compose.ts'
import { DECLARANTS, declaration } from '../story/declarations.ts'
import { inventory } from '../story/estate-tables.ts'
import { contract, exhibit } from '../story/exhibits.ts'
import { commission, court, receiver } from '../story/filers.ts'
import { procedureBefore } from '../story/history.ts'
import { order, proposedOrder } from '../story/orders.ts'
import { auctionTerms } from '../story/words-contracts.ts'
import { properties } from '../story/words-estate.ts'
import { saleLaw } from '../story/words-law.ts'
import { consent } from '../story/words-notices.ts'
import { auctionOrder, finalJudgment } from '../story/words-orders-late.ts'
import { auctionSale } from '../story/words-sale.ts'
import { scheme } from '../story/words-scheme.ts'

export const judgment: readonly EntryPlan[] = [
  {
    number: 42,
    filedOn: '2026-07-10',
    title: 'Motion for Leave to Sell Aircraft and Equipment at Auction',
    text: 'MOTION for Leave to Sell Aircraft, Vehicles and Surplus Equipment at Public Auction',
    type: 'Motion',
    filer: receiver,
    property: PROPERTIES.terminal,
    documents: [
      brief({
        title: 'Motion for Leave to Sell at Public Auction',
        parts: ({ filedOn }) => [
          { words: auctionSale.slice(0, 1) },
          {
            heading: 'BACKGROUND',
            words: [...procedureBefore(filedOn, 5), ...properties.slice(5, 7)],
          },
          { heading: 'THE PROPERTY AND THE AUCTION', words: auctionSale.slice(1) },
          { heading: 'ARGUMENT', words: [saleLaw[4] ?? '', saleLaw[3] ?? ''] },
        ],
        closing:
          'the Receiver asks that the motion be granted on or before July 27, 2026, so that the property may be included in the September catalogue.',
        conference: true,
      }),
      declaration(DECLARANTS.dalloway),
      exhibit('A', 'Inventory and Estimates', inventory(144)),
      exhibit(
        'B',
        'Auction Agreement',
        contract(
          'Auction Agreement',
          'This agreement is made between Lenora J. Castellane, as receiver (“Consignor”), and Dalloway Auction Group (“Auctioneer”), subject to leave of Court.',
          auctionTerms,
          ['Lenora J. Castellane, Receiver', 'Philip C. Dalloway, President'],
        ),
      ),
      proposedOrder(auctionOrder),
    ],
  },
  {
    number: null,
    filedOn: '2026-07-24',
    title: 'Order granting leave to sell at auction (text only)',
    text: 'ORDER (TEXT ONLY) granting 42 Motion for Leave to Sell at Public Auction for the reasons stated in the motion, no opposition having been filed. The aircraft shall not be sold for less than $2,800,000 without the written consent of the Commission. Report of sale due within 30 days after receipt of proceeds. No document is attached to this entry. Entered by Judge Marguerite E. Halvorsen on 7/24/2026.',
    type: 'Order',
    filer: court,
    documents: [],
  },
  {
    number: 46,
    filedOn: '2026-08-28',
    title: 'Consent Motion for Final Judgment as to Defendant Vanterpool',
    text: 'CONSENT MOTION for Entry of Final Judgment as to Defendant Desmond R. Vanterpool',
    type: 'Motion',
    filer: commission,
    documents: [
      brief({
        title: 'Consent Motion for Final Judgment',
        heading: 'Consent Motion for Entry of Final Judgment as to Defendant Desmond R. Vanterpool',
        opening:
          'moves for entry of final judgment by consent as to Defendant Desmond R. Vanterpool, and states:',
        parts: ({ filedOn }) => [
          { words: procedureBefore(filedOn, 8) },
          { heading: 'THE VIOLATIONS', words: scheme, take: 3 },
          {
            heading: 'THE PROPOSED JUDGMENT',
            words: [
              'Mr. Vanterpool has consented, without admitting or denying the allegations of the Complaint, to a judgment that permanently enjoins him, bars him from the securities business, orders disgorgement of $23,417,662 with interest, and imposes a penalty that is subordinate to the claims of investors.',
              'The settlement was reached after the close of fact discovery, three days of mediation before Magistrate Judge Brandt, and examination of Mr. Vanterpool’s sworn financial statement. It spares investors the cost and delay of a trial set for January and directs everything that can be collected to the Receiver.',
              'The parties have agreed that the value of property turned over to the Receiver, including the Heron Point house, is credited against disgorgement when it has been sold, and at the price for which it is sold.',
            ],
          },
        ],
        closing: 'the Commission asks that the proposed Final Judgment be entered.',
      }),
      brief({
        title: 'Consent of Defendant Desmond R. Vanterpool',
        parts: [{ words: consent }],
        numbered: true,
      }),
      proposedOrder(finalJudgment, 'Proposed Final Judgment'),
    ],
  },
  {
    number: 47,
    filedOn: '2026-09-11',
    title: 'Final Judgment as to Defendant Vanterpool',
    text: 'FINAL JUDGMENT as to Defendant Desmond R. Vanterpool by consent, granting 46 Motion. Signed by Judge Marguerite E. Halvorsen on 9/11/2026.',
    type: 'Judgment',
    filer: court,
    documents: [order('Final Judgment as to Defendant Desmond R. Vanterpool', finalJudgment)],
  },
]
