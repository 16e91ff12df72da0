import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { openStatistics } from '../../../test/support/access-statistics.ts'
import { eachDatabase } from '../../../test/support/each-database.ts'
import {
  type Access,
  actualFigures,
  addDocuments,
  expectedFigures,
} from '../../../test/support/expected-figures.ts'
import { DOCUMENTS, randomAccess } from '../../../test/support/random-accesses.ts'
import { connectApart } from '../../platform/database/connect.ts'
import type { Database } from '../../platform/database/schema.ts'
import { readSnapshot } from '../../platform/database/snapshots.ts'
import { foldDownloads } from './fold-downloads.ts'
import { rebuildStatistics } from './rebuild-statistics.ts'
import type { AccessFilter } from './statistics-rules.ts'
import { createSummaryStatistics } from './summary-statistics.ts'

const timeZone = 'America/New_York'
const CHILD = fileURLToPath(new URL('../../../test/support/fold-until-killed.ts', import.meta.url))
const filters: AccessFilter[] = [
  { robots: 'include' },
  { robots: 'exclude', from: '2026-03-08', to: '2026-11-01' },
  { robots: 'include', documentId: 1 },
]

eachDatabase('processes that fold', (database) => {
  let one: Database
  let another: Database
  let held: Access[]
  beforeAll(async () => {
    one = connectApart(database.url, { poolSize: 1 })
    another = connectApart(database.url, { poolSize: 1 })
    await addDocuments(database.db, DOCUMENTS)
  })
  afterAll(async () => {
    await one.destroy()
    await another.destroy()
  })
  beforeEach(async () => {
    await database.db.deleteFrom('document_accesses').execute()
    await rebuild()
    held = []
    await record(200)
  })

  const rebuild = () => rebuildStatistics({ db: one, live: database.db }, timeZone)

  async function record(count: number): Promise<void> {
    const accesses = fc.sample(randomAccess, count)
    await insert(database.db, accesses)
    held.push(...accesses)
  }

  async function fold(db: Database): Promise<void> {
    for (let outcome = ''; outcome !== 'done'; ) {
      outcome = await foldDownloads(db, timeZone, 7)
      if (outcome === 'unbuilt') await rebuild()
    }
  }

  async function expectRightFigures(): Promise<void> {
    await readSnapshot(database.db, ['access_summary'], async (db) => {
      for (const filter of filters) {
        const found = await actualFigures(createSummaryStatistics(db, timeZone), filter)
        expect(found).toEqual(expectedFigures(held, filter, timeZone))
      }
    })
  }

  test('two at once fold every record once', async () => {
    await Promise.all([fold(one), fold(another), record(100)])
    await fold(one)
    await expectRightFigures()
  })

  async function killedAt(statement: number, what: 'fold' | 'rebuild'): Promise<boolean> {
    const child = spawn(
      process.execPath,
      [
        '--experimental-transform-types',
        '--disable-warning=ExperimentalWarning',
        CHILD,
        database.url,
        timeZone,
        what,
        String(statement),
      ],
      { stdio: ['ignore', 'ignore', 'inherit'] },
    )
    const [, signal] = await once(child, 'exit')
    return signal === 'SIGKILL'
  }

  test.each([8, 14, 20])('one that is killed at its statement %i has done nothing', async (at) => {
    expect(await killedAt(at, 'fold')).toBe(true)
    await fold(one)
    await expectRightFigures()
  })

  test('a rebuild that is killed in the middle is begun again by the next', async () => {
    expect(await killedAt(18, 'rebuild')).toBe(true)
    expect(await foldDownloads(one, timeZone)).toBe('unbuilt')
    expect(await rebuild()).toBe(false)
    // A minute later, the dead one is known to be dead.
    await database.db.updateTable('access_summary').set({ rebuilder_seen_at: 0 }).execute()
    await fold(one)
    await expectRightFigures()
  })

  test('meanwhile, the figures are counted from the records', async () => {
    await database.db
      .updateTable('access_summary')
      .set({ time_zone: null, rebuilder: 'another', rebuilder_seen_at: Date.now() + 86_400_000 })
      .execute()
    const statistics = openStatistics(database, timeZone)
    try {
      for (const filter of filters) {
        expect(await statistics.read((figures) => actualFigures(figures, filter))).toEqual(
          expectedFigures(held, filter, timeZone),
        )
      }
      await database.db.updateTable('access_summary').set({ erased_through: 1 }).execute()
      await expect(statistics.read((figures) => figures.readPeriod())).rejects.toThrow(/try again/)
    } finally {
      await statistics.close()
      await database.db
        .updateTable('access_summary')
        .set({ erased_through: null, rebuilder: null })
        .execute()
    }
  })

  test('what another has not committed yet is waited for, and folded later', async () => {
    await fold(one)
    let folded: Promise<unknown> = Promise.resolve()
    const accesses = fc.sample(randomAccess, 3)
    await another.transaction().execute(async (trx) => {
      await insert(trx as unknown as Database, accesses)
      if (database.dialect === 'postgres') {
        await record(5)
        expect(await foldDownloads(one, timeZone)).toBe('busy')
        folded = fold(one)
      }
    })
    await folded
    held.push(...accesses)
    await fold(one)
    await expectRightFigures()
  })
})

async function insert(db: Database, accesses: Access[]): Promise<void> {
  const rows = accesses.map((access) => ({ ...access, user_agent: '', source: 'service' as const }))
  await db.insertInto('document_accesses').values(rows).execute()
}
