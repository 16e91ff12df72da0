import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { eachDatabase } from '../../../test/support/each-database.ts'
import { sentDocument } from '../../../test/support/rows.ts'
import { connectDatabase } from '../../platform/database/connect.ts'
import { createWritingThread, type Thread } from '../../platform/threads/thread.ts'
import type { SentDocument } from './download-rules.ts'
import { createDownloadStore, type DownloadStore } from './queries.ts'
import { createDownloadRecorder, downloadStoreOf } from './record-download.ts'

const AT = sentDocument().accessed_at
const sent = (part: SentDocument['part'], minutes = 0, changes: Partial<SentDocument> = {}) =>
  sentDocument({ part, accessed_at: AT + minutes * 60_000, ...changes })
const pieces = (...minutes: number[]) => minutes.map((minute) => sent('piece', minute))
const AHEAD = sent('prefetched')
const reader = (minutes: number) => sent('revalidated', minutes)

eachDatabase('one view is one download', (database) => {
  let writing: Thread | undefined
  let store: DownloadStore
  beforeAll(() => {
    if (database.dialect === 'sqlite')
      writing = createWritingThread({ databaseUrl: database.url, timeZone: 'America/New_York' })
    store = downloadStoreOf({ db: database.db, writing })
  })
  afterAll(() => writing?.end())
  beforeEach(async () => {
    for (const table of ['document_accesses', 'download_chains'] as const)
      await database.db.deleteFrom(table).execute()
  })
  const count = async () =>
    (await database.db.selectFrom('document_accesses').select('id').execute()).length

  /** Each by a process that does not know of the others. */
  async function record(...documents: SentDocument[]) {
    const recorded = []
    for (const document of documents)
      recorded.push(await createDownloadRecorder(store).record([document]))
    return recorded
  }

  test.each([
    ['a whole and a range, as pdf.js asks', [sent('whole'), sent('range')], 1],
    ['a range, then the whole', [sent('range'), sent('whole', 29)], 1],
    ['a range, and half an hour later the whole', [sent('range'), sent('whole', 30)], 2],
    ['ranges without a pause', [0, 29, 58, 87].map((minutes) => sent('range', minutes)), 1],
    ['ranges with one', [0, 29, 59].map((minutes) => sent('range', minutes)), 2],
    ['ranges, pieces between them', [sent('range'), ...pieces(20, 40), sent('range', 60)], 1],
    ['pieces after a whole one', [sent('whole'), ...pieces(20), sent('range', 40)], 1],
    ['pieces that never reach the end', pieces(0, 20), 0],
    ['a pause after a piece', [sent('range'), ...pieces(20), sent('range', 50)], 2],
    ['a prefetch, pieces, and later the reader', [AHEAD, ...pieces(20), reader(40)], 0],
    ['two whole ones', [sent('whole'), sent('whole'), sent('range', 1)], 2],
    ['a whole beside the end', [0, 20, 40].map((m) => sent(m < 40 ? 'range' : 'whole', m)), 1],
    ['a whole beside its beginning', [0, 20, 45].map((m) => sent(m > 0 ? 'range' : 'whole', m)), 1],
    ['of other documents', [sent('range'), sent('range', 0, { document_id: 8 })], 2],
    ['of other addresses', [sent('range'), sent('range', 0, { client_ip: '203.0.113.8' })], 2],
    ['of other user agents', [sent('range'), sent('range', 0, { user_agent: 'Safari' })], 2],
    ['without an address', [0, 1].map((m) => sent('range', m, { client_ip: null })), 1],
    ['a prefetch that nobody used', [AHEAD], 0],
    ['an unchanged document that nobody prefetched', [reader(0)], 0],
    ['a prefetch, then the reader twice', [AHEAD, reader(29), reader(30)], 1],
    ['a prefetch, and half an hour later the reader', [AHEAD, reader(30)], 0],
    ['a prefetch, then the whole, then unchanged', [AHEAD, sent('whole', 1), reader(2)], 1],
    ['in an archive', [sent('range'), sent('archived'), sent('archived')], 3],
  ])('%s', async (_, documents, records) => {
    await record(...documents)
    expect(await count()).toBe(records)
  })

  test('a range keeps its record when the whole document follows, and the figures stay', async () => {
    await record(sent('range'))
    const before = await database.db.selectFrom('document_accesses').selectAll().execute()
    await record(sent('whole', 1))
    expect(await database.db.selectFrom('document_accesses').selectAll().execute()).toEqual(before)
  })

  test.each([
    ['the range', [sent('whole'), sent('range')], [1], 1],
    ['the whole beside a range', [sent('whole'), sent('range')], [0], 1],
    ['both', [sent('whole'), sent('range')], [0, 1], 0],
    ['both, the other way round', [sent('range'), sent('whole')], [1, 0], 0],
    ['both, as they came', [sent('range'), sent('whole')], [0, 1], 0],
    ['one of two whole ones', [sent('whole'), sent('whole'), sent('range')], [0], 1],
    ['all three', [sent('whole'), sent('whole'), sent('range')], [0, 1, 2], 0],
    ['one in an archive', [sent('range'), sent('archived')], [1], 1],
  ])('withdrawn: %s', async (_, documents, places, left) => {
    const recorded = await record(...documents)
    for (const place of places) await recorded[place]?.withdraw()
    expect(await count()).toBe(left)
    await record(sent('range', 2))
    const kept = documents.filter((_one, place) => !places.includes(place))
    const of = (kind: string) => kept.filter(({ part }) => part === kind).length
    expect(await count()).toBe(Math.max(of('whole'), 1) + of('archived'))
  })

  test('the rule holds among processes that record at the same time', async () => {
    const apart = await Promise.all([1, 2, 3].map(() => connectDatabase(database.url)))
    try {
      const recorders = apart.map((db) => createDownloadRecorder(createDownloadStore(db)))
      const all = Array.from({ length: 90 }, (_, index) => [
        sent('range'),
        sent(index < 2 ? 'whole' : 'range', 0, { document_id: 8 }),
        sent('range', 0, { document_id: 9, user_agent: `agent ${index}` }),
      ]).flat()
      await Promise.all(
        all.map((one, place) =>
          recorders[place % 3 === 0 ? (place / 3) % 3 : place % 2]?.record([one]),
        ),
      )
      const rows = await database.db.selectFrom('document_accesses').select('document_id').execute()
      const of = (id: number) => rows.filter(({ document_id }) => document_id === id).length
      expect([of(7), of(8), of(9)]).toEqual([1, 2, 20])
    } finally {
      await Promise.all(apart.map((db) => db.destroy()))
    }
  })

  test('old chains are deleted', async () => {
    await record(sent('whole'))
    const recorder = createDownloadRecorder(createDownloadStore(database.db))
    await recorder.record([sent('whole', 61, { document_id: 8 })])
    await recorder.close()
    const chains = await database.db.selectFrom('download_chains').selectAll().execute()
    expect(chains).toHaveLength(1)
  })
})
