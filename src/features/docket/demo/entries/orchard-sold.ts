import { brief } from '../story/briefs.ts'
import type { EntryPlan } from '../story/compose.ts'
import { exhibit, prose } from '../story/exhibits.ts'
import { court, receiver } from '../story/filers.ts'
import { order } from '../story/orders.ts'
import { transcript } from '../story/speeches.ts'
import { settlementStatement } from '../story/sundry-exhibits.ts'
import { recovery } from '../story/words-estate.ts'
import { saleOrder } from '../story/words-orders-2026.ts'
import { deed } from '../story/words-papers.ts'
import { afterSale } from '../story/words-sale.ts'
import { saleHearing } from '../story/words-sale-hearing.ts'

export const orchardSold: readonly EntryPlan[] = [
  {
    number: null,
    filedOn: '2026-01-14',
    title: 'Minute Entry: sale hearing',
    text: 'Minute Entry for proceedings held before Judge Marguerite E. Halvorsen: Hearing held on 1/14/2026 re 21 Motion for Order Approving Private Sale. Receiver sworn and examined. Limited objection withdrawn. W. Penhallow heard. Motion granted from the bench; written order to enter. (Court Reporter: D. Ostrander) (Time in court: 48 minutes)',
    type: 'Minute entry',
    filer: court,
    documents: [],
  },
  {
    number: 25,
    filedOn: '2026-01-15',
    title: 'Order Approving Sale of Cold Spring Orchard',
    text: 'ORDER granting 21 Motion and approving and confirming private sale of Cold Spring Orchard. Signed by Judge Marguerite E. Halvorsen on 1/15/2026.',
    type: 'Order',
    filer: court,
    documents: [order('Order Approving and Confirming Private Sale of Real Property', saleOrder)],
  },
  {
    number: 26,
    filedOn: '2026-01-23',
    title: 'Transcript of Sale Hearing',
    text: 'TRANSCRIPT of Sale Hearing held on 1/14/2026 before Judge Marguerite E. Halvorsen. Court Reporter: Dalia F. Ostrander, (423) 555-0109. Transcript may be viewed at the court public terminal or purchased through the Court Reporter before the deadline for Release of Transcript Restriction. Redaction Request due 2/13/2026. Redacted Transcript Deadline set for 2/23/2026. Release of Transcript Restriction set for 4/23/2026.',
    type: 'Transcript',
    filer: court,
    documents: [
      transcript({
        title: 'Transcript of Sale Hearing',
        heldOn: '2026-01-14',
        subject: 'hearing on motion to approve sale',
        speeches: () => saleHearing,
      }),
    ],
  },
  {
    number: 27,
    filedOn: '2026-01-30',
    title: 'Notice of Closing of Sale',
    text: 'NOTICE of Closing of Sale of Cold Spring Orchard re 25 Order',
    type: 'Notice',
    filer: receiver,
    documents: [
      brief({
        title: 'Notice of Closing of Sale',
        opening: 'gives notice under paragraph 8 of the order of January 15, 2026 (ECF No. 25).',
        parts: [{ words: [...afterSale.slice(0, 3), recovery[13] ?? ''] }],
      }),
      exhibit('A', 'Settlement Statement', settlementStatement, 'scan'),
      exhibit('B', 'Receiver’s Deed', prose(['RECEIVER’S DEED'], deed), 'scan'),
    ],
  },
]
