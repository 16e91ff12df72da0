import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { type EntriesServer, findEntries, startEntries } from '../test/support/entries-server.ts'
import { EXCLUDED, type Table } from '../test/support/excluded-fields.ts'
import { newFolder } from '../test/support/new-folder.ts'
import { sharedInspector as inspector } from '../test/support/shared-inspector.ts'
import { createTestPlatform } from '../test/support/test-platform.ts'
import { acceptFiles } from './features/docket/documents/accept-files.ts'
import { storedFile } from './features/docket/documents/add-documents.ts'
import { indexEntry } from './features/docket/documents/queries.ts'
import { storeFiles } from './features/docket/documents/store-files.ts'
import { listEntryHistory } from './features/docket/entries/queries.ts'
import { copyIn } from './features/import-export/docket-files.ts'
import { exportDocket } from './features/import-export/export-docket.ts'
import { importDocket } from './features/import-export/import-docket.ts'
import { findCaseSettings } from './features/site/queries.ts'
import { anyOf } from './platform/database/copy-database.ts'
import type { Platform } from './platform/platform.ts'
import { formatDate } from './shared/date.ts'

/*
 * Every column that the database has of entries and documents is filled, and wanted back from each place that handles
 * fields. A new one fails here by name until the place has it, or EXCLUDED says why not.
 */

type Row = Record<string, unknown>
type Place = keyof typeof EXCLUDED

const folder = newFolder()

describe('each place', () => {
  let platform: Platform
  let clerk: EntriesServer['client']
  let rows: Record<Table, Row>
  let copy: Platform

  beforeAll(async () => {
    const server = await startEntries('sqlite')
    const other = await createTestPlatform('sqlite')
    ;({ platform, client: clerk } = server)
    copy = other.platform
    rows = await fill(platform)
    await exportAndImport()
    return () => Promise.all([server.close(), other.dispose()])
  })

  const adminPath = (table: Table) => `/admin/${table}/${rows[table].id}`

  /** Changes one column on the form, and back. @returns the record of it */
  async function change(table: Table, column: string) {
    const { db } = platform
    const value = rows[table][column]
    const other = typeof value === 'number' ? value + 1000 : `${value}2`
    const history = () => listEntryHistory(db, Number(rows.entries.id))
    const last = (await history())[0]?.id ?? 0
    await clerk.post(adminPath(table), { [column]: String(OTHER[column] ?? other) })
    const record = (await history()).find(({ id }) => id > last)
    await clerk.post(adminPath(table), { [column]: String(value) })
    return record?.details ?? ''
  }

  /** Deleted meanwhile, so that every column is filled. */
  async function exportAndImport() {
    const { db } = platform
    const tables = ['entries', 'documents'] as const
    const mark = async (isDeleted: boolean) => {
      for (const table of tables) {
        const { id, deleted_at } = rows[table]
        const query = anyOf(db)
          .updateTable(table)
          .set({ deleted_at: isDeleted ? deleted_at : null })
        await query.where('id', '=', id).execute()
      }
    }
    await mark(true)
    await exportDocket(platform, join(folder, 'archive'))
    await mark(false)
    await importDocket(copy, { file: join(folder, 'archive', 'docket.json'), inspector })
  }

  /** Whether each place has the column. */
  const PLACES: Record<Place, (table: Table, column: string) => Promise<boolean>> = {
    async 'the archive'(table, column) {
      const query = anyOf(copy.db).selectFrom(table).where('id', '=', rows[table].id)
      const row = await query.selectAll().executeTakeFirst()
      return row?.[column] === rows[table][column]
    },
    async 'the API'(table, column) {
      const { body } = await clerk.get(`/api/docket-entries/${rows.entries.id}`)
      const entry = JSON.parse(body)
      return (table === 'entries' ? entry : entry.documents[0])[column] === rows[table][column]
    },
    async 'the form'(table, column) {
      const page = table === 'entries' ? '/edit' : ''
      const { body } = await clerk.get(adminPath('entries') + page)
      return body.includes(` name="${column}"`) && shows(body, rows[table][column])
    },
    async 'the search'(table, column) {
      return (await findEntries(platform.db, String(rows[table][column]))).length > 0
    },
    async 'the page for administrators'(table, column) {
      const { body } = await clerk.get(adminPath('entries'))
      return shows(body, rows[table][column])
    },
    async 'the public page'(table, column) {
      const { body } = await clerk.get(`/${table}/${rows[table].id}`)
      return shows(body, rows[table][column])
    },
    // Last, because pages show what was changed.
    async 'the audit log'(table, column) {
      return !['', 'Saved without changes'].includes(await change(table, column))
    },
    async 'the list of corrections'(table, column) {
      await change(table, column)
      const query = platform.db.selectFrom('entry_corrections').selectAll()
      const earlier = String(rows[table][column])
      return (await query.where('earlier', '=', earlier).execute()).length > 0
    },
  }

  it.each(
    (Object.keys(PLACES) as Place[]).flatMap((place) =>
      (['entries', 'documents'] as const).map((table) => ({ place, table })),
    ),
  )('$place has every column of $table, or a reason', async ({ place, table }) => {
    const reasons = Object.keys(EXCLUDED[place][table]).flatMap((names) => names.split(' '))
    const wrong: string[] = []
    for (const column of Object.keys(rows[table])) {
      const isThere = await PLACES[place](table, column)
      const name = `${table}.${column}`
      if (isThere && reasons.includes(column)) wrong.push(`${place} has ${name}: needs no reason`)
      if (!isThere && !reasons.includes(column)) wrong.push(`${place} has no ${name}`)
    }
    expect(wrong).toEqual([])
  })
})

