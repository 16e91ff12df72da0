import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import SQLite from 'better-sqlite3'
import { describe, expect, it } from 'vitest'
import { eachDatabase } from '../../../test/support/each-database.ts'
import { connectDatabase, findRevision, migrateDatabase } from './connect.ts'

eachDatabase('the database', (database) => {
  it('migrates once and then has nothing to do', async () => {
    expect(await migrateDatabase(database.db)).toEqual([])
  })

  it('raises the revision with every change of what the public sees', async () => {
    const before = await findRevision(database.db)
    await database.db.updateTable('case_settings').set({ caption: 'Doe v. Roe' }).execute()
    expect(await findRevision(database.db)).toBeGreaterThan(before)
  })

  it('returns times as numbers', async () => {
    const row = await database.db
      .selectFrom('case_settings')
      .select('updated_at')
      .executeTakeFirstOrThrow()
    expect(row.updated_at).toBe(0)
  })
})

describe('a database file that cannot be used', () => {
  const folder = mkdtempSync(join(tmpdir(), 'docket-connect-'))

  it('is refused when it is another kind of file, and is left alone', async () => {
    const file = join(folder, 'letter.txt')
    writeFileSync(file, 'Dear Sir or Madam, this is no database.')
    await expect(connectDatabase(`sqlite:${file}`)).rejects.toThrow(/DATABASE_URL.*not a database/)
  })

  it('is refused when another program owns it', async () => {
    const file = join(folder, 'foreign.db')
    new SQLite(file).exec('create table invoices (id integer)').close()
    const db = await connectDatabase(`sqlite:${file}`)
    await expect(migrateDatabase(db)).rejects.toThrow(/belongs to another program/)
    await db.destroy()
  })

  it('is refused when it is damaged', async () => {
    const file = join(folder, 'damaged.db')
    writeFileSync(file, Buffer.concat([Buffer.from('SQLite format 3\0'), Buffer.alloc(5000, 7)]))
    await expect(connectDatabase(`sqlite:${file}`)).rejects.toThrow(/DATABASE_URL cannot be opened/)
  })

  it('says that nothing answers, and never the password', async () => {
    const attempt = connectDatabase('postgres://docket:hunter2@127.0.0.1:1/docket')
    await expect(attempt).rejects.toThrow(/nothing answers at that host and port/)
    await expect(attempt).rejects.not.toThrow(/hunter2/)
  })
})
