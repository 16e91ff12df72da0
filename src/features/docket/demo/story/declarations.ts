import { caption, type DocumentPlan, sections } from './compose.ts'
import { longDate } from './scene.ts'
import {
  accountantSwears,
  auctioneerSwears,
  counselSwears,
  defendantSwears,
  receiverSwears,
  staffSwears,
} from './words-declarations.ts'

interface Declarant {
  name: string
  words: readonly string[]
  role: string
}

export const DECLARANTS = {
  castellane: { name: 'Lenora J. Castellane', words: receiverSwears, role: 'Receiver' },
  lisowski: {
    name: 'Gordon P. Lisowski',
    words: accountantSwears,
    role: 'Director, Tidewell Forensic Group, Inc.',
  },
  maalo: { name: 'Ingrid T. Maalo', words: staffSwears, role: 'Staff Accountant' },
  vanterpool: { name: 'Desmond R. Vanterpool', words: defendantSwears, role: 'Defendant' },
  dalloway: {
    name: 'Philip C. Dalloway',
    words: auctioneerSwears,
    role: 'President, Dalloway Auction Group',
  },
  oyelaran: { name: 'Miriam A. Oyelaran', words: counselSwears, role: 'Attorney' },
} satisfies Record<string, Declarant>

interface DeclarationOptions {
  title?: string
  take?: number
  /** Paragraphs of this declaration alone, after the declarant's own. */
  more?: readonly string[]
}

export function declaration(who: Declarant, options: DeclarationOptions = {}): DocumentPlan {
  const { title = `Declaration of ${who.name}`, take = who.words.length, more = [] } = options
  return {
    title,
    make: ({ filer, scene, filedOn }) => ({
      paper: filer.paper,
      blocks: [
        caption(title, filer),
        { kind: 'paragraph', text: `I, ${who.name}, declare as follows under 28 U.S.C. § 1746:` },
        ...sections([{ words: who.words, take }, { words: more }], scene, { next: 1 }),
        {
          kind: 'paragraph',
          text: 'I declare under penalty of perjury under the laws of the United States of America that the foregoing is true and correct.',
        },
        {
          kind: 'signature',
          dated: `Executed on ${longDate(filedOn)}`,
          intro: '',
          name: who.name,
          lines: [who.name, who.role],
        },
      ],
    }),
  }
}
