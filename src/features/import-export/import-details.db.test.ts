import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { pdfFile } from '../../../test/support/entries-server.ts'
import { newFolder } from '../../../test/support/new-folder.ts'
import { entryRow } from '../../../test/support/rows.ts'
import { sharedInspector as inspector } from '../../../test/support/shared-inspector.ts'
import { newPlatform } from '../../../test/support/test-platform.ts'
import type { EntryEvent } from '../../platform/database/schema.ts'
import type { Platform } from '../../platform/platform.ts'
import { insertEvent, listCalendar } from '../calendar/queries.ts'
import { insertCorrections, insertVersion } from '../corrections/queries.ts'
import { findEntryByNumber, insertEntry, listEvery } from '../docket/entries/queries.ts'
import { changeEntry } from '../docket/entries/save-entry.ts'
import { listRelating } from '../relations/queries.ts'
import { exportDocket } from './export-docket.ts'
import { importDocket } from './import-docket.ts'

const folder = newFolder()

describe.each(['sqlite', 'postgres'] as const)(
  'what entries say about each other, on %s',
  (dialect) => {
    it('is taken from the docket’s text, once', async () => {
      const platform = await newPlatform(dialect)
      const file = 'test/fixtures/dockets/district.json'
      await importDocket(platform, { file, inspector })
      const relations = await listEvery(platform.db, 'entry_relations')
      const motion = await findEntryByNumber(platform.db, 14)
      expect(await listRelating(platform.db, [motion?.id ?? 0])).toMatchObject([
        { kind: 'responds_to', number: 16 },
        { kind: 'responds_to', number: 17 },
        { kind: 'refers_to', number: null },
        { kind: 'decides', number: 20 },
      ])
      await importDocket(platform, { file, inspector })
      expect(await listEvery(platform.db, 'entry_relations')).toEqual(relations)
    })

    it('comes back from the archive as it was, with dates, corrections and earlier versions', async () => {
      const platform = await newPlatform(dialect)
      await fill(platform)
      const [first, second, third] = ['first', 'second', 'third'].map((name) =>
        join(folder, `${dialect}-${name}`),
      ) as [string, string, string]
      await exportDocket(platform, first)
      const other = await newPlatform(dialect)
      // One id is used and its row removed, so that equal ids cannot come from counting alone.
      await insertEntry(other.db, entryRow({ number: 1 }))
      await other.db.deleteFrom('entries').execute()
      await importDocket(other, { file: join(first, 'docket.json'), inspector })
      await exportDocket(other, second)
      const read = (path: string) => JSON.parse(readFileSync(join(path, 'docket.json'), 'utf8'))
      expect(read(second).entries).toEqual(read(first).entries)
      expect(read(second).case).toMatchObject({ caption: 'Doe v. Roe', about: '# Claims' })
      expect(read(first).entries).toMatchObject([
        {},
        {},
        { number: 3, status: 'draft', deleted: false },
        { number: 4, status: 'published', deleted: true },
      ])
      expect(read(first).entries[1]).toMatchObject({
        published_at: '2026-07-30T16:00:00.000Z',
        relations: [{ kind: 'decides', number: 1 }],
        events: [{ id: 7, kind: 'hearing', date: '2026-08-14', time: '10:00', sequence: 1 }],
        corrections: [{ field: 'title', earlier: 'Ordre' }],
        documents: [
          { corrections: [{ earlier: 'Exhibt' }], earlier_versions: [{ page_count: 3 }] },
        ],
      })
      // Back into the docket that it came from: nothing is doubled.
      const again = await importDocket(platform, { file: join(second, 'docket.json'), inspector })
      expect(again).toMatchObject({ entriesAdded: 0, documentsAdded: 0, differing: [] })
      await exportDocket(platform, third)
      expect(read(third)).toEqual(read(first))
      const sequences = async ({ db }: Platform) =>
        (await listCalendar(db, '2026-01-01', 10)).map(({ uid, sequence }) => [uid, sequence])
      expect(await sequences(other)).toEqual(await sequences(platform))
      // The next one gets an ID of its own.
      const [shown] = await listEvery(other.db, 'entry_events')
      const { id: _, ...event } = { ...shown, uid: 'next' } as EntryEvent
      await insertEvent(other.db, event)
      expect((await listEvery(other.db, 'entry_events')).map(({ id }) => id)).toEqual([7, 8])
    })

    /** A motion and an order about it, with a hearing, corrections and a file that was replaced; a draft; a deleted entry. */
    async function fill(platform: Platform): Promise<void> {
      const pdfs = mkdtempSync(join(folder, 'pdfs-'))
      writeFileSync(join(pdfs, '2.pdf'), await pdfFile('order.pdf').bytes())
      const texts = ['MOTION to Dismiss', 'ORDER granting 1 Motion', 'NOTICE', 'LETTER']
      const docket_entries = texts.map((description, index) => {
        return { document_number: index + 1, date_filed: '2026-07-30', description }
      })
      const file = join(pdfs, 'docket.json')
      writeFileSync(file, JSON.stringify({ case_name: 'Doe v. Roe', docket_entries }))
      const at = Date.UTC(2026, 6, 30, 16)
      const then = { ...platform, clock: () => at }
      await importDocket(then, { file, documents: pdfs, inspector })
      const { db } = platform
      const id = (await findEntryByNumber(db, 2))?.id ?? 0
      const hearing = {
        ...{ uid: undefined, kind: 'hearing' as const, held_on: '2026-08-14', held_at: '10:00' },
        ...{ place: 'Courtroom 14C', note: '' },
      }
      const by = { administrator: null, clientIp: null }
      const change = { id, fields: {}, files: [], extras: { events: [hearing] } }
      await changeEntry(then, { ...change, version: undefined, by })
      await db.updateTable('documents').set({ pinned_at: at }).execute()
      await db.updateTable('entry_events').set({ id: 7 }).execute()
      await db.updateTable('entries').set({ status: 'draft' }).where('number', '=', 3).execute()
      await db.updateTable('entries').set({ deleted_at: at }).where('number', '=', 4).execute()
      const about = { about: '# Claims', announcement: 'Bar date 03/15/2027' }
      await db.updateTable('case_settings').set(about).execute()
      const [document] = await listEvery(db, 'documents')
      const documentId = document?.id ?? 0
      const wrong = { field: 'title' as const, earlier: 'Ordre' }
      const typo = { field: 'document_title' as const, earlier: 'Exhibt' }
      const mark = { entryId: id, at }
      await insertCorrections(db, { ...mark, documentId: null, corrections: [wrong] })
      await insertCorrections(db, { ...mark, documentId, corrections: [typo] })
      const earlier = { id: documentId, sha256: 'ab'.repeat(32), byte_size: 1, page_count: 3 }
      await insertVersion(db, earlier, at)
    }
  },
)
