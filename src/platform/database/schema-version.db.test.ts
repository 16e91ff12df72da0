import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { connectMigrated } from '../../../test/support/each-database.ts'
import { runDocket } from '../../../test/support/run-docket.ts'
import { testFolder } from '../../../test/support/run-for-test.ts'
import { computeFingerprint, FINGERPRINTS, upgradeDatabase } from './schema-version.ts'

describe.each(['sqlite', 'postgres'] as const)('the schema of a database on %s', (dialect) => {
  it('has the fingerprint of FINGERPRINTS after the migrations, and the database says of which version', async () => {
    const { db } = await connectMigrated(dialect)
    const fingerprint = await computeFingerprint(db)
    expect(fingerprint, `write ${fingerprint} into FINGERPRINTS`).toBe(FINGERPRINTS[dialect])
    await upgradeDatabase(db)
    const rows = await db.selectFrom('schema_version').selectAll().execute()
    expect(fingerprint).toMatch(/^[0-9a-f]{16}$/)
    expect(rows).toMatchObject([{ id: 1, version: '2.0.0', fingerprint }])
    await upgradeDatabase(db)
  })

  it.each([
    'alter table subscriptions add column nickname text',
    'alter table subscriptions rename column token to key',
    'create table notes (id integer)',
    'drop index subscriptions_state',
    'drop table mail_pace',
    ...(dialect === 'sqlite'
      ? ['drop trigger entries_revision_update']
      : [
          'drop trigger entries_revision on entries',
          "alter table entries alter column title set default ''",
        ]),
  ])('is refused with one sentence after: %s', async (change) => {
    const { db } = await connectMigrated(dialect)
    await upgradeDatabase(db)
    await sql.raw(change).execute(db)
    await expect(upgradeDatabase(db)).rejects.toThrow(
      /docket 2\.0\.0 used last, and whose tables are not those of this version .*undo what changed/,
    )
  })

  it('is refused where another version made it, and where nothing says which', async () => {
    const { db } = await connectMigrated(dialect)
    await sql`alter table subscriptions add column nickname text`.execute(db)
    const newer = { version: '2.1.0', fingerprint: await computeFingerprint(db) }
    await db.updateTable('schema_version').set(newer).execute()
    await expect(upgradeDatabase(db)).rejects.toThrow(
      /docket 2\.1\.0 used last, .* not those of this version \(2\.0\.0\): start that version/,
    )
    await sql`drop table schema_version`.execute(db)
    await expect(upgradeDatabase(db)).rejects.toThrow(/docket before 2\.0\.0 used last/)
  })

  it('is checked by commands and by the service, in one line', async () => {
    const { db, url } = await connectMigrated(dialect)
    await sql`alter table entries drop column filed_by`.execute(db)
    for (const command of ['serve', 'admin:list']) {
      const environment = { DATA_DIR: testFolder(), DATABASE_URL: url }
      const { code, stderr } = await runDocket([command], environment)
      expect(stderr).toMatch(/^docket [a-z:]+: DATABASE_URL points to .*\n$/)
      expect(code).toBe(1)
    }
  })
})
