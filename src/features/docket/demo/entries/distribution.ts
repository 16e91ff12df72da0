import { brief } from '../story/briefs.ts'
import { claimsSchedule, methodsCompared, taxPaid } from '../story/claims-tables.ts'
import type { EntryPlan } from '../story/compose.ts'
import { DECLARANTS, declaration } from '../story/declarations.ts'
import { contract, exhibit, prose } from '../story/exhibits.ts'
import { court, penhallow, receiver } from '../story/filers.ts'
import { procedureBefore } from '../story/history.ts'
import { proposedOrder } from '../story/orders.ts'
import { investorVoices, planFacts, replyToObjection } from '../story/words-claims.ts'
import { distributionPlan } from '../story/words-contracts.ts'
import { accounting } from '../story/words-estate.ts'
import { distributionLaw } from '../story/words-law.ts'
import { planOrder } from '../story/words-orders-late.ts'

export const distribution: readonly EntryPlan[] = [
  {
    number: 48,
    filedOn: '2026-09-25',
    title: 'Motion to Approve Plan of Distribution',
    text: 'MOTION for Order Approving Plan of Distribution and Authorizing First Interim Distribution',
    type: 'Motion',
    filer: receiver,
    documents: [
      brief({
        title: 'Motion to Approve Plan of Distribution',
        parts: ({ filedOn }) => [
          { heading: 'I.  RELIEF REQUESTED', words: planFacts.slice(0, 1) },
          { heading: 'II.  BACKGROUND', words: procedureBefore(filedOn, 9) },
          { heading: 'III.  THE CLAIMS', words: planFacts.slice(1, 2) },
          { heading: 'IV.  THE PLAN', words: planFacts.slice(2) },
        ],
        closing:
          'the Receiver asks that the Plan be approved and that the first distribution be authorized.',
        conference: true,
      }),
      brief({
        title: 'Memorandum in Support',
        heading: 'Memorandum of Law in Support of Plan of Distribution',
        parts: [
          {
            heading: 'INTRODUCTION',
            words: [
              'No plan can make these investors whole. The question for the Court is whether this one divides what there is in a way that is fair, that can be understood by those whose money it is, and that does not spend on refinement what ought to be spent on distributions.',
            ],
          },
          { heading: 'ARGUMENT', words: distributionLaw },
          {
            heading: 'THE FACTS SUPPORT CONSOLIDATION',
            words: [accounting[2] ?? '', accounting[8] ?? '', planFacts[4] ?? ''],
          },
        ],
      }),
      declaration(DECLARANTS.lisowski, { take: 7 }),
      exhibit(
        'A',
        'Plan of Distribution',
        contract(
          'Plan of Distribution',
          'Lenora J. Castellane, as receiver, proposes this plan for the distribution of the estate.',
          distributionPlan,
          ['Lenora J. Castellane, Receiver'],
        ),
      ),
      exhibit('B', 'Schedule of Allowed Claims', claimsSchedule(541, 1001, 79_864_120)),
      exhibit('C', 'Schedule of Disputed Claims', claimsSchedule(16, 1542, 3_207_515)),
      exhibit(
        'D',
        'Summary for Claimants',
        prose(
          ['SUMMARY OF THE PLAN', 'What you would receive and when'],
          [...planFacts.slice(1, 4), ...planFacts.slice(6, 9)],
        ),
      ),
      proposedOrder(planOrder),
    ],
  },
  {
    number: 49,
    filedOn: '2026-10-16',
    title: 'Objection of Walter and June Penhallow',
    text: 'OBJECTION to 48 MOTION for Order Approving Plan of Distribution filed',
    type: 'Brief',
    filer: penhallow,
    documents: [
      brief({
        title: 'Objection to Plan of Distribution',
        parts: [{ words: investorVoices.slice(6) }],
      }),
      exhibit('1', 'Our Statements and Tax Forms', taxPaid, 'scan'),
    ],
  },
  {
    number: 50,
    filedOn: '2026-10-30',
    title: 'Reply in Support of Plan of Distribution',
    text: 'REPLY to Objection to 48 MOTION for Order Approving Plan of Distribution filed',
    type: 'Brief',
    filer: receiver,
    documents: [
      brief({
        title: 'Reply in Support of Plan of Distribution',
        opening:
          'replies to the objection of Walter and June Penhallow (ECF No. 49), the only objection filed.',
        parts: [{ words: replyToObjection }, { words: distributionLaw.slice(1, 3) }],
      }),
      exhibit('A', 'Comparison of Methods', methodsCompared),
    ],
  },
  {
    number: null,
    filedOn: '2026-11-10',
    title: 'Minute Entry: hearing on plan of distribution',
    text: 'Minute Entry for proceedings held before Judge Marguerite E. Halvorsen: Hearing held on 11/10/2026 re 48 Motion for Order Approving Plan of Distribution. G. Lisowski sworn and examined. W. Penhallow and seven other investors heard. Matter taken under submission; the Court anticipates a ruling before 11/25/2026. (Court Reporter: D. Ostrander) (Time in court: 2 hours 5 minutes)',
    type: 'Minute entry',
    filer: court,
    documents: [],
  },
]
