import type { Block } from '../filing-spec.ts'
import { CASE_NUMBER, COURT_HEADING } from './case-facts.ts'
import type { DocumentPlan } from './compose.ts'
import { longDate, type Scene } from './scene.ts'

/** Who spoke, then the words. Q and A stand alone; nobody: a note of the reporter. */
export type Speech = readonly [speaker: string, words: string]

interface Hearing {
  title: string
  heldOn: string
  subject: string
  speeches: (scene: Scene) => readonly Speech[]
}

/** A court reporter's transcript: title page, the words, the certificate. */
export function transcript({ title, heldOn, subject, speeches }: Hearing): DocumentPlan {
  return {
    title,
    make: ({ scene }) => ({
      paper: 'transcript',
      blocks: [
        ...titlePage(subject, heldOn),
        { kind: 'newPage' },
        { kind: 'lines', align: 'center', lines: ['P R O C E E D I N G S', ''] },
        ...speeches(scene).map(spoken),
        { kind: 'paragraph', text: '(Proceedings concluded.)' },
        { kind: 'newPage' },
        ...certificate(),
      ],
    }),
  }
}

function titlePage(subject: string, heldOn: string): Block[] {
  return [
    { kind: 'lines', align: 'center', lines: [...COURT_HEADING] },
    {
      kind: 'lines',
      lines: [
        'FEDERAL INVESTMENT MARKETS     )',
        'COMMISSION,                    )',
        '               Plaintiff,      )',
        `     vs.                       )  No. ${CASE_NUMBER}`,
        'HARROW CREEK CAPITAL           )',
        'PARTNERS, LLC, et al.,         )  Lakemont, Franklin',
        `               Defendants.     )  ${longDate(heldOn)}`,
        '_______________________________)',
      ].map(fixed),
    },
    {
      kind: 'lines',
      align: 'center',
      lines: [
        `TRANSCRIPT OF ${subject.toUpperCase()}`,
        'BEFORE THE HON. MARGUERITE E. HALVORSEN',
        '',
      ],
    },
    {
      kind: 'lines',
      lines: [
        'For the Receiver: MIRIAM A. OYELARAN',
        'For the Commission: REBECCA S. THORNQUIST',
        'Court Reporter: Dalia F. Ostrander, RMR, CRR',
      ],
    },
  ]
}

function spoken([speaker, words]: Speech): Block {
  if (speaker === '') return { kind: 'lines', align: 'center', lines: [words] }
  const lead = speaker.length === 1 ? `${speaker}   ` : `${speaker}:  `
  return { kind: 'paragraph', text: `${fixed(lead)}${words}` }
}

/** Spaces that do not collapse. */
function fixed(text: string): string {
  return text.replaceAll(' ', '\u00a0')
}

function certificate(): Block[] {
  return [
    { kind: 'lines', align: 'center', lines: ['C E R T I F I C A T E', ''] },
    {
      kind: 'paragraph',
      text: 'I, Dalia F. Ostrander, official court reporter for the United States District Court, Eastern District of Franklin, certify that the foregoing is a true and correct transcript, to the best of my ability, of the proceedings in the above-entitled matter, taken down by me in stenotype and transcribed by computer.',
    },
    { kind: 'lines', lines: ['', '/s/ Dalia F. Ostrander', 'Official Court Reporter'] },
  ]
}
