import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { eachDatabase } from '../../../../test/support/each-database.ts'
import {
  type Access,
  actualFigures,
  addAccesses,
  addDocuments,
  expectedFigures,
} from '../../../../test/support/expected-figures.ts'
import { freePort } from '../../../../test/support/free-port.ts'
import {
  DOCUMENTS,
  randomAccesses,
  randomFilter,
} from '../../../../test/support/random-accesses.ts'
import { isDatabaseUnavailable } from '../../../platform/database/dialect.ts'
import { createReadingThread } from '../../../platform/threads/thread.ts'
import type { DownloadLine } from './queries.ts'
import { type AccessStatistics, createAccessStatistics, readFigures } from './statistics.ts'
import type { AccessFilter } from './statistics-rules.ts'

const timeZone = 'America/New_York'
/** A deleted document, and one of a deleted entry. */
const DELETED = [2, 3]

/** As the service opens them. */
function openStatistics({ url }: { url: string }): AccessStatistics {
  const config = { databaseUrl: url, timeZone }
  const reading = createReadingThread(config)
  const statistics = createAccessStatistics(config, reading)
  return {
    ...statistics,
    async close() {
      await statistics.close()
      await reading.end()
    },
  }
}

eachDatabase('the figures of downloads', (database) => {
  let statistics: AccessStatistics
  beforeAll(async () => {
    statistics = openStatistics(database)
    await addDocuments(database.db, DOCUMENTS)
    const { db } = database
    await db.updateTable('documents').set('deleted_at', 1).where('id', '=', 2).execute()
    await db.updateTable('entries').set('deleted_at', 1).where('id', '=', 3).execute()
  })
  afterAll(() => statistics.close())
  beforeEach(() => database.db.deleteFrom('document_accesses').execute())

  const add = (accesses: Access[]) => addAccesses(database.db, accesses)

  const everything: AccessFilter = { robots: 'include' }
  const totals = (range: Partial<AccessFilter> = {}) =>
    statistics.read((some) => some.readTotals({ ...everything, ...range }))
  const period = () => statistics.read(async (some) => some.period)

  // Hundreds of answers, each with its totals, days, documents, and entries.
  test('count downloads and unique visitors of the records, whatever is asked, in any time zone', async () => {
    const zones = [timeZone, 'UTC', 'Asia/Kathmandu', 'Australia/Lord_Howe', 'America/Santiago']
    const filters = fc.array(randomFilter, { minLength: 20, maxLength: 20 })
    const sample = fc.tuple(randomAccesses, filters, fc.constantFrom(...zones))
    await fc.assert(
      fc.asyncProperty(sample, async ([accesses, filters, zone]) => {
        await database.db.deleteFrom('document_accesses').execute()
        await add(accesses)
        await readFigures(database.db, zone, async (some) => {
          for (const filter of filters)
            expect(await actualFigures(some, filter)).toEqual(
              expectedFigures(accesses, filter, zone, DELETED),
            )
        })
      }),
      { numRuns: 25 },
    )
  })

  const at = (time: string, client_ip: string | null = null): Access => {
    return { document_id: 1, accessed_at: Date.parse(time), client_ip, is_robot: 0 }
  }

  test('say from which day IPs exist', async () => {
    expect(await period()).toEqual({ firstDay: null, lastDay: null, ipsRecordedFrom: null })
    const first = at('2026-07-31T03:59Z', '192.0.2.1')
    await add([at('2026-07-29T12:00Z'), first, at('2026-08-02T12:00Z')])
    const days = { firstDay: '2026-07-29', lastDay: '2026-08-02', ipsRecordedFrom: '2026-07-30' }
    expect(await period()).toEqual(days)
    expect((await totals({ from: '2026-08-01', to: '2026-08-01' })).uniqueVisitors).toBe(0)
    expect((await totals({ from: '2026-07-01', to: '2026-07-28' })).uniqueVisitors).toBe(null)
  })

  test('single downloads come in order, page by page, none twice and none missing', async () => {
    const accesses = Array.from({ length: 2500 }, (_, index) =>
      at(new Date(Date.UTC(2026, 6, 30, 12) + Math.floor(index / 3)).toISOString()),
    )
    await add(accesses)
    const lines: DownloadLine[] = []
    for await (const line of statistics.streamDownloads(everything)) lines.push(line)
    expect(lines).toEqual(lines.toSorted((a, b) => b.accessedAt - a.accessedAt || b.id - a.id))
    expect(new Set(lines.map(({ id }) => id)).size).toBe(2500)
  })

  test('are of the same moment as the list of single downloads', async () => {
    await add([at('2026-07-30T12:00Z')])
    const lines = await statistics.read(async (some) => {
      expect((await some.readTotals(everything)).downloads).toBe(1)
      await add([at('2026-07-30T12:01Z')])
      return some.listDownloads(everything, { limit: 10 })
    })
    expect(lines).toHaveLength(1)
    expect((await totals()).downloads).toBe(2)
  })

  test('are counted without keeping this thread from writing', async () => {
    const ips = Array.from({ length: 3000 }, (_, index) => `192.0.2.${index % 250}`)
    await add(ips.map((ip) => at('2026-07-30T12:00Z', ip)))
    let isCounted = false
    const counting = totals().finally(() => {
      isCounted = true
    })
    while (!isCounted) {
      await database.db.updateTable('case_settings').set({ updated_at: 0 }).execute()
      await new Promise(setImmediate)
    }
    expect((await counting).uniqueVisitors).toBe(250)
  })
})

test.each(['read', 'readOnThread'] as const)(
  '%s tells a database that is away from other errors: the page says 503, not 500',
  async (how) => {
    const url = `postgres://docket@127.0.0.1:${await freePort()}/docket`
    const statistics = openStatistics({ url })
    const input = { query: {}, now: 0 }
    const counts =
      how === 'read'
        ? statistics.read(async (figures) => figures.period)
        : statistics.readOnThread('makeAccessPage', input)
    expect(await counts.catch(isDatabaseUnavailable)).toBe(true)
    await statistics.close()
  },
)
