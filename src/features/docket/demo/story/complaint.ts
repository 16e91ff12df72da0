import type { Block } from '../filing-spec.ts'
import { caption, type DocumentPlan, sections, signature } from './compose.ts'
import { commission } from './filers.ts'
import { prayer, scheme, violations } from './words-scheme.ts'

const PARTIES: readonly string[] = [
  'Plaintiff Federal Investment Markets Commission (the “Commission”) is an independent agency charged with the administration and enforcement of the laws on the offer and sale of investment interests.',
  'Defendant Harrow Creek Capital Partners, LLC is a limited liability company with its principal office at 400 Commerce Plaza, Lakemont. It is the general partner of both funds and is managed by its only voting member, Defendant Vanterpool.',
  'Defendants Harrow Creek Agricultural Income Fund I, LP and Fund II, LP are limited partnerships organized in 2015 and 2019. Neither has employees. Neither has ever been registered with the Commission in any capacity.',
  'Defendant Desmond R. Vanterpool, age 57, resides at Lake Ammerance. He has never been registered as a broker or adviser. In 2013 he consented to an order of the State that required him to return money to nine buyers of interests in a grain elevator.',
  'Relief Defendant Vanterpool Family Holdings, LLC is a limited liability company whose members are Mr. Vanterpool and a trust for his children. It has no business and no employees.',
]

const COUNTS: readonly (readonly [heading: string, words: string])[] = [
  [
    'COUNT ONE: Unregistered Offers and Sales',
    'By the conduct described above, Defendants, directly or indirectly, offered and sold securities through the use of the mails and means of interstate communication when no registration statement was filed or in effect as to those securities and no exemption applied.',
  ],
  [
    'COUNT TWO: Fraud in the Offer or Sale of Securities',
    'By the conduct described above, Defendants, in the offer or sale of securities, knowingly or recklessly employed a scheme to defraud, obtained money by means of untrue statements of material fact and omissions, and engaged in a course of business that operated as a fraud on purchasers.',
  ],
  [
    'COUNT THREE: Fraud in Connection with a Purchase or Sale',
    'By the conduct described above, Defendants, in connection with the purchase or sale of securities, made untrue statements of material fact and omitted to state facts necessary in order to make the statements made, in the light of the circumstances, not misleading.',
  ],
  [
    'COUNT FOUR: Fraud by an Investment Adviser',
    'Harrow Creek and Mr. Vanterpool, for compensation, advised the funds about the purchase and sale of property. By the conduct described above they employed devices to defraud the funds and their investors, and breached their duty to put the interests of the funds before their own.',
  ],
  [
    'COUNT FIVE: Unjust Enrichment (Relief Defendant)',
    'The Relief Defendant received money and property that are the proceeds of the violations alleged above, gave no consideration for them, and has no legitimate claim to them. It would be unjust to allow it to keep them.',
  ],
]

/** Numbered from the first paragraph to the last, counts and all. */
export const complaint: DocumentPlan = {
  title: 'Complaint',
  make: (place) => {
    const counter = { next: 1 }
    return {
      paper: 'double',
      blocks: [
        caption('Complaint', commission),
        { kind: 'paragraph', text: 'Plaintiff Federal Investment Markets Commission alleges:' },
        ...sections(
          [
            { heading: 'SUMMARY', words: scheme.slice(0, 4) },
            { heading: 'JURISDICTION AND VENUE', words: [violations[6] ?? ''] },
            { heading: 'PARTIES', words: PARTIES },
            { heading: 'FACTS', words: scheme.slice(4) },
            { heading: 'THE INTERESTS AND NOTES ARE SECURITIES', words: violations.slice(0, 5) },
            ...COUNTS.map(([heading, words]) => ({ heading, words: [words] })),
          ],
          place.scene,
          counter,
        ),
        { kind: 'heading', text: 'PRAYER FOR RELIEF', level: 1 },
        { kind: 'paragraph', text: 'The Commission respectfully requests that this Court:' },
        ...prayer.map(
          (text, i): Block => ({
            kind: 'paragraph',
            style: 'hanging',
            lead: `${'ABCDEFG'[i]}.`,
            text,
          }),
        ),
        signature(place),
      ],
    }
  },
}

const RESPONSES = [
  'Defendant denies the allegations of paragraph {p}.',
  'Defendant lacks knowledge or information sufficient to form a belief about the truth of the allegations of paragraph {p}, and on that basis denies them.',
  'On the advice of counsel Defendant respectfully declines to answer the allegations of paragraph {p} and asserts his privilege under the Constitution of the United States, which operates as a denial.',
  'Paragraph {p} states conclusions of law to which no answer is required. To the extent that one is required, Defendant denies them.',
  'Defendant admits that investors received monthly distributions in the years stated and otherwise denies the allegations of paragraph {p}.',
  'In answer to paragraph {p}, Defendant refers to the document described there for its contents and denies any allegation inconsistent with it.',
] as const

const DEFENSES: readonly string[] = [
  'The Complaint fails to state a claim on which relief can be granted as to notes that matured and were repaid.',
  'Claims for penalties arising more than five years before the Complaint are barred by 28 U.S.C. § 2462.',
  'The interests were offered in reliance on the advice of counsel retained by Harrow Creek, given after full disclosure.',
  'Any disgorgement must be reduced by legitimate expenses and by amounts returned to investors.',
  'Losses were caused in whole or in part by weather, markets and the acts of persons over whom Defendant had no control.',
  'Amounts received by Defendant were compensation to which he was entitled under the partnership agreements.',
]

export const answer: DocumentPlan = {
  title: 'Answer',
  make: (place) => {
    const first = 'Defendant admits the allegations of paragraph 1 on information and belief.'
    const rest = Array.from({ length: 33 }, (_, i) =>
      place.scene.random.pick(RESPONSES).replace('{p}', String(i + 2)),
    )
    return {
      paper: 'double',
      blocks: [
        caption('Answer of Defendant Desmond R. Vanterpool', place.filer),
        {
          kind: 'paragraph',
          text: 'Defendant Desmond R. Vanterpool, through counsel, answers the Complaint (ECF No. 1) as follows. Any allegation not expressly admitted is denied. Headings are repeated from the Complaint for convenience only.',
        },
        ...sections(
          [
            { heading: 'RESPONSES', words: [first, ...rest] },
            { heading: 'AFFIRMATIVE DEFENSES', words: DEFENSES },
          ],
          place.scene,
          { next: 1 },
        ),
        {
          kind: 'paragraph',
          text: 'Defendant demands a trial by jury on all issues so triable and asks that the Complaint be dismissed with costs.',
        },
        signature(place),
      ],
    }
  },
}
