import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { describeNews, openDocket, type VisitRecord } from './news.ts'

const minute = 60_000

describe('opening the docket', () => {
  it('for the first time has nothing to compare with', () => {
    const seen = { at: 1000, newest: 5 }
    expect(openDocket(null, seen)).toEqual({ ...seen, since: null })
  })

  it('again after a while compares with what was there then, and soon after that, too', () => {
    const first = openDocket(null, { at: 0, newest: 5 })
    const second = openDocket(first, { at: 31 * minute, newest: 9 })
    expect(second.since).toEqual({ at: 0, newest: 5 })
    const third = openDocket(second, { at: 45 * minute, newest: 12 })
    expect(third).toEqual({ at: 45 * minute, newest: 12, since: { at: 0, newest: 5 } })
  })

  it('with a clock that was set back counts as a new visit', () => {
    const first = openDocket(null, { at: 1000 * minute, newest: 5 })
    expect(openDocket(first, { at: 10 * minute, newest: 9 }).since?.newest).toBe(5)
  })

  test('never marks an entry as new that was there at an earlier visit', () => {
    const seen = fc.record({ at: fc.nat(1e9), newest: fc.nat(1000) })
    fc.assert(
      fc.property(fc.array(seen, { minLength: 1 }), (visits) => {
        let record: VisitRecord | null = null
        let before: number[] = []
        for (const visit of visits) {
          const kept: VisitRecord['since'] | undefined = record?.since
          record = openDocket(record, visit)
          const isSameVisit = JSON.stringify(record.since) === JSON.stringify(kept ?? null)
          if (!isSameVisit) expect(record.since?.newest).toBe(Math.max(...before))
          before = [...before, visit.newest]
          expect(record.newest).toBe(Math.max(...before))
        }
      }),
    )
  })
})

test.each([
  [0, false, 'No new entries'],
  [1, false, '1 new entry'],
  [3, false, '3 new entries'],
  [100, true, '100 or more new entries'],
])('%i new entries, more: %s: %s', (total, isMore, words) => {
  expect(describeNews(total, isMore)).toBe(words)
})
