import fc from 'fast-check'
import { dayNumberOf, dayOfNumber } from '../../src/features/statistics/figures/site-days.ts'
import type { AccessFilter } from '../../src/features/statistics/figures/statistics-rules.ts'
import type { Access } from './expected-figures.ts'

/** A few days around both changes of the clock in New York, so that many records meet. */
const CLOCK_CHANGES = ['2026-03-08', '2026-11-01'] as const
export const DOCUMENTS = 3

const day = fc
  .tuple(fc.constantFrom(...CLOCK_CHANGES), fc.integer({ min: -2, max: 2 }))
  .map(([change, days]) => dayNumberOf(change) + days)

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
    .map(([number, hours]) => Math.floor((number * 24 + hours) * 3_600_000)),
  client_ip: fc.option(fc.constantFrom('192.0.2.1', '192.0.2.2', '198.51.100.3', '2001:db8::1'), {
    freq: 4,
  }),
  is_robot: fc.oneof(
    { arbitrary: fc.constant(0), weight: 3 },
    { arbitrary: fc.constant(1), weight: 1 },
  ),
})

const end = fc.option(day.map(dayOfNumber), { nil: undefined, freq: 4 })

/** Ranges of every kind: open, one day, inside, outside, and ending before they begin. */
export const randomFilter: fc.Arbitrary<AccessFilter> = fc.record({
  from: end,
  to: end,
  robots: fc.constantFrom('include' as const, 'exclude' as const),
  documentId: fc.option(fc.integer({ min: 1, max: DOCUMENTS + 1 }), { nil: undefined, freq: 2 }),
})
