import { brief } from '../story/briefs.ts'
import type { EntryPlan } from '../story/compose.ts'
import { DECLARANTS, declaration } from '../story/declarations.ts'
import { exhibit, prose } from '../story/exhibits.ts'
import { committee, court, receiver } from '../story/filers.ts'
import { procedureBefore } from '../story/history.ts'
import { letter } from '../story/letters.ts'
import { order, proposedOrder } from '../story/orders.ts'
import { form } from '../story/sundry-exhibits.ts'
import { claimsProcedure, committeeLetter } from '../story/words-claims.ts'
import { accounting } from '../story/words-estate.ts'
import { distributionLaw } from '../story/words-law.ts'
import { claimsNotice, publicationAffidavit } from '../story/words-notices.ts'
import { claimsOrder } from '../story/words-orders-late.ts'

const claimForm = () => [
  ...form(
    ['PROOF OF CLAIM', 'Harrow Creek Receivership'],
    [
      ['Claim number (Receiver will complete)', ''],
      ['Name of investor or creditor', ''],
      ['Mailing address, telephone, e-mail', ''],
      [
        'Invested in',
        '[  ] Fund I     [  ] Fund II     [  ] Harvest notes     [  ] Not an investor',
      ],
      ['Total paid in, according to our records', '$'],
      ['Total received before August 14, 2025', '$'],
      ['[  ] The statement of account is right.', 'Sign below and return this page.'],
      [
        '[  ] The statement is not right.',
        'Tell us on the next page what is wrong and enclose copies, not originals.',
      ],
      ['If the investor has died', 'Name and authority of the person who signs'],
      ['Retirement account', 'Name of custodian and account title'],
      [
        'Signature and date',
        'I declare under penalty of perjury that this claim is true and correct.',
      ],
    ],
  ),
  { kind: 'newPage' } as const,
  ...form(
    ['WHAT WE SHOULD CORRECT'],
    Array.from({ length: 12 }, (_, i): [string, string] => [`${i + 1}.  Date and amount`, 'Why']),
  ),
]

const publication = exhibit(
  'A',
  'Affidavits of Mailing and Publication',
  (scene) => [
    ...prose(['AFFIDAVIT OF PUBLICATION', 'Mid-Valley Farm Weekly'], publicationAffidavit)(scene),
    ...form(
      ['MAILING'],
      [
        ['Investors', '612 pieces on June 5, 2026'],
        ['Creditors', '87 pieces on June 5, 2026'],
        ['Returned', '29; re-mailed to new addresses, 21'],
        ['Attempts by telephone', '8'],
      ],
    ),
  ],
  'scan',
)

export const claims: readonly EntryPlan[] = [
  {
    number: 35,
    filedOn: '2026-04-24',
    title: 'Motion to Approve Claims Procedure',
    text: 'MOTION for Order Establishing Claims Procedure and Bar Date and Approving Form and Manner of Notice',
    type: 'Motion',
    filer: receiver,
    documents: [
      brief({
        title: 'Motion to Approve Claims Procedure',
        parts: ({ filedOn }) => [
          { heading: 'I.  INTRODUCTION', words: claimsProcedure.slice(0, 1) },
          {
            heading: 'II.  BACKGROUND',
            words: [...procedureBefore(filedOn, 6), ...accounting.slice(0, 2), accounting[8] ?? ''],
          },
          { heading: 'III.  THE PROCEDURE', words: claimsProcedure.slice(1) },
          {
            heading: 'IV.  ARGUMENT',
            words: [...distributionLaw.slice(3), ...distributionLaw.slice(2, 3)],
          },
        ],
        closing: 'the Receiver asks that the motion be granted.',
        conference: true,
      }),
      declaration(DECLARANTS.lisowski, { take: 6 }),
      exhibit('A', 'Proof of Claim Form', claimForm),
      exhibit(
        'B',
        'Notice to Investors and Creditors',
        prose(
          ['NOTICE TO INVESTORS AND CREDITORS', 'PLEASE READ: YOUR RIGHTS ARE AFFECTED'],
          claimsNotice,
        ),
      ),
      proposedOrder(claimsOrder),
    ],
  },
  {
    number: 39,
    filedOn: '2026-05-22',
    title: 'Order Establishing Claims Procedure and Bar Date',
    text: 'ORDER granting as modified 35 Motion and establishing claims procedure. Claims bar date 8/21/2026. Signed by Judge Marguerite E. Halvorsen on 5/22/2026.',
    type: 'Order',
    filer: court,
    documents: [
      order('Order Establishing Claims Procedure and Bar Date', claimsOrder),
      exhibit('1', 'Approved Proof of Claim Form', claimForm),
    ],
  },
  {
    number: 40,
    filedOn: '2026-06-05',
    title: 'Notice of Claims Bar Date',
    text: 'NOTICE of Claims Bar Date and of Mailing and Publication re 39 Order',
    type: 'Notice',
    filer: receiver,
    documents: [
      brief({
        title: 'Notice of Claims Bar Date',
        parts: [
          {
            words: [
              'PLEASE TAKE NOTICE that by the order of May 22, 2026 (ECF No. 39) the Court established AUGUST 21, 2026 as the last day on which claims against the receivership estate may be filed.',
              ...claimsProcedure.slice(2, 5),
              'Statements of account were enclosed with each investor’s notice. An investor who has not received one by June 19, 2026 should telephone (423) 555-0150, on any weekday, and will be sent another the same day.',
            ],
          },
        ],
      }),
      publication,
    ],
  },
  {
    number: 44,
    filedOn: '2026-07-31',
    title: 'Letter from Ad Hoc Committee of Investors',
    text: 'LETTER to Judge Halvorsen regarding pace of claims process',
    type: 'Letter',
    filer: committee,
    documents: [
      letter({
        title: 'Letter',
        office: 'LINDQVIST-ADAIR & COLE LLP',
        from: ['88 Granary Row, Lakemont, Franklin 38952', 'Telephone (423) 555-0171'],
        words: committeeLetter,
        signs: 'Simone V. Lindqvist-Adair',
      }),
    ],
  },
]
