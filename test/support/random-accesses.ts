import fc from 'fast-check'
import type { AccessFilter } from '../../src/features/statistics/figures/statistics-rules.ts'
import type { Access } from './expected-figures.ts'

/** Around both changes of the clock in New York, the day of the first IPs, and a new year, so that many records meet. */
const DATES = ['2026-03-08', '2026-11-01', '2026-07-30', '2025-12-31'] as const
export const DOCUMENTS = 3
const DAY = 86_400_000

const day = fc
  .tuple(fc.constantFrom(...DATES), fc.integer({ min: -2, max: 2 }))
  .map(([date, days]) => Date.parse(date) + days * DAY)

const ADDRESSES = [
  '192.0.2.1',
  '192.0.2.2',
  '192.0.2.10',
  '198.51.100.3',
  '2001:db8::1',
  '2001:db8::10',
  '2001:db8:0:1::1',
]

/** Few visitors, so that they come back; most moments near the ends of days. */
export const randomAccess: fc.Arbitrary<Access> = fc.record({
  document_id: fc.integer({ min: 1, max: DOCUMENTS }),
  accessed_at: fc
    .tuple(
      day,
      fc.oneof(
        fc.constantFrom(3, 3.9999, 4, 4.5, 5, 5.0001, 6, 7),
        fc.double({ min: 0, max: 24, noNaN: true }),
      ),
    )
    .map(([midnight, hours]) => Math.floor(midnight + hours * 3_600_000)),
  client_ip: fc.option(fc.constantFrom(...ADDRESSES), { freq: 4 }),
  is_robot: fc.constantFrom(0, 0, 0, 1),
})

const FIRST_IP = Date.parse('2026-07-30T04:00Z')

/** Either any mixture, or as the service has recorded them: no IPs before 07/30/2026, in New York. */
export const randomAccesses: fc.Arbitrary<Access[]> = fc
  .tuple(fc.array(randomAccess, { maxLength: 40 }), fc.boolean())
  .map(([accesses, isReal]) => {
    const hasNoIp = ({ accessed_at }: Access) => isReal && accessed_at < FIRST_IP
    return accesses.map((one) => (hasNoIp(one) ? { ...one, client_ip: null } : one))
  })

const isoDay = day.map((time) => new Date(time).toISOString().slice(0, 10))
const end = fc.option(isoDay, { nil: undefined, freq: 4 })

/** Ranges of every kind: open, one day, inside, outside, and ending before they begin. */
export const randomFilter: fc.Arbitrary<AccessFilter> = fc.record({
  from: end,
  to: end,
  robots: fc.constantFrom('include' as const, 'exclude' as const),
  documentId: fc.option(fc.integer({ min: 1, max: DOCUMENTS + 1 }), { nil: undefined, freq: 2 }),
})
