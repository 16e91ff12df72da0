import type { Block } from '../filing-spec.ts'
import { cashOn } from './case-facts.ts'
import { quarterBefore, type Scene, shift, withCents } from './scene.ts'

const MONEY_COLUMNS = [
  { title: 'Line', share: 8 },
  { title: 'Description', share: 56 },
  { title: 'This period', share: 18, align: 'right' },
  { title: 'To date', share: 18, align: 'right' },
] as const

const INCREASES = [
  'Business income',
  'Cash and securities',
  'Interest and dividends',
  'Personal asset liquidation',
  'Third-party litigation income',
  'Miscellaneous',
]
const DECREASES = [
  'Business asset expenses',
  'Personal asset expenses',
  'Investment expenses',
  'Third-party litigation expenses',
  'Tax administrator fees and bonds',
  'Federal and state taxes',
]

type Line = readonly [name: string, period: number, toDate: number]

/** Random amounts, with one line that makes the balance come out. */
function accountLines({ random }: Scene, names: readonly string[]): Line[] {
  return names.map((name) => {
    const period = random.between(0, 4) === 0 ? 0 : random.between(1100, 240_000)
    return [name, period, period * random.between(1, 4)]
  })
}

/** No professional was paid before the first fee order (ECF No. 28). */
const FIRST_FEES = '2026-02-06'

function balanced(scene: Scene, begin: number, end: number): { ins: Line[]; outs: Line[] } {
  const ins = accountLines(scene, INCREASES)
  const outs = accountLines(scene, DECREASES)
  const fees = scene.filedOn < FIRST_FEES ? 0 : scene.random.between(180_000, 420_000)
  const sum = (lines: Line[], at: 1 | 2) => lines.reduce((total, line) => total + line[at], 0)
  const period = end - begin - sum(ins, 1) + sum(outs, 1) + fees
  const toDate = end - sum(ins, 2) + sum(outs, 2) + fees
  ins.splice(3, 0, ['Business asset liquidation', Math.max(0, period), Math.max(0, toDate)])
  outs.unshift([
    'Disbursements to receiver and professionals',
    fees + Math.max(0, -period),
    fees + Math.max(0, -toDate),
  ])
  return { ins, outs }
}

/** The standardized fund accounting report that receivers attach to a quarterly report. */
export function fundAccounting(scene: Scene): Block[] {
  const { filedOn } = scene
  const end = cashOn(filedOn)
  const begin = cashOn(shift(filedOn, -91))
  const { ins, outs } = balanced(scene, begin, end)
  const rows = (lines: Line[], from: number) =>
    lines.map(([name, period, toDate], i) => [
      String(from + i),
      name,
      withCents(period),
      withCents(toDate),
    ])
  return [
    {
      kind: 'lines',
      align: 'center',
      bold: true,
      lines: ['STANDARDIZED FUND ACCOUNTING REPORT', 'Cash Basis', `For ${quarterBefore(filedOn)}`],
    },
    { kind: 'heading', text: 'Fund accounting', level: 2 },
    {
      kind: 'table',
      boxed: true,
      columns: MONEY_COLUMNS,
      rows: [['1', 'Beginning balance', withCents(begin), ''], ...rows(ins, 2)],
    },
    { kind: 'heading', text: 'Decreases in fund balance', level: 2 },
    {
      kind: 'table',
      boxed: true,
      columns: MONEY_COLUMNS,
      rows: rows(outs, 9),
      total: ['16', 'Ending balance', withCents(end), withCents(end)],
    },
    {
      kind: 'paragraph',
      style: 'block',
      text: 'The report includes all cash receipts and disbursements of the receivership estate. Property held in kind is not included. Amounts held for depositors of grain and for buyers at auction are held in trust and are shown in a separate account.',
    },
    {
      kind: 'signature',
      dated: '',
      intro: '',
      name: 'Lenora J. Castellane',
      lines: ['Lenora J. Castellane, Receiver'],
    },
  ]
}
