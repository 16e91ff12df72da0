import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { connectApart } from '../../../../test/support/connect-apart.ts'
import { eachDatabase } from '../../../../test/support/each-database.ts'
import {
  type Access,
  actualFigures,
  addDocuments,
  expectedFigures,
} from '../../../../test/support/expected-figures.ts'
import { createPlainStatistics } from '../../../../test/support/plain-statistics.ts'
import { DOCUMENTS, randomAccess, randomFilter } from '../../../../test/support/random-accesses.ts'
import { readSnapshot } from '../../../platform/database/backup/snapshots.ts'
import type { Database, Queryable } from '../../../platform/database/schema.ts'
import { readFigures } from './figure-reader.ts'
import { foldDownloads, rebuildStatistics } from './fold-downloads.ts'
import type { AccessFilter } from './statistics-rules.ts'

const timeZone = 'America/New_York'

/** Changes to the records between two readings of the figures. */
type Happening =
  | { kind: 'recorded'; accesses: Access[] }
  | { kind: 'imported'; accesses: Access[] }
  | { kind: 'withdrawn'; which: number }
  | { kind: 'changed'; which: number; access: Access }
  | { kind: 'folded'; limit: number }
  | { kind: 'rebuilt' }

const some = fc.array(randomAccess, { minLength: 1, maxLength: 12 })
const which = fc.nat(1000)
const happening: fc.Arbitrary<Happening> = fc.oneof(
  { arbitrary: fc.record({ kind: fc.constant('recorded' as const), accesses: some }), weight: 4 },
  {
    arbitrary: fc.record({
      kind: fc.constant('imported' as const),
      accesses: some.map((list) => list.map((access) => ({ ...access, client_ip: null }))),
    }),
    weight: 1,
  },
  { arbitrary: fc.record({ kind: fc.constant('withdrawn' as const), which }), weight: 3 },
  {
    arbitrary: fc.record({ kind: fc.constant('changed' as const), which, access: randomAccess }),
    weight: 1,
  },
  {
    arbitrary: fc.record({
      kind: fc.constant('folded' as const),
      limit: fc.integer({ min: 1, max: 20 }),
    }),
    weight: 4,
  },
  { arbitrary: fc.constant({ kind: 'rebuilt' as const }), weight: 1 },
)

