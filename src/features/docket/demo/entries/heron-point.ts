import { bankStatement, tracingSchedule } from '../story/bank-tables.ts'
import { brief } from '../story/briefs.ts'
import { PROPERTIES } from '../story/case-facts.ts'
import type { EntryPlan } from '../story/compose.ts'
import { crossExamination } from '../story/cross-examination.ts'
import { DECLARANTS, declaration } from '../story/declarations.ts'
import { exhibit, prose } from '../story/exhibits.ts'
import { court, receiver, reliefDefendant } from '../story/filers.ts'
import { procedureBefore } from '../story/history.ts'
import { order, proposedOrder } from '../story/orders.ts'
import { transcript } from '../story/speeches.ts'
import { exchange, form } from '../story/sundry-exhibits.ts'
import { accounting } from '../story/words-estate.ts'
import { defenseArguments, turnoverFacts, turnoverReply } from '../story/words-fees-turnover.ts'
import { turnoverLaw } from '../story/words-law.ts'
import { turnoverOpinion } from '../story/words-orders-2026.ts'
import { correspondence } from '../story/words-papers.ts'
import { turnoverClosing, turnoverOpening } from '../story/words-turnover-hearing.ts'

const opposingReport: readonly string[] = [
  'I am an accountant in private practice and was retained by counsel for the Relief Defendant to review the tracing schedule of Mr. Lisowski. I have no disagreement with the transactions that he lists, each of which I compared with the bank’s records.',
  'Where money from several sources is mixed in one account there are several accepted ways to say whose money was spent. Mr. Lisowski used the lowest intermediate balance rule. I used a proportional method, which treats each withdrawal as drawn from each source in proportion to its share of the balance at that moment.',
  'I treated as Mr. Vanterpool’s own the proceeds of the terminal loan that passed through the account in March 2021 and the accrued management fees described in the partnership agreements, to the extent not previously drawn. I was asked by counsel to make both assumptions.',
  'On these assumptions 46.3 percent of the purchase price and improvements is traceable to investors and 53.7 percent to Mr. Vanterpool. If either assumption is not made the percentage changes, and if neither is made it approaches that of Mr. Lisowski.',
]

