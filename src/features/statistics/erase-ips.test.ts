import { afterAll, beforeAll, expect, test } from 'vitest'
import { connectApart } from '../../../test/support/connect-apart.ts'
import { eachDatabase } from '../../../test/support/each-database.ts'
import {
  type Access,
  actualFigures,
  addDocuments,
  expectedFigures,
} from '../../../test/support/expected-figures.ts'
import type { Database } from '../../platform/database/schema.ts'
import { eraseIps, lastDayToErase } from './erase-ips.ts'
import { readFigures } from './figures/figure-reader.ts'
import { foldDownloads, rebuildStatistics } from './figures/fold-downloads.ts'
import { dayNumberOf, dayOfNumber } from './figures/site-days.ts'
import type { AccessFilter } from './figures/statistics-rules.ts'

const timeZone = 'America/New_York'
const FIRST = dayNumberOf('2026-07-30')
const ERASED = FIRST + 4

/** Three visitors, one sometimes a robot, who take turns over ten days, sometimes without an IP. */
const accesses: Access[] = Array.from({ length: 120 }, (_, index) => ({
  document_id: 1 + (index % 2),
  accessed_at: Date.parse('2026-07-30T12:00Z') + Math.floor(index / 12) * 86_400_000 + index,
  client_ip: index % 11 === 0 ? null : `192.0.2.${1 + ((index * 7) % 13)}`,
  is_robot: index % 13 === 0 ? 1 : 0,
}))

/** The first and last recorded days, and both sides of the erased days. */
const days = [undefined, ...[0, 1, 4, 5, 9].map((index) => dayOfNumber(FIRST + index))]
const filters: AccessFilter[] = days.flatMap((from) =>
  days.flatMap((to) => [
    { from, to, robots: 'include' as const },
    { from, to, robots: 'exclude' as const, documentId: 1 },
  ]),
)

test('a day is erased when its last moment is old enough', () => {
  const night = Date.parse('2026-07-31T04:00Z')
  expect(dayOfNumber(lastDayToErase(night, 1, timeZone))).toBe('2026-07-29')
  expect(dayOfNumber(lastDayToErase(night - 1, 1, timeZone))).toBe('2026-07-28')
})

eachDatabase('erasing IPs', (database) => {
  let folding: Database
  beforeAll(async () => {
    folding = await connectApart(database.url)
    await addDocuments(database.db, 2)
    await add(accesses)
    await rebuild()
  })
  afterAll(() => folding.destroy())

  const rebuild = () => rebuildStatistics(folding, timeZone)
  const add = (some: Access[]) =>
    database.db
      .insertInto('document_accesses')
      .values(some.map((access) => ({ ...access, user_agent: '', source: 'service' as const })))
      .execute()

  async function erase(): Promise<void> {
    while ((await eraseIps(folding, timeZone, ERASED)) !== 'done');
  }

  const figuresOf = async (list: AccessFilter[]) =>
    (await readFigures(database.db, timeZone, (figures) =>
      Promise.all(list.map((filter) => actualFigures(figures, filter))),
    )) ?? []

  const expected = (list: AccessFilter[], records = accesses) =>
    list.map((filter) => expectedFigures(records, filter, timeZone))

  test('leaves every figure as it was', async () => {
    expect(await figuresOf(filters)).toEqual(expected(filters))
    await erase()
    expect(await figuresOf(filters)).toEqual(expected(filters))
  })

  test('takes the addresses away, everywhere, and says so', async () => {
    const records = await database.db
      .selectFrom('document_accesses')
      .select(['accessed_at', 'client_ip', 'ip_erased'])
      .orderBy('id')
      .execute()
    const end = Date.parse('2026-08-04T04:00Z')
    for (const [index, { accessed_at, client_ip, ip_erased }] of records.entries()) {
      const had = accesses[index]?.client_ip ?? null
      const isOld = accessed_at < end
      expect({ client_ip, ip_erased }).toEqual({
        client_ip: isOld ? null : had,
        ip_erased: isOld && had !== null ? 1 : 0,
      })
    }
    const visits = await database.db
      .selectFrom('access_visits')
      .select('day')
      .where('day', '<=', ERASED)
      .execute()
    expect(visits).toEqual([])
    const period = await readFigures(database.db, timeZone, (figures) => figures.readPeriod())
    expect(period).toMatchObject({
      ipsErasedThrough: '2026-08-03',
      ipsRecordedFrom: '2026-07-30',
    })
  })

  test('a rebuild afterwards keeps the figures that were counted', async () => {
    await rebuild()
    expect(await figuresOf(filters)).toEqual(expected(filters))
  })

  test('later visits are counted, and change no range that had been shown', async () => {
    const later = accesses.map((access) => ({
      ...access,
      accessed_at: access.accessed_at + 10 * 86_400_000,
    }))
    await add(later)
    await foldDownloads(folding, timeZone)
    const all = [...accesses, ...later]
    const shown = filters.filter(({ to }) => to !== undefined)
    expect(await figuresOf(shown)).toEqual(expected(shown, all))
    const after = [{ from: dayOfNumber(ERASED + 1), robots: 'include' as const }]
    expect(await figuresOf(after)).toEqual(expected(after, all))
  })

  test('a record that comes late keeps its download and loses its IP', async () => {
    const [before] = await figuresOf([{ robots: 'include' }])
    await add(accesses.slice(1, 2))
    await foldDownloads(folding, timeZone)
    const [after] = await figuresOf([{ robots: 'include' }])
    expect(after?.totals).toEqual({
      ...before?.totals,
      downloads: (before?.totals.downloads ?? 0) + 1,
    })
    const late = await database.db
      .selectFrom('document_accesses')
      .select(['client_ip', 'ip_erased'])
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow()
    expect(late).toEqual({ client_ip: null, ip_erased: 1 })
  })
})
