import { bankStatement } from '../story/bank-tables.ts'
import { brief } from '../story/briefs.ts'
import type { EntryPlan } from '../story/compose.ts'
import { DECLARANTS, declaration } from '../story/declarations.ts'
import { contract, exhibit } from '../story/exhibits.ts'
import { bank, court, receiver } from '../story/filers.ts'
import { procedureBefore } from '../story/history.ts'
import { order } from '../story/orders.ts'
import { loanAgreement } from '../story/words-contracts.ts'
import { properties, recovery } from '../story/words-estate.ts'
import { interventionLaw, receivershipLaw } from '../story/words-law.ts'
import { interventionOrder } from '../story/words-orders-2026.ts'
import { againstBank, bankArguments } from '../story/words-sale.ts'

const LOAN_PARTIES =
  'This agreement is made on March 29, 2021 between First Prairie Agricultural Bank (“Lender”) and HC Bellwether Terminal, LLC (“Borrower”), a limited liability company whose manager is Desmond R. Vanterpool.'

/** The bank that lent on the grain terminal asks to be heard. */
export const intervention: readonly EntryPlan[] = [
  {
    number: 15,
    filedOn: '2025-10-24',
    title: 'Motion to Intervene by First Prairie Agricultural Bank',
    text: 'MOTION to Intervene and for Limited Relief from Stay',
    type: 'Motion',
    filer: bank,
    documents: [
      brief({
        title: 'Motion to Intervene',
        heading:
          'Motion of First Prairie Agricultural Bank to Intervene and for Limited Relief from Stay',
        opening:
          'moves to intervene under Fed. R. Civ. P. 24 and for limited relief from the stay in paragraph 9 of ECF No. 5.',
        parts: [{ words: bankArguments.slice(0, 6) }, { words: interventionLaw.slice(0, 3) }],
        closing:
          'First Prairie asks that it be permitted to intervene, that interest be paid currently from terminal revenue, and for such other relief as is just.',
      }),
      exhibit(
        'A',
        'Loan Agreement',
        contract('Loan Agreement', LOAN_PARTIES, loanAgreement, [
          'Desmond R. Vanterpool, Manager of Borrower',
          'Celia J. Hartnett, Vice President of Lender',
        ]),
        'scan',
      ),
      exhibit(
        'B',
        'Promissory Note',
        contract(
          'Promissory Note',
          'FOR VALUE RECEIVED, HC Bellwether Terminal, LLC promises to pay to the order of First Prairie Agricultural Bank the principal sum of $5,600,000 with interest, as follows.',
          [...loanAgreement.slice(1, 3), ...loanAgreement.slice(9, 12), ...loanAgreement.slice(13)],
          ['Desmond R. Vanterpool, Manager'],
        ),
        'scan',
      ),
      exhibit(
        'C',
        'Loan Account Statements',
        bankStatement('1175', ['2025-07', '2025-08', '2025-09']),
        'scan',
      ),
    ],
  },
  {
    number: 16,
    filedOn: '2025-10-31',
    title: 'Receiver’s Response to Motion to Intervene',
    text: 'RESPONSE in Opposition re 15 MOTION to Intervene and for Limited Relief from Stay filed',
    type: 'Brief',
    filer: receiver,
    documents: [
      brief({
        title: 'Response to Motion to Intervene',
        heading: 'Receiver’s Response in Opposition to Motion to Intervene',
        opening: 'responds to the motion of First Prairie Agricultural Bank (ECF No. 15).',
        parts: ({ filedOn }) => [
          {
            heading: 'BACKGROUND',
            words: [
              ...procedureBefore(filedOn, 3),
              properties[1] ?? '',
              recovery[3] ?? '',
              recovery[4] ?? '',
            ],
          },
          {
            heading: 'ARGUMENT',
            words: [
              ...againstBank.slice(0, 4),
              interventionLaw[3] ?? '',
              receivershipLaw[0] ?? '',
              againstBank[4] ?? '',
            ],
          },
        ],
        closing:
          'the Receiver asks that the motion be denied or, in the alternative, that intervention be limited as proposed.',
      }),
      declaration(DECLARANTS.castellane, {
        take: 6,
        more: [
          'Between August 18 and October 24 the terminal handled 611,000 bushels. I attach the daily receipts and disbursements of its operating account, from which the figures in the response are taken.',
        ],
      }),
      exhibit('A', 'Terminal Operating Account', bankStatement('1175', ['2025-09', '2025-10'])),
    ],
  },
  {
    number: 17,
    filedOn: '2025-11-07',
    title: 'Reply in Support of Motion to Intervene',
    text: 'REPLY to Response to 15 MOTION to Intervene filed',
    type: 'Brief',
    filer: bank,
    documents: [
      brief({
        title: 'Reply in Support of Motion to Intervene',
        parts: [
          {
            words: [
              'The Receiver’s response concedes the lien, the debt and the timeliness of the motion. What remains is whether a secured lender should be heard by right or by grace. The Rule says by right.',
            ],
          },
          {
            heading: 'I.  The interest may be impaired.',
            level: 2,
            words: [bankArguments[5] ?? '', bankArguments[2] ?? ''],
          },
          {
            heading: 'II.  No one else will protect it.',
            level: 2,
            words: [
              interventionLaw[2] ?? '',
              'The Receiver says that notice is enough. Notice tells a party what is about to happen to it. Intervention lets it say something about that before it happens, and appeal afterwards.',
            ],
          },
          {
            heading: 'III.  Limits are acceptable.',
            level: 2,
            words: [
              'First Prairie does not object to the limits proposed in the alternative, except the one on discovery, as to which it asks only for the operating statement and access for its engineer on reasonable notice.',
              bankArguments[4] ?? '',
            ],
          },
        ],
      }),
    ],
  },
  {
    number: 20,
    filedOn: '2025-12-05',
    title: 'Order on Motion to Intervene',
    text: 'ORDER granting in part and denying in part 15 Motion to Intervene and for Limited Relief from Stay. Signed by Judge Marguerite E. Halvorsen on 12/5/2025.',
    type: 'Order',
    filer: court,
    documents: [order('Order on Motion to Intervene', interventionOrder)],
  },
]
