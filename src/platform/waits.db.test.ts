import { expect, test } from 'vitest'
import { eachDatabase } from '../../test/support/each-database.ts'
import { removeOldThrottles, takeFromThrottle } from './database/throttle.ts'
import { hasElapsed, isDue, sqlHasElapsed, sqlIsDue } from './waits.ts'

const MINUTE = 60_000
const NOW = Date.UTC(2026, 10, 25)
const AHEAD = 400 * 86_400_000

/* When it is due, and whether it is, of a kind that waits ten minutes at most. */
const times: [string, number, boolean][] = [
  ['a minute ago', NOW - MINUTE, true],
  ['now', NOW, true],
  ['in a minute', NOW + MINUTE, false],
  ['at the end of its longest wait', NOW + 10 * MINUTE, false],
  ['there, by another machine’s clock', NOW + 10 * MINUTE + 59_000, false],
  ['in 400 days', NOW + AHEAD, true],
]

test.each(times)('what is due %s', (_, dueAt, due) => {
  expect(isDue(dueAt, NOW, 10 * MINUTE)).toBe(due)
  expect(hasElapsed(dueAt - 10 * MINUTE, NOW, 10 * MINUTE)).toBe(due)
})

eachDatabase('waits', (database) => {
  test('end at the same moment in SQL and in JavaScript', async () => {
    const { db } = database
    for (const [when, dueAt] of times) {
      const values = { key: when, count: 1, resets_at: dueAt }
      await db.insertInto('throttles').values(values).execute()
    }
    const dueNow = times.filter(([, , due]) => due).map(([when]) => when)
    const listed = async (predicate: ReturnType<typeof sqlIsDue>) => {
      const rows = await db.selectFrom('throttles').select('key').where(predicate).execute()
      return rows.map(({ key }) => key).sort()
    }
    expect(await listed(sqlIsDue('resets_at', NOW, 10 * MINUTE))).toEqual(dueNow.sort())
    await db
      .updateTable('throttles')
      .set((eb) => ({ resets_at: eb('resets_at', '-', 10 * MINUTE) }))
      .execute()
    expect(await listed(sqlHasElapsed('resets_at', NOW, 10 * MINUTE))).toEqual(dueNow)
  })

  test('a throttle that was used up while the clock was ahead allows again', async () => {
    const { db } = database
    const throttle = { key: 'subscribe:192.0.2.7', limit: 1, windowMs: 10 * MINUTE }
    expect(await takeFromThrottle(db, throttle, NOW + AHEAD)).toBe(0)
    expect(await takeFromThrottle(db, throttle, NOW + AHEAD)).toBe(600)
    expect(await takeFromThrottle(db, throttle, NOW)).toBe(0)
    expect(await takeFromThrottle(db, throttle, NOW)).toBe(600)
    expect(await takeFromThrottle(db, { ...throttle, key: 'other' }, NOW + AHEAD)).toBe(0)
    await removeOldThrottles(db, NOW)
    const left = await db
      .selectFrom('throttles')
      .select('key')
      .where('resets_at', '>', NOW)
      .execute()
    expect(left.map(({ key }) => key)).not.toContain('other')
  })
})
