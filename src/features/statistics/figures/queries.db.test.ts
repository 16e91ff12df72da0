import { CompiledQuery, Kysely } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { connectEmpty } from '../../../../test/support/each-database.ts'
import { addDocuments } from '../../../../test/support/expected-figures.ts'
import { sqliteDialect } from '../../../platform/database/dialect.ts'
import { migrateDatabase } from '../../../platform/database/migrate.ts'
import type { Schema } from '../../../platform/database/schema.ts'
import * as queries from './queries.ts'

const year = { starts: Date.parse('2025-11-01T04:00Z'), ends: Date.parse('2026-11-01T04:00Z') }
const filters: queries.TimedFilter[] = [
  { ...year, robots: 'include' },
  { ...year, robots: 'exclude' },
  { ...year, robots: 'include', documentId: 1 },
  { ...year, robots: 'exclude', documentId: 1 },
]

// Reading the records themselves, or sorting them to group them, would take several times as long.
test('on SQLite, figures are counted from the indexes alone', async () => {
  const { db, url } = await connectEmpty('sqlite')
  await migrateDatabase(db)
  await addDocuments(db, 1)
  const executed: CompiledQuery[] = []
  const counting = new Kysely<Schema>({
    dialect: sqliteDialect(url.slice('sqlite:'.length)),
    log: ({ query }) => void executed.push(query),
  })
  onTestFinished(() => counting.destroy())
  const span = { day: '2026-07-30', starts: 0, ends: 1 }
  await queries.findRecordTimes(counting)
  await queries.countOfEntries(counting, { entryIds: [1], since: 0 })
  for (const filter of filters) {
    for (const isLong of [true, false]) await queries.countAll(counting, filter, isLong)
    await queries.countByDay(counting, [span], filter)
    await queries.countByDocument(counting, filter)
  }

  const plans = executed.map(async ({ sql, parameters }) => {
    const plan = CompiledQuery.raw(`explain query plan ${sql}`, [...parameters])
    return (await counting.executeQuery<{ detail: string }>(plan)).rows
  })
  const steps = (await Promise.all(plans)).flat().map(({ detail }) => detail)
  const onRecords = steps.filter((step) => /^(SCAN|SEARCH) document_accesses/.test(step))
  expect(onRecords.length).toBeGreaterThan(filters.length * 4)
  expect(onRecords.filter((step) => !step.includes('COVERING INDEX'))).toEqual([])
})