it('the archive has every column of the case’s settings', async () => {
  const [from, to] = [await createTestPlatform('sqlite'), await createTestPlatform('sqlite')]
  const find = async ({ platform: { db } }: typeof from) => {
    const { id: _, updated_at: __, ...settings } = await findCaseSettings(db)
    return settings
  }
  const texts = Object.keys(await find(from)).map((name) => [name, `zq${name}`])
  const filled = { ...Object.fromEntries(texts), closed_on: '2026-11-20' }
  await from.platform.db.updateTable('case_settings').set(filled).execute()
  await exportDocket(from.platform, join(folder, 'settings'))
  await importDocket(to.platform, { file: join(folder, 'settings', 'docket.json'), inspector })
  expect(await find(to)).toEqual(filled)
  await Promise.all([from.dispose(), to.dispose()])
})

const OTHER: Row = { filed_on: '2026-03-06', status: 'draft', position: 2 }

const shows = (html: string, value: unknown) =>
  [String(value), formatDate(String(value))].some((text) => new RegExp(`\\b${text}\\b`).test(html))

/** An entry with two documents; in every column of the entry and of the first document, a value of its own. */
async function fill(platform: Platform) {
  const tables = await platform.db.introspection.getTables()
  const filled = (table: Table, first: number, given: Row): Row => {
    const columns = tables.find(({ name }) => name === table)?.columns ?? []
    const values = columns.map(({ name, dataType }, index) => {
      if (!/int/i.test(dataType)) return [name, `zq${table}${name.replaceAll('_', '')}`]
      return [name, (name.endsWith('_at') ? Date.UTC(2026, 0, 1) : 0) + first + index]
    })
    return { ...Object.fromEntries(values), ...given }
  }
  const db = anyOf(platform.db)
  const entry = filled('entries', 41_000, { filed_on: '2026-03-05', status: 'published' })
  await db
    .insertInto('entries')
    .values({ ...entry, deleted_at: null })
    .execute()
  const upload = await copyIn(platform, 'test/fixtures/pdfs/opinion.pdf')
  const { uploadMaxBytes } = platform.config
  const { accepted } = await acceptFiles([upload], { inspector, uploadMaxBytes })
  await storeFiles(platform, accepted)
  const [file] = accepted.map(storedFile)
  const document = filled('documents', 51_000, { ...file, entry_id: entry.id })
  const first = { ...document, deleted_at: null }
  const second = { ...first, id: 1, attachment_number: 0, title: 'Other', position: 99_999 }
  await db.insertInto('documents').values([first, second]).execute()
  await platform.db.transaction().execute((trx) => indexEntry(trx, Number(entry.id)))
  return { entries: entry, documents: document }
}
