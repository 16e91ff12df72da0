import type { Block } from '../filing-spec.ts'
import { ENTITIES } from './case-facts.ts'
import { clerkDate, dayIn, type Scene, withCents } from './scene.ts'
import { emails } from './words-papers.ts'

/** Messages as a review platform prints them. */
export function messages(): (scene: Scene) => Block[] {
  return ({ random }) =>
    emails.flatMap(([from, to, subject, body], i): Block[] => [
      {
        kind: 'lines',
        lines: [
          `From:     ${from}`,
          `Sent:     ${clerkDate(dayIn(random, '2024-09-01', '2025-07-20'))} ${random.between(6, 11)}:${random.between(10, 59)} AM`,
          `To:         ${to}`,
          `Subject: ${subject}`,
        ],
      },
      { kind: 'paragraph', style: 'block', text: body },
      {
        kind: 'lines',
        align: 'right',
        size: 8.5,
        lines: [`HCCP-${String(61_204 + i * 37).padStart(8, '0')}`],
      },
    ])
}

/** An exchange of letters between two offices, one after the other. */
export function exchange(
  letters: readonly string[],
  offices: readonly [string, string],
): () => Block[] {
  return () =>
    letters.flatMap((text, i): Block[] => [
      ...(i > 0 && i % 3 === 0 ? [{ kind: 'newPage' } as const] : []),
      {
        kind: 'banner',
        name: i === 3 || i === 4 ? offices[1] : offices[0],
        lines: ['By e-mail and first-class mail'],
      },
      { kind: 'paragraph', style: 'block', text },
      { kind: 'gap', lines: 2 },
    ])
}

export function entityList(): Block[] {
  return [
    { kind: 'lines', align: 'center', bold: true, lines: ['THE RECEIVERSHIP ENTITIES', ''] },
    {
      kind: 'table',
      boxed: true,
      columns: [
        { title: 'No.', share: 8 },
        { title: 'Name', share: 60 },
        { title: 'Organized', share: 18 },
        { title: 'State', share: 14 },
      ],
      rows: ENTITIES.map((name, i) => [String(i + 1), name, String(2014 + i), 'Franklin']),
    },
    {
      kind: 'paragraph',
      style: 'block',
      text: 'together with every other entity that is owned or controlled by one of them, as the Receiver may identify by notice filed in this action. An entity so identified may object within fourteen days after service of the notice.',
    },
  ]
}

const COMPARABLES = [
  'Amsel Creek',
  'Burdick Hill',
  'Corley Bench',
  'Dry Fork',
  'East Sorrel',
  'Flint Corner',
]

export function comparables({ random }: Scene): Block {
  return {
    kind: 'table',
    columns: [
      { title: 'Sale', share: 24 },
      { title: 'Date', share: 16 },
      { title: 'Acres', share: 12, align: 'right' },
      { title: 'Price', share: 20, align: 'right' },
      { title: 'Per acre', share: 16, align: 'right' },
      { title: 'Adjusted', share: 16, align: 'right' },
    ],
    rows: COMPARABLES.map((name) => {
      const acres = random.between(90, 520)
      const each = random.between(13_400, 18_900)
      const adjusted = Math.round(each * (0.94 + random.next() * 0.12))
      return [
        name,
        clerkDate(dayIn(random, '2023-06-01', '2025-09-30')),
        String(acres),
        withCents(acres * each),
        withCents(each),
        withCents(adjusted),
      ]
    }),
  }
}

/** Charges and credits at a closing, seller’s side. */
export function settlementStatement(): Block[] {
  return [
    {
      kind: 'lines',
      align: 'center',
      bold: true,
      lines: [
        'LAKEMONT TITLE COMPANY',
        'Seller’s Settlement Statement',
        'File 25-88134, Cold Spring Orchard',
        '',
      ],
    },
    {
      kind: 'table',
      boxed: true,
      columns: [
        { title: 'Item', share: 60 },
        { title: 'Charge', share: 20, align: 'right' },
        { title: 'Credit', share: 20, align: 'right' },
      ],
      rows: [
        ['Contract price', '', '6,850,000.00'],
        ['Proration of cold-storage electricity prepaid by seller', '', '3,114.20'],
        ['Broker’s commission, 4 percent', '274,000.00', ''],
        ['Irrigation assessment, seasons 2024 and 2025', '18,206.40', ''],
        ['County tax, January 1 to closing', '4,417.36', ''],
        ['Compressor holdback, section 12', '50,000.00', ''],
        ['Recording of order and release of Instrument 2021-004417', '236.00', ''],
        ['Escrow fee, one half', '2,150.00', ''],
        ['Owner’s policy, standard coverage', '5,890.44', ''],
      ],
      total: ['Net to seller at closing', '', '6,498,214.00'],
    },
    {
      kind: 'paragraph',
      style: 'block',
      text: 'The net amount was wired to the Receiver’s segregated account on the day of closing. The holdback is to be released on acceptance of the repair by the buyer’s engineer or after sixty days, and will be reported by a supplemental statement.',
    },
    {
      kind: 'signature',
      dated: '',
      intro: '',
      name: 'Aurelia M. Stokes',
      lines: ['Aurelia M. Stokes, Escrow Officer'],
    },
  ]
}

/** A form with boxes: cover sheets, summonses, claim forms. */
export function form(
  title: readonly string[],
  fields: readonly (readonly [label: string, answer: string])[],
): Block[] {
  return [
    { kind: 'lines', align: 'center', bold: true, lines: [...title, ''] },
    {
      kind: 'table',
      boxed: true,
      columns: [
        { title: '', share: 38 },
        { title: '', share: 62 },
      ],
      rows: fields,
    },
  ]
}
