import { expect, test } from 'vitest'
import { addNotification } from '../../../test/support/add-notification.ts'
import { eachDatabase } from '../../../test/support/each-database.ts'
import { documentRow, entryRow } from '../../../test/support/rows.ts'
import { insertDocument } from '../docket/documents/queries.ts'
import { insertEntry } from '../docket/entries/queries.ts'
import { isShown, unannouncedRule } from './entry-list-rules.ts'
import { countWaitingEntries, listAdminEntries } from './queries.ts'

const now = Date.UTC(2026, 10, 21, 17)
const timeZone = 'America/New_York'
const live = { mode: 'live', testRecipient: undefined } as const
const trial = { mode: 'test', testRecipient: 'trial@example.com' } as const
const DAY = 86_400_000

eachDatabase('entries that need attention', (database) => {
  test('are new ones without a notification, unless imported; those with open findings; drafts', async () => {
    const { db } = database
    const fields = { published_at: now, filed_on: '2026-01-02' }
    const rows = [
      { id: 4, title: 'Filed late', ...fields },
      { id: 5, title: 'Long ago', ...fields, published_at: now - 31 * DAY },
      { id: 6, title: 'Imported, new', ...fields, filed_on: '2026-11-20', source_key: 'six' },
      { id: 7, title: 'Imported, old', ...fields, source_key: 'seven' },
      { id: 8, title: 'Told twice', ...fields },
      { id: 9, title: 'Only a test', ...fields },
      { id: 10, title: 'A draft', ...fields, status: 'draft' as const, published_at: null },
      { id: 11, title: 'Deleted', ...fields, deleted_at: 5 },
    ]
    for (const row of rows) {
      await insertEntry(db, entryRow(row))
      await insertDocument(db, documentRow({ id: row.id, entry_id: row.id }))
    }
    for (const [entry_id, mode, recipient_count] of [
      [8, 'live', 3],
      [8, 'live', 412],
      [8, 'test', 1],
      [9, 'test', 1],
    ] as const) {
      await addNotification(db, entry_id, { mode, recipient_count, created_at: now })
    }
    const finding = { kind: 'identifier', text: 'xxx-xx-1234', found_at: 1 }
    const open = [4, 4, 10, 11].map((document_id) => ({ document_id, ...finding }))
    const decided = { document_id: 6, decided_at: 9, ...finding }
    await db.insertInto('findings').values(open).execute()
    await db.insertInto('findings').values(decided).execute()
    await db.updateTable('documents').set({ deleted_at: 5 }).where('id', '=', 10).execute()

    const rule = unannouncedRule({ notifications: live, timeZone }, now)
    const listed = await listAdminEntries(db, rule)
    const shown = (view: 'unannounced' | 'findings' | 'draft') =>
      listed.filter((row) => isShown(view, row)).map(({ title }) => title)
    expect(shown('unannounced')).toEqual(['Imported, new', 'Only a test', 'Filed late'])
    expect(shown('findings')).toEqual(['Filed late'])
    const waiting = { drafts: 1, withFindings: 1, unannounced: 3, testedOnly: 0 }
    expect(await countWaitingEntries(db, rule)).toEqual(waiting)

    const notified = { notified_at: now, recipient_count: 412, mode: 'live' }
    expect(listed.find(({ id }) => id === 8)).toMatchObject({ document_count: 1, ...notified })

    const testing = unannouncedRule({ notifications: trial, timeZone }, now)
    expect(await countWaitingEntries(db, testing)).toMatchObject({ unannounced: 2, testedOnly: 1 })
  })
})
