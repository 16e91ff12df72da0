import type { Random } from '../random.ts'

/** Words of a statement's line, and the dollars between which its amounts lie. */
export type BankLine = readonly [words: string, least: number, most: number]

export interface BankLines {
  credits: readonly BankLine[]
  debits: readonly BankLine[]
}

/** An account through which investors' money passed. */
const fund: BankLines = {
  credits: [
    ['Deposit - Investor {n}', 10_000, 90_000],
    ['Wire in - IRA custodian FBO Investor {n}', 25_000, 140_000],
    ['Mobile deposit - Investor {n}', 5000, 50_000],
    ['Cashier’s check - Investor {n}', 15_000, 75_000],
    ['Rent - grazing lease', 1800, 6400],
  ],
  debits: [
    ['ACH - preferred distribution batch', 38_000, 212_000],
    ['Check {check} - Northfork Seed & Feed', 600, 9800],
    ['Check {check} - Pell Street Interiors', 2100, 18_400],
    ['Wire out - Lake Ammerance Savings x6640', 15_000, 60_000],
    ['Card payment - D R Vanterpool', 3200, 21_000],
    ['Transfer to x9031 - management', 20_000, 95_000],
    ['ACH - sales agent commission', 900, 12_750],
    ['Check {check} - Ridgeway School tuition', 8400, 8400],
    ['Wire out - Kettle Hollow Aviation', 4100, 26_500],
    ['Check {check} - Tamarack County Treasurer', 1200, 14_900],
    ['Analysis charge', 31, 118],
  ],
}

const terminal: BankLines = {
  credits: [
    ['Storage charges - depositor {n}', 700, 14_800],
    ['Handling - rail cars, lot {n}', 2400, 31_000],
    ['Drying charges - depositor {n}', 300, 5200],
    ['Freight refund', 140, 2900],
  ],
  debits: [
    ['Payroll', 11_900, 14_600],
    ['ACH - Valley Electric Cooperative', 3100, 9700],
    ['Check {check} - Harlan Pump Works', 240, 6100],
    ['Loan payment - First Prairie', 9000, 9000],
    ['Check {check} - bin liner and sealant', 380, 4400],
    ['ACH - warehouse bond premium', 1150, 1150],
    ['Check {check} - Gristmill Logistics', 900, 8800],
  ],
}

const family: BankLines = {
  credits: [
    ['Wire in - Harrow Creek Management x9031', 12_000, 64_000],
    ['Transfer from x6652', 2000, 15_000],
    ['Interest', 4, 31],
  ],
  debits: [
    ['Check {check} - Pell Street Interiors', 2600, 22_000],
    ['Check {check} - boathouse, second draw', 14_000, 38_000],
    ['ACH - Lake Ammerance Club', 1450, 1450],
    ['Check {check} - landscape maintenance', 900, 3600],
    ['Card payment', 2800, 13_500],
    ['Check {check} - Ridgeway School', 8400, 8400],
    ['ACH - homeowner’s insurance', 1210, 1210],
  ],
}

const receivership: BankLines = {
  credits: [
    ['Settlement installment - sales agent {n}', 2500, 18_000],
    ['Interest credited', 11_000, 24_000],
    ['Auction remittance - Dalloway trust account', 120_000, 640_000],
    ['Net storage revenue - terminal', 14_000, 52_000],
    ['Grazing rent - Marlow', 6200, 18_800],
  ],
  debits: [
    ['Insurance premium', 2100, 9400],
    ['Transfer to operating account', 20_000, 60_000],
    ['Service charge, collateral agreement', 90, 340],
    ['County treasurer', 3100, 12_900],
  ],
}

const LINES = new Map<string, BankLines>([
  ['1175', terminal],
  ['6640', family],
  ['2210', receivership],
])

export function linesOf(ending: string): BankLines {
  return LINES.get(ending) ?? fund
}

export function amountOf([, least, most]: BankLine, random: Random): number {
  if (least === most) return least
  const dollars = random.between(least, most)
  return most > 40_000 ? Math.round(dollars / 50) * 50 : dollars + random.between(0, 99) / 100
}