eachDatabase('folding downloads', (database) => {
  let folding: Database
  beforeAll(async () => {
    folding = await connectApart(database.url)
    await addDocuments(database.db, DOCUMENTS)
  })
  afterAll(() => folding.destroy())

  const rebuild = (zone = timeZone) => rebuildStatistics(folding, zone)

  async function foldAll(zone = timeZone): Promise<void> {
    let outcome = await foldDownloads(folding, zone)
    while (outcome !== 'done') {
      if (outcome === 'unbuilt') await rebuild(zone)
      outcome = await foldDownloads(folding, zone)
    }
  }

  const toRow = (access: Access, source: 'service' | 'access_log' = 'service') => ({
    ...access,
    user_agent: '',
    source,
  })

  /** A model of what the database's records should be. */
  async function play(held: Map<number, Access>, happening: Happening): Promise<void> {
    const { db } = database
    const ids = [...held.keys()]
    switch (happening.kind) {
      case 'recorded':
      case 'imported': {
        const { accesses, kind } = happening
        const rows = accesses.map((access) =>
          toRow(access, kind === 'recorded' ? 'service' : 'access_log'),
        )
        const inserted = await db
          .insertInto('document_accesses')
          .values(rows)
          .returning('id')
          .execute()
        const inOrder = inserted.map(({ id }) => id).toSorted((a, b) => a - b)
        accesses.forEach((access, index) => {
          held.set(inOrder[index] as number, access)
        })
        return
      }
      case 'withdrawn': {
        const id = ids[happening.which % ids.length]
        if (id === undefined) return
        await db.deleteFrom('document_accesses').where('id', '=', id).execute()
        held.delete(id)
        return
      }
      case 'changed': {
        const id = ids[happening.which % ids.length]
        if (id === undefined) return
        await db
          .updateTable('document_accesses')
          .set(happening.access)
          .where('id', '=', id)
          .execute()
        held.set(id, happening.access)
        return
      }
      case 'folded':
        await foldDownloads(folding, timeZone, happening.limit)
        return
      case 'rebuilt':
        await rebuild()
    }
  }

  const figures = (filter: AccessFilter, zone = timeZone) =>
    readFigures(database.db, zone, (some) => actualFigures(some, filter))

  test('gives the figures that the records give, whatever happened in whatever order', async () => {
    const story = fc.tuple(
      fc.array(happening, { maxLength: 25 }),
      fc.array(randomFilter, { minLength: 1, maxLength: 8 }),
    )
    await fc.assert(
      fc.asyncProperty(story, async ([happenings, filters]) => {
        await database.db.deleteFrom('document_accesses').execute()
        await foldAll()
        const held = new Map<number, Access>()
        for (const one of happenings) await play(held, one)
        const records = [...held.values()]
        for (const filter of filters) {
          expect(await figures(filter)).toEqual(expectedFigures(records, filter, timeZone))
        }
        await foldAll()
        for (const filter of filters) {
          expect(await figures(filter)).toEqual(expectedFigures(records, filter, timeZone))
        }
        await expectSummariesOfRebuild()
      }),
      { numRuns: database.dialect === 'sqlite' ? 30 : 15 },
    )
  })

  async function summaries(db: Queryable) {
    return {
      totals: await db
        .selectFrom('access_totals')
        .selectAll()
        .orderBy('document_id')
        .orderBy('day')
        .execute(),
      visits: await db
        .selectFrom('access_visits')
        .selectAll()
        .orderBy('ip')
        .orderBy('document_id')
        .orderBy('day')
        .execute(),
      returns: await db
        .selectFrom('access_returns')
        .selectAll()
        .orderBy('document_id')
        .orderBy('day')
        .orderBy('previous_day')
        .execute(),
    }
  }

  /** Ignores the previous people's day of robot-only visits, which is never read. */
  async function expectSummariesOfRebuild(): Promise<void> {
    const folded = await summaries(database.db)
    await rebuild()
    const rebuilt = await summaries(database.db)
    expect(folded).toEqual(rebuilt)
  }

  test('a download that was taken back before it was folded leaves nothing behind', async () => {
    await database.db.deleteFrom('document_accesses').execute()
    await foldAll()
    const held = new Map<number, Access>()
    const [access] = fc.sample(randomAccess, 1) as [Access]
    await play(held, { kind: 'recorded', accesses: [access] })
    await play(held, { kind: 'withdrawn', which: 0 })
    await play(held, { kind: 'recorded', accesses: [access] })
    for (let id = 0; id < 2; id += 1) await play(held, { kind: 'folded', limit: 1 })
    await foldAll()
    const everything: AccessFilter = { robots: 'include' }
    expect(await figures(everything)).toEqual(expectedFigures([access], everything, timeZone))
  })

  const plain = (filter: AccessFilter, zone: string) =>
    readSnapshot(database.db, ['access_summary'], (db) =>
      actualFigures(createPlainStatistics(db, zone), filter),
    )

  test('another time zone asks for a rebuild, and then has its own days', async () => {
    await database.db.deleteFrom('document_accesses').execute()
    const accesses = fc.sample(randomAccess, 50)
    await database.db
      .insertInto('document_accesses')
      .values(accesses.map((one) => toRow(one)))
      .execute()
    await foldAll()
    const everything: AccessFilter = { robots: 'include' }
    expect(await foldDownloads(folding, 'Asia/Tokyo')).toBe('unbuilt')
    await foldAll('Asia/Tokyo')
    expect(await figures(everything, 'Asia/Tokyo')).toEqual(
      expectedFigures(accesses, everything, 'Asia/Tokyo'),
    )
    expect(await plain(everything, 'Asia/Tokyo')).toEqual(await figures(everything, 'Asia/Tokyo'))
    await foldAll()
  })
})
