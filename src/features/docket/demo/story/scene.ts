import { type Random, randomFrom } from '../random.ts'
import { ACCOUNTS, cashOn, PROPERTIES, type Property } from './case-facts.ts'

/** Where a text is written: on what day, about what property; its blanks fill from here, the same every time. */
export interface Scene {
  /** YYYY-MM-DD */
  filedOn: string
  random: Random
  property: Property
}

export function sceneOf(
  seed: string,
  filedOn: string,
  property: Property = PROPERTIES.orchard,
): Scene {
  return { filedOn, random: randomFrom(seed), property }
}

/** Fills the {blanks} of a text. */
export function fill(text: string, scene: Scene): string {
  return text.replace(/\{(\w+)\}/g, (blank, name: string) => BLANKS[name]?.(scene) ?? blank)
}

const BLANKS: Record<string, (scene: Scene) => string> = {
  date: ({ random }) => longDate(dayIn(random, '2019-02-01', '2025-06-30')),
  recent: ({ random, filedOn }) => longDate(shift(filedOn, -random.between(6, 55))),
  soon: ({ random, filedOn }) => longDate(shift(filedOn, random.between(14, 45))),
  today: ({ filedOn }) => longDate(filedOn),
  amount: ({ random }) => dollars(random.between(84, 1960) * 1000 + random.between(0, 999)),
  small: ({ random }) => dollars(random.between(1200, 48_000)),
  fee: ({ random }) => dollars(random.between(52_000, 318_000) + random.between(0, 1) * 0.5),
  cash: ({ filedOn }) => dollars(cashOn(filedOn)),
  n: ({ random }) => String(random.between(7, 48)),
  nn: ({ random }) => String(random.between(64, 586)),
  percent: ({ random }) => `${random.between(11, 87)} percent`,
  account: ({ random }) => {
    const { ending, bank } = random.pick(ACCOUNTS)
    return `the account ending ${ending} at ${bank}`
  },
  investor: ({ random }) => `Investor ${random.between(3, 611)}`,
  vendor: ({ random }) => random.pick(VENDORS),
  property: ({ property }) => property.name,
  place: ({ property }) => property.place,
  what: ({ property }) => property.what,
  owner: ({ property }) => property.owner,
  appraised: ({ property }) => dollars(property.appraised),
  quarter: ({ filedOn }) => quarterBefore(filedOn),
}

const VENDORS = [
  'Aldous Irrigation Supply',
  'Brightwater Crop Insurance Agency',
  'Cassel & Roe Surveyors',
  'Dunwoody Cold Storage Service',
  'Fairlane Equipment Leasing',
  'Gristmill Logistics',
  'Harlan Pump Works',
  'Kettle Hollow Aviation',
  'Lakemont Title Company',
  'Northfork Seed & Feed',
  'Oakham Printing and Mailing',
  'Pell Street Interiors',
]

export function dollars(amount: number): string {
  const cents = Number.isInteger(amount) ? 0 : 2
  return `$${amount.toLocaleString('en-US', { minimumFractionDigits: cents, maximumFractionDigits: cents })}`
}

export function withCents(amount: number): string {
  return amount.toLocaleString('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2 })
}

/** Calendar days, counted in UTC so that no clock or zone moves them. */
export function shift(date: string, days: number): string {
  return new Date(Date.parse(`${date}T12:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10)
}

export function dayIn(random: Random, first: string, last: string): string {
  const span = (Date.parse(last) - Date.parse(first)) / 86_400_000
  return shift(first, random.between(0, span))
}

export function longDate(date: string): string {
  return new Date(`${date}T12:00:00Z`).toLocaleDateString('en-US', {
    dateStyle: 'long',
    timeZone: 'UTC',
  })
}

/** 08/11/2025, as clerks write it. */
export function clerkDate(date: string): string {
  return `${date.slice(5, 7)}/${date.slice(8)}/${date.slice(0, 4)}`
}

export function quarterBefore(date: string): string {
  const month = Number(date.slice(5, 7))
  const ends = ['December 31', 'March 31', 'June 30', 'September 30']
  const quarter = Math.floor((month - 1) / 3)
  const year = Number(date.slice(0, 4)) - (quarter === 0 ? 1 : 0)
  return `the quarter ended ${ends[quarter]}, ${year}`
}
