import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { openStatistics } from '../../../../test/support/access-statistics.ts'
import { connectApart } from '../../../../test/support/connect-apart.ts'
import { eachDatabase } from '../../../../test/support/each-database.ts'
import {
  type Access,
  actualFigures,
  addDocuments,
  expectedFigures,
} from '../../../../test/support/expected-figures.ts'
import { DOCUMENTS, randomAccess } from '../../../../test/support/random-accesses.ts'
import type { Database } from '../../../platform/database/schema.ts'
import { readFigures } from './figure-reader.ts'
import { beginRebuild, foldDownloads, rebuildStatistics } from './fold-downloads.ts'
import type { AccessFilter } from './statistics-rules.ts'

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
    one = await connectApart(database.url)
    another = await connectApart(database.url)
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
    for (const filter of filters) {
      expect(await read(filter)).toEqual(expectedFigures(held, filter, timeZone))
    }
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

  const read = (filter: AccessFilter) =>
    readFigures(database.db, timeZone, (figures) => actualFigures(figures, filter))

  test('figures are right while the summaries are built, and with records not yet folded', async () => {
    await beginRebuild(one, timeZone)
    for (const outcome of ['more', 'more', 'done']) {
      await record(10)
      await expectRightFigures()
      expect(await foldDownloads(one, timeZone, outcome === 'more' ? 90 : undefined)).toBe(outcome)
    }
  })

  test('there are none while the summaries are those of another zone', async () => {
    const set = (changes: { time_zone?: string; building?: string | null }) =>
      database.db.updateTable('access_summary').set(changes).execute()
    await set({ time_zone: 'Asia/Tokyo' })
    const statistics = openStatistics(database, timeZone)
    const period = () => statistics.read((figures) => figures.readPeriod())
    try {
      await expect(period()).rejects.toThrow(/Try again/)
    } finally {
      await set({ time_zone: timeZone })
    }
    expect((await period()).firstDay).not.toBeNull()
    await statistics.close()
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
