import type { Block } from '../filing-spec.ts'
import type { Random } from '../random.ts'
import { clerkDate, dayIn, fill, type Scene, shift, withCents } from './scene.ts'
import { ACTS, MATTERS, RESULTS, TASKS } from './words-tasks.ts'

interface Timekeeper {
  initials: string
  name: string
  rate: number
}

export const COUNSEL: readonly Timekeeper[] = [
  { initials: 'MAO', name: 'Miriam A. Oyelaran, partner', rate: 440 },
  { initials: 'JTP', name: 'Jonah T. Pruett, partner', rate: 425 },
  { initials: 'SLR', name: 'Selby L. Rourke, associate', rate: 245 },
  { initials: 'DKW', name: 'Dana K. Wiest, associate', rate: 215 },
  { initials: 'PAM', name: 'Paige A. Molloy, paralegal', rate: 95 },
]
export const ACCOUNTANTS: readonly Timekeeper[] = [
  { initials: 'GPL', name: 'Gordon P. Lisowski, director', rate: 365 },
  { initials: 'RVA', name: 'Ravi V. Amble, senior manager', rate: 280 },
  { initials: 'CNT', name: 'Corinne N. Tate, analyst', rate: 165 },
]
export const RECEIVER_STAFF: readonly Timekeeper[] = [
  { initials: 'LJC', name: 'Lenora J. Castellane, receiver', rate: 310 },
  { initials: 'BOF', name: 'Bertram O. Finch, controller', rate: 150 },
]

/** Saturdays and Sundays become the Friday before. */
function workday(day: string): string {
  const weekday = new Date(`${day}T12:00:00Z`).getUTCDay()
  return shift(day, weekday === 6 ? -1 : weekday === 0 ? -2 : 0)
}

function taskOf(random: Random): string {
  if (random.next() < 0.25) return random.pick(TASKS)
  return `${random.pick(ACTS)} ${random.pick(MATTERS)}; ${random.pick(RESULTS)}`
}

/** A bill: each day’s work in tenths of an hour, then a summary by person. */
export function invoice(
  office: string,
  people: readonly Timekeeper[],
  lines: number,
): (scene: Scene) => Block[] {
  return (scene) => {
    const { random, filedOn } = scene
    const days = Array.from({ length: lines }, () =>
      workday(dayIn(random, shift(filedOn, -124), shift(filedOn, -40))),
    )
    const hours = new Map<Timekeeper, number>()
    const rows = days.sort().map((day) => {
      const person = random.pick(people)
      const tenths = random.between(2, 38)
      hours.set(person, (hours.get(person) ?? 0) + tenths)
      const task = taskOf(random)
      const work = fill(task, scene)
      return [
        clerkDate(day),
        person.initials,
        work,
        (tenths / 10).toFixed(1),
        withCents((tenths * person.rate) / 10),
      ]
    })
    return [
      {
        kind: 'banner',
        name: office,
        lines: ['Lakemont, Franklin', 'Statement for services in No. 1:25-cv-00417-MEH'],
      },
      {
        kind: 'table',
        columns: [
          { title: 'Date', share: 13 },
          { title: 'By', share: 8 },
          { title: 'Work', share: 55 },
          { title: 'Hours', share: 9, align: 'right' },
          { title: 'Amount', share: 15, align: 'right' },
        ],
        rows,
      },
      { kind: 'heading', text: 'Summary', level: 2 },
      summary(people, hours),
    ]
  }
}

function summary(people: readonly Timekeeper[], hours: Map<Timekeeper, number>): Block {
  const total = people.reduce((sum, one) => sum + ((hours.get(one) ?? 0) * one.rate) / 10, 0)
  return {
    kind: 'table',
    columns: [
      { title: 'Professional', share: 50 },
      { title: 'Rate', share: 15, align: 'right' },
      { title: 'Hours', share: 15, align: 'right' },
      { title: 'Amount', share: 20, align: 'right' },
    ],
    rows: people.map((one) => {
      const tenths = hours.get(one) ?? 0
      return [
        one.name,
        withCents(one.rate),
        (tenths / 10).toFixed(1),
        withCents((tenths * one.rate) / 10),
      ]
    }),
    total: ['Total fees', '', '', withCents(total)],
  }
}

/** Rates before and after the discount. */
export function rateSchedule(people: readonly Timekeeper[]): () => Block[] {
  return () => [
    { kind: 'lines', align: 'center', bold: true, lines: ['SCHEDULE OF HOURLY RATES', ''] },
    {
      kind: 'table',
      boxed: true,
      columns: [
        { title: 'Professional', share: 50 },
        { title: 'Ordinary rate', share: 25, align: 'right' },
        { title: 'Rate for this engagement', share: 25, align: 'right' },
      ],
      rows: people.map(({ name, rate }) => [
        name,
        withCents(Math.round(rate / 0.8)),
        withCents(rate),
      ]),
    },
    {
      kind: 'paragraph',
      style: 'block',
      text: 'The rates for this engagement are twenty percent below ordinary rates, rounded down to the nearest five dollars, and are fixed until March 1, 2027. Travel is charged at one half of the rate for this engagement and only for time spent outside Lakemont.',
    },
  ]
}
