import type { Block } from '../filing-spec.ts'
import {
  caption,
  type DocumentPlan,
  type Place,
  type Section,
  sections,
  service,
  signature,
} from './compose.ts'
import { fill } from './scene.ts'

/** Sections that depend on the day on which they are filed, such as what happened before it. */
export type Sections = readonly Section[] | ((place: Place) => readonly Section[])

interface BriefOptions {
  title: string
  /** Above the parties, where it differs from the docket's title. */
  heading?: string
  opening?: string
  parts: Sections
  numbered?: boolean
  /** "WHEREFORE, ..." */
  closing?: string
  conference?: boolean
}

const CONFERENCE =
  'Counsel for the movant conferred with counsel for the parties who have appeared by telephone and e-mail on {recent}. The Commission does not oppose the relief requested. Counsel for Mr. Vanterpool stated that his client takes no position except as he may state in a timely response.'

/** A motion, a memorandum, a reply, a report: what a party writes to the Court. */
export function brief(options: BriefOptions): DocumentPlan {
  return {
    title: options.title,
    make: (place) => ({
      paper: place.filer.paper,
      blocks: [
        caption(options.heading ?? options.title, place.filer),
        ...opening(options, place),
        ...body(options, place),
        ...ending(options, place),
      ],
    }),
  }
}

function opening({ opening: words }: BriefOptions, { filer, scene }: Place): Block[] {
  if (!words) return []
  return [{ kind: 'paragraph', text: `${filer.movant} ${fill(words, scene)}` }]
}

function body({ parts, numbered = false }: BriefOptions, place: Place): Block[] {
  const listed = typeof parts === 'function' ? parts(place) : parts
  return sections(listed, place.scene, numbered ? { next: 1 } : undefined)
}

function ending({ closing, conference }: BriefOptions, place: Place): Block[] {
  const wherefore = closing ? `WHEREFORE, ${fill(closing, place.scene)}` : ''
  return [
    ...(wherefore ? [{ kind: 'paragraph', text: wherefore } as const] : []),
    signature(place),
    ...(conference
      ? [
          { kind: 'heading', text: 'CERTIFICATE OF CONFERENCE', level: 1 } as const,
          { kind: 'paragraph', text: fill(CONFERENCE, place.scene) } as const,
        ]
      : []),
    ...service(place),
  ]
}
