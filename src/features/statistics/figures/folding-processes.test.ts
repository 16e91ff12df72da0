import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { openStatistics } from '../../../../test/support/access-statistics.ts'
import { eachDatabase } from '../../../../test/support/each-database.ts'
import {
  type Access,
  actualFigures,
  addDocuments,
  expectedFigures,
} from '../../../../test/support/expected-figures.ts'
import { DOCUMENTS, randomAccess } from '../../../../test/support/random-accesses.ts'
import { readSnapshot, tryStatisticsLock } from '../../../platform/database/backup/snapshots.ts'
import { connectApart } from '../../../platform/database/connect.ts'
import type { Database } from '../../../platform/database/schema.ts'
import { createFigureReader, type FigureSource } from './figure-reader.ts'
import { foldDownloads } from './fold-downloads.ts'
import { rebuildStatistics } from './rebuild-statistics.ts'
import type { AccessFilter } from './statistics-rules.ts'
import { createSummaryStatistics } from './summary-queries.ts'

const timeZone = 'America/New_York'
const CHILD = fileURLToPath(
  new URL('../../../../test/support/fold-until-killed.ts', import.meta.url),
)
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

  const rebuild = () => rebuildStatistics(one, timeZone)

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

  test.each([5, 18])(
    'a rebuild that is killed at its statement %i is ended by the next',
    async (at) => {
      expect(await killedAt(at, 'rebuild')).toBe(true)
      await fold(one)
      await expectRightFigures()
    },
  )

  const set = (changes: {
    time_zone?: string | null
    building?: string | null
    erased_through?: 1 | null
  }) => database.db.updateTable('access_summary').set(changes).execute()

  test('meanwhile, the figures are counted from the records', async () => {
    const readFigures = createFigureReader(() => database.db, timeZone)
    const read = (source: FigureSource, filter: AccessFilter = { robots: 'include' }) =>
      readFigures(source, (figures) => actualFigures(figures, filter))
    await set({ time_zone: null, building: timeZone })
    try {
      for (const filter of filters) {
        expect(await read('summaries', filter)).toBeUndefined()
        const found = expectedFigures(held, filter, timeZone)
        expect(await read('records', filter)).toEqual({ found })
      }
      await set({ erased_through: 1 })
      expect(await read('summaries')).toBeUndefined()
      expect(await read('records')).toBeUndefined()
    } finally {
      await set({ erased_through: null })
    }
  })

  // On SQLite whoever has the lock keeps the thread of the summaries busy until it gives up.
  test.runIf(database.dialect === 'postgres')('and else asked for again', async () => {
    const statistics = openStatistics(database, timeZone)
    await set({ time_zone: null, erased_through: 1 })
    try {
      await another.transaction().execute(async (trx) => {
        expect(await tryStatisticsLock(trx)).toBe(true)
        const read = statistics.read((figures) => figures.readPeriod())
        await expect(read).rejects.toThrow(/Try again/)
      })
    } finally {
      await statistics.close()
      await set({ erased_through: null })
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
