import type { Block } from '../filing-spec.ts'
import { CASE_NUMBER } from './case-facts.ts'
import { choose, type DocumentPlan } from './compose.ts'
import { fill, longDate } from './scene.ts'

interface Letter {
  title: string
  from: readonly string[]
  /** Where it has a letterhead. */
  office?: string
  words: readonly string[]
  take?: number
  signs: string
}

const TO_CHAMBERS = [
  'The Honorable Marguerite E. Halvorsen',
  'United States District Judge',
  'United States Courthouse, 75 Federal Square',
  'Lakemont, Franklin 38950',
]

export function letter({ title, from, office, words, take, signs }: Letter): DocumentPlan {
  return {
    title,
    make: ({ scene, filedOn }) => ({
      paper: 'letter',
      blocks: [
        ...head(from, office),
        { kind: 'lines', lines: [longDate(filedOn), '', ...TO_CHAMBERS, ''] },
        {
          kind: 'paragraph',
          style: 'hanging',
          lead: 'Re:',
          text: `*Federal Investment Markets Commission v. Harrow Creek Capital Partners, LLC, et al.*, No. ${CASE_NUMBER}`,
        },
        { kind: 'lines', lines: ['Dear Judge Halvorsen:'] },
        ...choose(words, take ?? words.length, scene).map(
          (text): Block => ({ kind: 'paragraph', style: 'block', text: fill(text, scene) }),
        ),
        { kind: 'signature', dated: '', intro: 'Respectfully,', name: signs, lines: [signs] },
      ],
    }),
  }
}

function head(from: readonly string[], office: string | undefined): Block[] {
  if (office) return [{ kind: 'banner', name: office, lines: from }]
  return [{ kind: 'lines', lines: [...from, ''] }]
}