export const heronPoint: readonly EntryPlan[] = [
  {
    number: 30,
    filedOn: '2026-02-20',
    title: 'Motion for Turnover of Heron Point Residence',
    text: 'MOTION for Turnover of Property Held by Relief Defendant and for Imposition of Constructive Trust (27 Heron Point Road)',
    type: 'Motion',
    filer: receiver,
    property: PROPERTIES.heronPoint,
    documents: [
      brief({
        title: 'Motion for Turnover of Heron Point Residence',
        parts: [{ words: turnoverFacts.slice(0, 5) }, { words: turnoverFacts.slice(6, 8) }],
        closing:
          'the Receiver asks that the motion be granted and that possession be ordered delivered by June 30, 2026.',
      }),
      brief({
        title: 'Memorandum in Support',
        heading: 'Memorandum of Law in Support of Motion for Turnover',
        parts: ({ filedOn }) => [
          { heading: 'PROCEDURAL HISTORY', words: procedureBefore(filedOn, 5) },
          { heading: 'FACTS', words: [...turnoverFacts.slice(1, 6), ...accounting.slice(5, 8)] },
          { heading: 'ARGUMENT', words: turnoverLaw.slice(0, 1) },
          { heading: 'A.  The money is traced.', level: 2, words: turnoverLaw.slice(1, 3) },
          {
            heading: 'B.  The Relief Defendant gave nothing for it.',
            level: 2,
            words: turnoverLaw.slice(3, 4),
          },
          {
            heading: 'C.  The remedy is appropriate.',
            level: 2,
            words: [...turnoverLaw.slice(4), ...turnoverFacts.slice(8)],
          },
        ],
      }),
      declaration(DECLARANTS.lisowski, { take: 8 }),
      exhibit('A', 'Tracing Schedule', tracingSchedule),
      exhibit(
        'B',
        'Statements of Account Ending 9031, 2020',
        bankStatement('9031', ['2020-04', '2020-05', '2020-06']),
        'scan',
      ),
      exhibit(
        'C',
        'Correspondence of Counsel',
        exchange(correspondence, ['Pruett Oyelaran LLP', 'Albright Law Office PLLC']),
      ),
      proposedOrder(turnoverOpinion),
    ],
  },
  {
    number: 31,
    filedOn: '2026-03-06',
    title: 'Opposition to Motion for Turnover',
    text: 'RESPONSE in Opposition re 30 MOTION for Turnover of Property filed',
    type: 'Brief',
    filer: reliefDefendant,
    property: PROPERTIES.heronPoint,
    documents: [
      brief({
        title: 'Opposition to Motion for Turnover',
        parts: [
          { heading: 'INTRODUCTION', words: defenseArguments.slice(0, 1) },
          { heading: 'ARGUMENT', words: [...defenseArguments.slice(1), turnoverLaw[4] ?? ''] },
          {
            heading: 'CONCLUSION',
            words: [
              'For these reasons the motion should be denied. In the alternative, the Court should set an evidentiary hearing after a reasonable time for discovery, and should exclude personal effects from any order.',
            ],
          },
        ],
      }),
      declaration(DECLARANTS.vanterpool),
      exhibit(
        'A',
        'Report of Horace W. Tindall, CPA, with Promissory Note',
        (scene) => [
          ...prose(['REPORT OF HORACE W. TINDALL, CPA'], opposingReport)(scene),
          { kind: 'newPage' },
          ...form(
            ['PROMISSORY NOTE', 'Form 1180, Rev. 2/2022'],
            [
              ['Principal', '$400,000.00'],
              ['Date', 'May 1, 2020'],
              ['Maker', 'Harrow Creek Management Services, LLC'],
              ['Payee', 'Desmond R. Vanterpool'],
              ['Interest', '5 percent a year'],
              ['Due', 'On demand'],
              ['Assumed by', 'Vanterpool Family Holdings, LLC'],
              ['Signed', '/s/ D. R. Vanterpool, for maker, payee and assuming party'],
            ],
          ),
        ],
        'scan',
      ),
    ],
  },
  {
    number: 32,
    filedOn: '2026-03-13',
    title: 'Reply in Support of Motion for Turnover',
    text: 'REPLY to Response to 30 MOTION for Turnover of Property filed',
    type: 'Brief',
    filer: receiver,
    property: PROPERTIES.heronPoint,
    documents: [
      brief({
        title: 'Reply in Support of Motion for Turnover',
        opening:
          'replies to the opposition of the Relief Defendant and Mr. Vanterpool (ECF No. 31).',
        parts: [
          { words: turnoverReply.slice(0, 4) },
          {
            heading: 'WHAT REMAINS TO BE DECIDED',
            words: [...turnoverReply.slice(4), turnoverLaw[2] ?? '', turnoverLaw[3] ?? ''],
          },
        ],
      }),
      declaration(DECLARANTS.lisowski, {
        title: 'Supplemental Declaration of Gordon P. Lisowski',
        take: 6,
      }),
    ],
  },
  {
    number: null,
    filedOn: '2026-04-02',
    title: 'Minute Entry: evidentiary hearing on turnover',
    text: 'Minute Entry for proceedings held before Judge Marguerite E. Halvorsen: Evidentiary Hearing held on 4/2/2026 re 30 Motion for Turnover of Property. Receiver’s Exhibits 1-38 admitted without objection. G. Lisowski and D. Vanterpool sworn and examined. Matter taken under submission. (Court Reporter: D. Ostrander) (Time in court: 2 hours 35 minutes)',
    type: 'Minute entry',
    filer: court,
    documents: [],
  },
  {
    number: 33,
    filedOn: '2026-04-10',
    title: 'Transcript of Evidentiary Hearing',
    text: 'TRANSCRIPT of Evidentiary Hearing held on 4/2/2026 before Judge Marguerite E. Halvorsen. Court Reporter: Dalia F. Ostrander, (423) 555-0109. Redaction Request due 5/1/2026. Redacted Transcript Deadline set for 5/11/2026. Release of Transcript Restriction set for 7/9/2026.',
    type: 'Transcript',
    filer: court,
    documents: [
      transcript({
        title: 'Transcript of Evidentiary Hearing',
        heldOn: '2026-04-02',
        subject: 'evidentiary hearing on motion for turnover',
        speeches: (scene) => [...turnoverOpening, ...crossExamination(scene), ...turnoverClosing],
      }),
    ],
  },
  {
    number: 34,
    filedOn: '2026-04-17',
    title: 'Memorandum Opinion and Order on Turnover',
    text: 'MEMORANDUM OPINION AND ORDER granting 30 Motion for Turnover of Property. Possession of 27 Heron Point Road to be delivered by 6/30/2026. Signed by Judge Marguerite E. Halvorsen on 4/17/2026.',
    type: 'Opinion',
    filer: court,
    property: PROPERTIES.heronPoint,
    documents: [order('Memorandum Opinion and Order', turnoverOpinion)],
  },
]
