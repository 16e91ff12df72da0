import type { Block } from '../filing-spec.ts'
import type { DocumentPlan, Place } from './compose.ts'
import { fill, type Scene } from './scene.ts'

/** An exhibit behind its cover sheet; scanned where the paper came from outside the office. */
export function exhibit(
  letter: string,
  what: string,
  pages: (scene: Scene, place: Place) => Block[],
  paper: 'exhibit' | 'scan' = 'exhibit',
): DocumentPlan {
  return {
    title: `Exhibit ${letter} - ${what}`,
    make: (place) => ({
      paper,
      blocks: [
        { kind: 'cover', label: `EXHIBIT ${letter}`, description: what },
        ...pages(place.scene, place),
      ],
    }),
  }
}

/** Numbered sections under a title, signature lines at the end. */
export function contract(
  title: string,
  parties: string,
  clauses: readonly string[],
  signers: readonly string[],
): (scene: Scene) => Block[] {
  return (scene) => [
    { kind: 'lines', align: 'center', bold: true, size: 14, lines: [title.toUpperCase(), ''] },
    { kind: 'paragraph', text: fill(parties, scene) },
    ...clauses.map(
      (clause, i): Block => ({
        kind: 'paragraph',
        style: 'hanging',
        lead: `${i + 1}.`,
        text: fill(underlined(clause), scene),
      }),
    ),
    {
      kind: 'paragraph',
      text: 'Signed by the undersigned, each with authority to do so.',
    },
    ...signers.map(
      (signer): Block => ({
        kind: 'signature',
        dated: '',
        intro: '',
        name: signer.split(',')[0] ?? signer,
        lines: [signer],
      }),
    ),
  ]
}

/** The heading of a clause, up to its first full stop, in italics. */
function underlined(clause: string): string {
  const end = clause.indexOf('.') + 1
  const heading = clause.slice(0, end).trim()
  return `*${heading}*${clause.slice(end)}`
}

/** Prose under a heading: reports, notices, instruments. */
export function prose(
  heading: readonly string[],
  words: readonly string[],
): (scene: Scene) => Block[] {
  return (scene) => [
    { kind: 'lines', align: 'center', bold: true, lines: [...heading, ''] },
    ...words.map((text): Block => ({ kind: 'paragraph', text: fill(text, scene), style: 'block' })),
  ]
}
