import type { Block } from '../filing-spec.ts'
import { type Scene, withCents } from './scene.ts'

/** Cents on the dollar of the first distribution: 14,500,000 of 79,864,120. */
const FIRST_SHARE = 0.18156

const COLUMNS = [
  { title: 'Claim', share: 10 },
  { title: 'Fund', share: 12 },
  { title: 'Paid in', share: 18, align: 'right' },
  { title: 'Received', share: 18, align: 'right' },
  { title: 'Net investment', share: 20, align: 'right' },
  { title: 'First payment', share: 18, align: 'right' },
] as const

interface Claim {
  number: string
  fund: string
  paid: number
  received: number
}

/** So many claims whose net investments come to the total that the motion states. */
function claims({ random }: Scene, count: number, first: number, total: number): Claim[] {
  const drawn = Array.from({ length: count }, (_, i) => ({
    number: String(first + i),
    fund: random.pick(['I', 'II', 'I and II', 'Notes']),
    paid: random.between(20, 620) * 1000,
    part: random.between(2, 55) / 100,
  }))
  const scale = total / drawn.reduce((sum, { paid, part }) => sum + paid * (1 - part), 0)
  const scaled = drawn.map(({ paid, part, ...rest }) => {
    const scaledPaid = Math.max(1, Math.round((paid * scale) / 100)) * 100
    return { ...rest, paid: scaledPaid, received: Math.round(scaledPaid * part) }
  })
  const off = total - scaled.reduce((sum, { paid, received }) => sum + paid - received, 0)
  return scaled.map((claim, i) => (i === count - 1 ? { ...claim, paid: claim.paid + off } : claim))
}

export function claimsSchedule(
  count: number,
  first: number,
  total: number,
): (scene: Scene) => Block[] {
  return (scene) => [
    {
      kind: 'table',
      columns: COLUMNS,
      rows: claims(scene, count, first, total).map(({ number, fund, paid, received }) => {
        const net = paid - received
        return [number, fund, ...[paid, received, net, net * FIRST_SHARE].map(withCents)]
      }),
      total: ['', '', '', '', withCents(total), withCents(total * FIRST_SHARE)],
    },
  ]
}

/** The same claims under both methods; under rising tide what was received counts as paid on the plan. */
export function methodsCompared(scene: Scene): Block[] {
  const sample = claims(scene, 120, 1001, 17_714_900)
  const tide = 0.41
  const rows = sample.map(({ number, fund, paid, received }) => {
    const risen = Math.max(0, paid * tide - received)
    return [
      number,
      fund,
      ...[paid, received, (paid - received) * FIRST_SHARE, risen].map(withCents),
    ]
  })
  return [
    {
      kind: 'paragraph',
      style: 'block',
      text: 'The table shows the first 120 claims in the order of their numbers. The last column assumes a distribution of the same size at which the tide stands at 41 percent of principal.',
    },
    {
      kind: 'table',
      columns: [
        ...COLUMNS.slice(0, 4),
        { title: 'Net investment method', share: 20, align: 'right' },
        { title: 'Rising tide method', share: 18, align: 'right' },
      ],
      rows,
    },
  ]
}

/** What two investors kept in a shoebox. */
export function taxPaid(): Block[] {
  const years: readonly (readonly [year: string, paid: number])[] = [
    ['2019', 9_800],
    ['2020', 21_600],
    ['2021', 21_600],
    ['2022', 21_600],
    ['2023', 21_600],
    ['2024', 21_600],
    ['2025', 3_800],
  ]
  return [
    {
      kind: 'lines',
      lines: ['What Harrow Creek paid us and what we paid on it', 'W. and J. Penhallow'],
    },
    {
      kind: 'table',
      boxed: true,
      columns: [
        { title: 'Year', share: 20 },
        { title: 'Paid to us (from the forms they sent)', share: 40, align: 'right' },
        { title: 'Tax we paid on it', share: 40, align: 'right' },
      ],
      rows: years.map(([year, paid]) => [year, withCents(paid), withCents(paid * 0.17)]),
      total: ['', '121,600.00', '20,672.00'],
    },
  ]
}
