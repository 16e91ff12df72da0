import type { Block, TableBlock } from '../filing-spec.ts'
import { amountOf, type BankLine, type BankLines, linesOf } from './bank-lines.ts'
import { ACCOUNTS } from './case-facts.ts'
import { clerkDate, dayIn, longDate, type Scene, shift, withCents } from './scene.ts'

/** The last day of YYYY-MM. */
function lastOf(month: string): string {
  return shift(`${shift(`${month}-01`, 31).slice(0, 8)}01`, -1)
}

/** Months of one account: balances run through, as on a real statement. */
export function bankStatement(
  ending: string,
  months: readonly string[],
): (scene: Scene) => Block[] {
  const account = ACCOUNTS.find((one) => one.ending === ending) ?? ACCOUNTS[0]
  return (scene) => {
    let balance = scene.random.between(31_000, 240_000)
    const lines = linesOf(ending)
    return months.flatMap((month, i): Block[] => {
      const { rows, end } = monthRows(scene, month, balance, lines)
      balance = end
      return [
        ...(i > 0 ? [{ kind: 'newPage' } as const] : []),
        {
          kind: 'banner',
          name: (account?.bank ?? '').toUpperCase(),
          lines: ['Business Checking Statement', `Account ending ${ending}`, account?.holder ?? ''],
        },
        {
          kind: 'lines',
          lines: [
            `Statement period: ${longDate(`${month}-01`)} through ${longDate(lastOf(month))}`,
          ],
        },
        statementTable(rows, end),
      ]
    })
  }
}

function statementTable(rows: string[][], end: number): TableBlock {
  return {
    kind: 'table',
    columns: [
      { title: 'Date', share: 12 },
      { title: 'Description', share: 44 },
      { title: 'Debits', share: 16, align: 'right' },
      { title: 'Credits', share: 16, align: 'right' },
      { title: 'Balance', share: 16, align: 'right' },
    ],
    rows,
    total: ['', 'Ending balance', '', '', withCents(end)],
  }
}

function monthRows({ random }: Scene, month: string, start: number, lines: BankLines) {
  let balance = start
  // What is charged by the month is charged once.
  const used = new Set<BankLine>()
  const days = Array.from({ length: random.between(31, 44) }, () => random.between(1, 28)).sort(
    (a, b) => a - b,
  )
  const rows = days.map((day) => {
    const isCredit = balance < 45_000 || random.next() < (balance > 220_000 ? 0.3 : 0.48)
    const line = random.pick(
      (isCredit ? lines.credits : lines.debits).filter((one) => !used.has(one)),
    )
    if (line[1] === line[2] || line[0] === 'Interest') used.add(line)
    const amount = Math.min(amountOf(line, random), isCredit ? Infinity : balance * 0.7)
    balance += isCredit ? amount : -amount
    const words = line[0]
      .replace('{n}', String(random.between(3, 611)))
      .replace('{check}', String(random.between(4100, 7900)))
    const cells = isCredit ? ['', withCents(amount)] : [withCents(amount), '']
    return [
      `${month.slice(5)}/${String(day).padStart(2, '0')}`,
      words,
      ...cells,
      withCents(balance),
    ]
  })
  return { rows, end: balance }
}

const DEPOSIT_FORMS = [
  'check',
  'wire',
  'cashier’s check',
  'transfer from IRA custodian',
  'check by mail',
]

/** From investors through the funds to the house: each wire with the deposits that fed it. */
export function tracingSchedule({ random }: Scene): Block[] {
  const wires = [
    ['2020-04-14', 500_000],
    ['2020-05-06', 786_400],
    ['2020-06-05', 800_000],
  ] as const
  const rows = wires.flatMap(([wiredOn, amount]) => {
    const days = Array.from({ length: 22 }, () => dayIn(random, shift(wiredOn, -8), wiredOn)).sort()
    return [
      ...days.map((day) => [
        clerkDate(day),
        `Investor ${random.between(3, 611)}, ${random.pick(DEPOSIT_FORMS)}`,
        random.pick(['x4471', 'x4488', 'x9026']),
        withCents(random.between(400, 7200) * 10),
        '',
      ]),
      [clerkDate(wiredOn), '*Transfer to x9031, then to escrow*', 'x9031', '', withCents(amount)],
    ]
  })
  return [
    {
      kind: 'lines',
      align: 'center',
      bold: true,
      lines: ['SCHEDULE OF TRACED FUNDS', '27 Heron Point Road'],
    },
    {
      kind: 'paragraph',
      style: 'block',
      text: 'Deposits are listed in the order in which the bank posted them. Withdrawals are matched under the lowest intermediate balance rule. Names of investors are replaced by numbers under paragraph 8 of ECF No. 5.',
    },
    {
      kind: 'table',
      columns: [
        { title: 'Posted', share: 15 },
        { title: 'Source or transfer', share: 40 },
        { title: 'Account', share: 12 },
        { title: 'Deposit', share: 18, align: 'right' },
        { title: 'To escrow', share: 18, align: 'right' },
      ],
      rows,
      total: ['', 'Traced to purchase price', '', '', '2,086,400.00'],
    },
  ]
}
