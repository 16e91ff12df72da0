import { createHash } from 'node:crypto'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { findNamedKeys } from '../../src/features/docket/documents/queries.ts'
import { createFolderStorage } from '../../src/platform/files/folder-storage.ts'
import { eachDatabase } from '../support/each-database.ts'
import { startFiling } from '../support/filing-child.ts'

const PDF = 'test/fixtures/pdfs/order.pdf'

// PROMISES 15, with a real process that is killed.
eachDatabase('after kill -9 while filing', (database) => {
  const folder = mkdtempSync(join(tmpdir(), 'docket-crash-'))
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  const storageUrl = `file:${folder}`
  const file = (killAt?: string) =>
    startFiling({ databaseUrl: database.url, storageUrl, pdf: PDF, ...(killAt && { killAt }) })

  async function storedRows() {
    return database.db.selectFrom('documents').select(['storage_key', 'sha256']).execute()
  }

  function filesIn(part: string): string[] {
    return readdirSync(join(folder, part), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name))
  }

  async function expectEveryRowToHaveItsFile(): Promise<void> {
    for (const { storage_key, sha256 } of await storedRows()) {
      const bytes = readFileSync(join(folder, storage_key))
      expect(createHash('sha256').update(bytes).digest('hex')).toBe(sha256)
    }
  }

  it.each([
    ['received', 'while its file was arriving', 0],
    ['stored', 'between the file and the row', 0],
    ['inserting', 'within the transaction', 0],
    ['committed', 'when the row was committed', 1],
  ])('%s: a filing killed %s is there whole or not at all', async (killAt, _, filed) => {
    const before = (await storedRows()).length
    const filesBefore = filesIn('.').length
    expect(await file(killAt).untilKilled()).toHaveLength(filed)
    expect(await storedRows()).toHaveLength(before + filed)
    expect(filesIn('.')).toHaveLength(filesBefore + 1)
    await expectEveryRowToHaveItsFile()
    expect(await database.db.selectFrom('entries').selectAll().execute()).toHaveLength(
      before + filed,
    )
  })

  it('every row has its file whenever the process was killed, and every reported filing is there', async () => {
    const reports = await file().untilKilled(4)
    await expectEveryRowToHaveItsFile()
    const stored = (await storedRows()).map(({ sha256 }) => sha256)
    expect(stored).toEqual(expect.arrayContaining(reports))
  })

  it('the next start removes leftovers, and nothing else', async () => {
    const named = (await storedRows()).map(({ storage_key }) => join(folder, storage_key))
    expect(filesIn('.').length).toBeGreaterThan(named.length)
    await createFolderStorage(folder).sweep((keys) => findNamedKeys(database.db, keys))
    expect(filesIn('.').toSorted()).toEqual(named.toSorted())
    expect(existsSync(join(folder, 'incoming'))).toBe(true)
  })
})
