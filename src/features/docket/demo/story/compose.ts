import type { Block, CaptionBlock, FilingSpec } from '../filing-spec.ts'
import { CASE_NUMBER, COURT_HEADING, PARTIES, type Property } from './case-facts.ts'
import type { Filer } from './filers.ts'
import { fill, longDate, type Scene } from './scene.ts'

/** A document of an entry that is not yet known by number. */
export interface DocumentPlan {
  title: string
  /** Makes the pages for the place in the docket where the document stands. */
  make(place: Place): Pick<FilingSpec, 'paper' | 'blocks'>
}

export interface Place {
  filedOn: string
  filer: Filer
  scene: Scene
}

export interface EntryPlan {
  number: number | null
  filedOn: string
  title: string
  /** The clerk's words, without filer, attachments and dates, which follow from the plan. */
  text: string
  type: string
  filer: Filer
  status?: 'published' | 'draft'
  property?: Property
  documents: readonly DocumentPlan[]
}

export interface Section {
  heading?: string
  level?: 1 | 2 | 3
  words: readonly string[]
  /** How many of the paragraphs; the first is always among them, and the order stays. */
  take?: number
}

export function choose(words: readonly string[], take: number, scene: Scene): string[] {
  if (take >= words.length) return [...words]
  const others = scene.random.shuffle(words.slice(1).map((_, i) => i + 1)).slice(0, take - 1)
  return [0, ...others].sort((a, b) => a - b).map((i) => words[i] ?? '')
}

/** Headings and paragraphs; with a counter, the paragraphs are numbered on. */
export function sections(
  parts: readonly Section[],
  scene: Scene,
  counter?: { next: number },
): Block[] {
  return parts.flatMap(({ heading, level = 1, words, take = words.length }) => [
    ...(heading ? [{ kind: 'heading', text: heading, level } as const] : []),
    ...choose(words, take, scene).map((text) => paragraph(fill(text, scene), counter)),
  ])
}

export function paragraph(text: string, counter?: { next: number }): Block {
  if (!counter) return { kind: 'paragraph', text }
  counter.next += 1
  return { kind: 'paragraph', text, lead: `${counter.next - 1}.` }
}

export function caption(
  title: string,
  filer: Filer,
  attorneys = filer.attorneyBlock,
): CaptionBlock {
  return {
    kind: 'caption',
    attorneys,
    court: COURT_HEADING,
    parties: PARTIES,
    column: filer.column,
    beside: [
      '',
      `Civil Action No. ${CASE_NUMBER}`,
      '',
      'Hon. Marguerite E. Halvorsen',
      '',
      `!${title.toUpperCase()}`,
    ],
  }
}

export function signature({ filer, filedOn }: Place, intro = 'Respectfully submitted,'): Block {
  return {
    kind: 'signature',
    dated: `Dated: ${longDate(filedOn)}`,
    intro,
    name: filer.signs,
    lines: filer.signatureLines,
  }
}

const SERVICE = [
  'I certify that on {today} I electronically filed the foregoing with the Clerk of the Court using the CM/ECF system, which will send notice of the filing to all counsel of record. I further certify that it was posted on the Receiver’s website and mailed to those who have asked for paper copies.',
  'The undersigned certifies that on {today} a true copy of the foregoing was served through the Court’s electronic filing system on all counsel of record and by first-class mail, postage prepaid, on those parties and interested persons who appear without counsel, at the addresses on the service list maintained by the Receiver.',
  'I certify that this paper was filed electronically on {today}. Notice of it will be sent by e-mail to all parties by operation of the Court’s electronic filing system, and to anyone unable to accept electronic filing as indicated on the Notice of Electronic Filing.',
]

export function service(place: Place): Block[] {
  const words = place.scene.random.pick(SERVICE)
  return [
    { kind: 'heading', text: 'CERTIFICATE OF SERVICE', level: 1 },
    { kind: 'paragraph', text: fill(words, place.scene) },
    {
      kind: 'signature',
      dated: '',
      intro: '',
      name: place.filer.signs,
      lines: [place.filer.signs],
    },
  ]
}
