import type { Block } from '../filing-spec.ts'
import { clerkDate, dayIn, quarterBefore, type Scene, shift, withCents } from './scene.ts'

const RECEIPTS = [
  'Grain storage and handling',
  'Grazing rent, north parcels',
  'Crop share, dry land',
  'Settlement installment, sales agent {n}',
  'Insurance premium refund',
  'Interest, depository',
  'Sale of surplus item {n}',
  'Tuition returned',
  'Farm program payment',
]
const COSTS = [
  'Terminal payroll',
  'Electric service, terminal',
  'Liability and property insurance',
  'Dunwoody Cold Storage Service',
  'Harlan Pump Works',
  'County treasurer, second half',
  'Storage unit rent',
  'Website and mailing',
  'Rail siding maintenance',
  'Weed control, vineyard',
  'Fence repair, Route 9',
]

export function cashSchedule({ filedOn, random }: Scene): Block[] {
  const day = () => clerkDate(dayIn(random, shift(filedOn, -136), shift(filedOn, -45)))
  const rows = Array.from({ length: 74 }, () => {
    const isReceipt = random.next() < 0.4
    const words = random
      .pick(isReceipt ? RECEIPTS : COSTS)
      .replace('{n}', String(random.between(1, 11)))
    const amount = withCents(random.between(180, 38_000) + random.between(0, 99) / 100)
    return isReceipt ? [day(), words, amount, ''] : [day(), words, '', amount]
  })
  rows.sort((a, b) => sortable(a[0]).localeCompare(sortable(b[0])))
  return [
    {
      kind: 'lines',
      align: 'center',
      bold: true,
      lines: ['PRINCIPAL RECEIPTS AND DISBURSEMENTS', `For ${quarterBefore(filedOn)}`],
    },
    {
      kind: 'table',
      columns: [
        { title: 'Date', share: 16 },
        { title: 'Payee or source', share: 50 },
        { title: 'Received', share: 18, align: 'right' },
        { title: 'Paid', share: 18, align: 'right' },
      ],
      rows,
    },
  ]
}

function sortable(date = ''): string {
  return `${date.slice(6)}${date.slice(0, 5)}`
}

const MACHINES = [
  'Row-crop tractor, 210 hp',
  'Utility tractor, 75 hp',
  'Airblast sprayer',
  'Grain truck, tandem axle',
  'Bin dumper',
  'Forklift, 5,000 lb',
  'Orchard platform',
  'Grain auger, 10 in.',
  'Flatbed trailer',
  'Pickup, three-quarter ton',
  'Frost fan motor',
  'Portable conveyor',
  'Rotary mower',
  'Diesel tank, 1,000 gal.',
  'Pallet of bins',
  'Shop press',
  'Stock trailer',
  'No-till drill',
]

export function inventory(lots: number): (scene: Scene) => Block[] {
  return ({ random }) => [
    {
      kind: 'lines',
      align: 'center',
      bold: true,
      lines: [
        'INVENTORY OF AIRCRAFT, VEHICLES AND EQUIPMENT',
        'Estimates assume a sale in September 2026',
      ],
    },
    {
      kind: 'table',
      columns: [
        { title: 'Lot', share: 8 },
        { title: 'Description', share: 40 },
        { title: 'Year', share: 10 },
        { title: 'Serial no.', share: 22 },
        { title: 'Hours', share: 12, align: 'right' },
        { title: 'Estimate', share: 20, align: 'right' },
      ],
      rows: [
        [
          '1',
          'Single-engine turboprop aircraft, with logbooks',
          '2017',
          'HC-1704-417',
          '1,862',
          '3,100,000.00',
        ],
        ...Array.from({ length: lots - 1 }, (_, i) => {
          const year = random.between(1996, 2024)
          const serial = `${random.pick(['A', 'F', 'K', 'T'])}${random.between(10_000, 99_999)}-${random.between(100, 999)}`
          const hours = random.between(110, 6900).toLocaleString('en-US')
          return [
            String(i + 2),
            random.pick(MACHINES),
            String(year),
            serial,
            hours,
            withCents(random.between(3, 480) * 100),
          ]
        }),
      ],
    },
  ]
}
