import fc from 'fast-check'
import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { downloadOf } from '../../../../test/support/access-log.ts'
import { eachImport } from '../../../../test/support/each-import.ts'
import type { SentDocument } from '../../downloads/download-rules.ts'
import { createDownloadStore } from '../../downloads/queries.ts'
import { createDownloadRecorder } from '../../downloads/record-download.ts'

/* Recording live and importing a log of the same requests follow one rule (docs/decisions/035). */

const START = Date.UTC(2026, 6, 30, 12)

interface Visit {
  /** Seconds. */
  after: number
  document: number
  client: string
  userAgent: string
  status: 200 | 206
}

eachImport('live and from a log', ({ run, write, recordedAt, forget }, database) => {
  beforeEach(() => sql`delete from download_chains`.execute(database.db))

  /** Alternates between two processes; requests with the same time run concurrently. */
  async function recordLive(visits: Visit[]) {
    const recorders = [1, 2].map(() => createDownloadRecorder(createDownloadStore(database.db)))
    for (const together of Map.groupBy(visits, ({ after }) => after).values()) {
      const sent = together.map((visit, place) =>
        recorders[(visit.after + place) % 2]?.record([sentBy(visit)]),
      )
      await Promise.all(sent)
    }
    // Their last sweep of old chains would reach into the next test.
    await Promise.all(recorders.map((recorder) => recorder.close()))
  }

  const sentBy = ({ after, document, client, userAgent, status }: Visit): SentDocument => ({
    document_id: document,
    accessed_at: START + after * 1000,
    client_ip: client,
    user_agent: userAgent,
    part: status === 206 ? 'range' : 'whole',
  })

  const writeLog = (visits: Visit[]) =>
    write(
      'a.log',
      visits.map(({ after, document, ...request }) => ({
        ...request,
        at: START + after * 1000,
        target: downloadOf(document),
      })),
    )

  async function countBoth(visits: Visit[]) {
    await sql`delete from download_chains`.execute(database.db)
    await recordLive(visits)
    const live = (await recordedAt()).length
    await forget()
    await run([writeLog(visits)])
    const imported = (await recordedAt()).length
    await forget()
    return { live, imported }
  }

  const visit = fc.record({
    // Around the half-hour pause, to the second.
    after: fc
      .tuple(fc.integer({ min: 0, max: 8 }), fc.constantFrom(-1, 0, 0, 1))
      .map(([quarters, second]) => Math.max(0, quarters * 900 + second)),
    document: fc.constantFrom(1, 1, 1, 2),
    client: fc.constantFrom('198.51.100.7', '198.51.100.7', '2001:db8::2'),
    userAgent: fc.constantFrom('Firefox', 'Firefox', 'Safari', 'x'.repeat(600), 'x'.repeat(700)),
    status: fc.constantFrom(200 as const, 206 as const, 206 as const),
  })

  test('any requests are as many downloads', async () => {
    const sequences = fc.array(visit, { minLength: 1, maxLength: 25 })
    await fc.assert(
      fc.asyncProperty(sequences, async (unordered) => {
        const visits = unordered.toSorted((a, b) => a.after - b.after)
        const { live, imported } = await countBoth(visits)
        expect(live).toBe(imported)
      }),
      { numRuns: 20 },
    )
  })

  const flood = (count: number, status: 200 | 206, document = 1): Visit[] =>
    Array.from({ length: count }, (_, index) => ({
      after: index,
      document,
      client: '198.51.100.7',
      userAgent: `agent ${index}`,
      status,
    }))

  test.each([
    ['ranges under made-up user agents', flood(60, 206), 20],
    ['of two documents', [...flood(30, 206), ...flood(30, 206, 2)], 40],
    ['in two half hours', flood(60, 206).map((v) => ({ ...v, after: v.after * 60 })), 40],
    ['whole downloads, which have no limit', flood(60, 200), 60],
    ['both', [...flood(60, 206), ...flood(60, 200).map((v) => ({ ...v, after: 99 }))], 60],
  ])('one address adds no more than 20 downloads from ranges: %s', async (_, visits, count) => {
    expect(await countBoth(visits)).toEqual({ live: count, imported: count })
  })

  test('downloads above the limit are skipped with their reason, also when a log is imported again', async () => {
    const file = writeLog(flood(60, 206))
    const first = { too_many_agents: 40, part_of_range_burst: 0 }
    expect(await run([file])).toMatchObject({ imported: 20, skipped: first })
    const again = { too_many_agents: 40, already_imported: 20 }
    expect(await run([file])).toMatchObject({ imported: 0, skipped: again })
  })
})
