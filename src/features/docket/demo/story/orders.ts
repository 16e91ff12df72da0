import type { Block } from '../filing-spec.ts'
import { caption, type DocumentPlan, paragraph } from './compose.ts'
import { court } from './filers.ts'
import { fill, longDate, type Scene } from './scene.ts'
import type { OrderWords } from './words-orders.ts'

const JUDGE_LINES = ['MARGUERITE E. HALVORSEN', 'UNITED STATES DISTRICT JUDGE']

const RECITALS = [
  'The Court has jurisdiction over the subject matter of this action and over the parties who have appeared in it. Notice of the motion was given as the Local Rules require and was reasonable and sufficient under the circumstances.',
  'The facts on which the motion rests are stated in the declarations filed with it, and either are not disputed in any respect that affects this Order or have been established by a preponderance of the evidence.',
]

export function order(title: string, words: OrderWords): DocumentPlan {
  return {
    title,
    make: ({ scene, filedOn }) => ({
      paper: 'order',
      blocks: [
        caption(title, court, []),
        ...body(words, scene),
        { kind: 'judge', dated: `SO ORDERED this ${dayOf(filedOn)}.`, lines: JUDGE_LINES },
      ],
    }),
  }
}

/** What the movant would like the Court to sign: findings shortened, the date and the signature left open. */
export function proposedOrder(words: OrderWords, title = 'Proposed Order'): DocumentPlan {
  return {
    title,
    make: ({ scene, filer }) => ({
      paper: filer.paper,
      blocks: [
        caption(`[Proposed] ${title.replace(/^Proposed /, '')}`, filer, []),
        {
          kind: 'paragraph',
          text: 'THIS MATTER is before the Court on the motion described in the title. The Court has considered the motion, the supporting papers and any response, has given those concerned the opportunity to be heard, and is otherwise fully advised.',
        },
        ...RECITALS.map((recital) => paragraph(recital)),
        { kind: 'paragraph', text: 'Accordingly, good cause having been shown, IT IS ORDERED:' },
        ...decrees(words.proposed ?? words.decrees, scene),
        {
          kind: 'lines',
          lines: [
            '',
            'Dated: ____________________',
            '',
            '',
            '___________________________________',
            ...JUDGE_LINES,
          ],
        },
      ],
    }),
  }
}

function body(words: OrderWords, scene: Scene): Block[] {
  return [
    ...words.findings.map((finding) => paragraph(fill(finding, scene))),
    { kind: 'paragraph', text: 'For these reasons, and on the whole record, IT IS ORDERED:' },
    ...decrees(words.decrees, scene),
  ]
}

function decrees(words: readonly string[], scene: Scene): Block[] {
  const counter = { next: 1 }
  return words.map((decree) => paragraph(fill(decree, scene), counter))
}

/** "15th day of January, 2026" */
function dayOf(date: string): string {
  const day = Number(date.slice(8))
  const teen = day > 10 && day < 14
  const ending = teen ? 'th' : (['th', 'st', 'nd', 'rd'][day % 10] ?? 'th')
  const [month, , year] = longDate(date).replace(',', '').split(' ')
  return `${day}${ending} day of ${month}, ${year}`
}
