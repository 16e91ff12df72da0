import { beforeAll } from 'vitest'
import {
  indexEntry,
  indexPages,
  insertDocument,
  textPages,
} from '../../src/features/docket/documents/queries.ts'
import { insertEntry } from '../../src/features/docket/entries/queries.ts'
import { type DocketOrder, withDocuments } from '../../src/features/docket/entries/views.ts'
import { markMatches } from '../../src/features/search/mark-matches.ts'
import { listMatches } from '../../src/features/search/queries.ts'
import type { DocketFilter } from '../../src/features/search/query-rules.ts'
import type { Database, Entry, NewEntry } from '../../src/platform/database/schema.ts'
import { eachDatabase, type TestDatabase } from './each-database.ts'
import { documentRow, entryRow } from './rows.ts'

interface Filed extends Partial<NewEntry> {
  number: number | null
  title: string
  /** The pages of each document; the first is the main document. */
  pdfs?: string[][]
}

const docket: Filed[] = [
  {
    number: 45,
    title: 'Motion to Appoint a Receiver',
    description: 'MOTION to Appoint a Receiver filed by Harbor Freight Co.',
    type: 'Motion',
    filed_by: 'Harbor Freight Co.',
    filed_on: '2026-03-01',
    pdfs: [
      ['Harbor asks the court to act.', 'The receiver shall report monthly under § 3103.'],
      ['Exhibit one, naïve café'],
      ['Exhibit two', 'Nothing', 'It cites ECF 7 and the Bauerfeld report of 1,250,000 euro.'],
    ],
  },
  {
    number: 46,
    title: 'Order Granting Motion',
    description: 'Receivers were appointed, see ECF 45-2.',
    type: 'Order',
    filed_by: 'Judge Quill',
    filed_on: '2026-03-05',
    pdfs: [
      [
        'It is so ordered. The court’s receivers shall file reports. Plaintiffs’ request is denied.',
      ],
    ],
  },
  {
    number: 7,
    title: 'Cross-Motion of O’Brien',
    description: 'CROSS-MOTION by Jane O’Brien; 42 U.S.C. §1983',
    type: 'Motion',
    filed_by: 'Jane O’Brien',
    filed_on: '2026-01-02',
    pdfs: [['The shall receiver: words out of order, and the number 45.']],
  },
  { number: null, title: 'Minute entry', filed_on: '2026-02-02', type: 'Minute Order' },
  { number: 90, title: 'Draft', status: 'draft', filed_on: '2026-05-01', pdfs: [['receiver']] },
  { number: 91, title: 'Withdrawn', deleted_at: 5, filed_on: '2026-05-02', pdfs: [['receiver']] },
]

/** Runs the same tests on SQLite and on PostgreSQL, each with this docket in it. */
export function eachSearchedDocket(
  name: string,
  tests: (place: ReturnType<typeof searchesOf>) => void,
): void {
  eachDatabase(name, (database) => {
    beforeAll(async () => {
      for (const filed of docket) await file(database.db, filed)
    })
    tests(searchesOf(database))
  })
}

const searchesOf = (database: TestDatabase) => ({
  db: () => database.db,
  file: (filed: Filed) => file(database.db, filed),
  /** The best match first. */
  list: (filter: DocketFilter, order: DocketOrder = 'relevance', limit = 50, offset = 0) =>
    listMatches(database.db, { ...filter, order, limit, offset }),
  mark: (entries: Entry[], typed: string) => markEntries(database.db, entries, typed),
})

export const markEntries = async (db: Database, entries: Entry[], typed: string) =>
  markMatches(db, await withDocuments(db, entries), typed)

export function file(db: Database, { pdfs = [], ...fields }: Filed): Promise<Entry> {
  return db.transaction().execute(async (trx) => {
    const entry = await insertEntry(trx, entryRow({ filed_on: '2026-01-01', ...fields }))
    for (const [attachment_number, pages] of pdfs.entries()) {
      const row = documentRow({
        entry_id: entry.id,
        attachment_number,
        title: attachment_number === 0 ? 'Main' : `Annex ${'ABC'[attachment_number]}`,
        position: attachment_number + 1,
        page_count: pages.length,
        text_pages: textPages(pages),
      })
      await indexPages(trx, await insertDocument(trx, row), pages)
    }
    await indexEntry(trx, entry.id)
    return entry
  })
}
