import { CompiledQuery, Kysely } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { connectEmpty } from '../../../../test/support/each-database.ts'
import { type Access, addDocuments } from '../../../../test/support/expected-figures.ts'
import { sqliteDialect } from '../../../platform/database/dialect.ts'
import { migrateDatabase } from '../../../platform/database/migrate.ts'
import type { Schema } from '../../../platform/database/schema.ts'
import { foldDownloads, rebuildStatistics } from './fold-downloads.ts'

const timeZone = 'America/New_York'
const day = (number: number) => Date.UTC(2026, 7, number, 12)

const access = (accessed_at: number, client_ip: string | null): Access => ({
  document_id: 1,
  accessed_at,
  client_ip,
  is_robot: 0,
})

/** Tables that hold one fold's records, or a single row; all others grow with the case. Query plans use aliases. */
const SMALL = /^SCAN (fold_\w+|k|taken|access_corrections|access_summary)$/

// The fold holds the lock that downloads wait for; a full table scan would hold it longer as the case grows.
test('a fold on SQLite reads no table whole that grows with the downloads', async () => {
  const { db, url } = await connectEmpty('sqlite')
  await migrateDatabase(db)
  await addDocuments(db, 1)
  const record = (list: Access[]) =>
    db
      .insertInto('document_accesses')
      .values(list.map((one) => ({ ...one, user_agent: '', source: 'service' as const })))
      .execute()
  await record([access(day(2), '192.0.2.1'), access(day(4), '192.0.2.1'), access(day(4), null)])
  await rebuildStatistics(db, timeZone)
  await foldDownloads(db, timeZone)
  await record([access(day(3), '192.0.2.1'), access(day(5), '192.0.2.2')])
  await db.deleteFrom('document_accesses').where('id', '=', 1).execute()

  const asked: CompiledQuery[] = []
  const folding = new Kysely<Schema>({
    dialect: sqliteDialect(url.slice('sqlite:'.length)),
    log: ({ query }) => void asked.push(query),
  })
  onTestFinished(() => folding.destroy())
  expect(await foldDownloads(folding, timeZone)).toBe('done')

  const plans = asked
    .filter(({ sql }) => /^\s*(select|insert|update|delete)/.test(sql))
    .map(({ sql, parameters }) =>
      folding.executeQuery<{ detail: string }>(
        CompiledQuery.raw(`explain query plan ${sql}`, [...parameters]),
      ),
    )
  const steps = (await Promise.all(plans)).flatMap(({ rows }) => rows.map(({ detail }) => detail))
  expect(steps).toContain('SCAN fold_records')
  expect(steps.filter((step) => step.startsWith('SCAN') && !SMALL.test(step))).toEqual([])
})
