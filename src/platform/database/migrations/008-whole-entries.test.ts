import { type Kysely, sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { connectEmpty } from '../../../../test/support/each-database.ts'
import { entryRow } from '../../../../test/support/rows.ts'
import { listMatches } from '../../../features/docket/search/queries.ts'
import { putEntryText, putPages } from '../../search/page-index.ts'
import { first } from './001-first.ts'
import { search } from './005-search.ts'
import { relations } from './006-relations.ts'
import { corrections } from './007-corrections.ts'
import { wholeEntries } from './008-whole-entries.ts'

describe.each(['sqlite', 'postgres'] as const)('on a filled %s database', (dialect) => {
  it('entries are found by all their words as before, those with the title first', async () => {
    const { db } = await connectEmpty(dialect)
    const bare = db as unknown as Kysely<never>
    for (const made of [first, search, relations, corrections]) await made.up(bare)
    // Hundreds of pages: more than are read at a time.
    const pages = Array.from({ length: 250 }, (_, index) => ({
      page: index + 1,
      text: `p${index}`,
    }))
    for (const [id, title, type] of [
      [1, 'Motion to Dismiss', 'Motion'],
      [2, 'Minute Entry', 'Hearing'],
    ] as const) {
      await db.insertInto('entries').values(entryRow({ id, title, type })).execute()
      const text = `${title}\nthe motion to dismiss was argued\n${type}`
      await putEntryText(db, id, text)
      await putPages(db, { entryId: id, documentId: id, pages })
    }
    await putPages(db, { entryId: 2, documentId: 3, pages: [{ page: 1, text: 'of the zebra' }] })
    await wholeEntries.up(bare)

    const find = async (q: string) => {
      const page = { limit: 10, offset: 0 }
      return (await listMatches(db, { q }, 'relevance', page)).entries.map(({ id }) => id)
    }
    expect(await find('motion dismiss')).toEqual([1, 2])
    expect(await find('"of the zebra" minute')).toEqual([2])
    expect(await find('p0 p249 dismiss')).toEqual([2, 1])
    const { rows } = await sql`select entry_id from search_wholes order by entry_id`.execute(db)
    expect(rows).toEqual([{ entry_id: 1 }, { entry_id: 2 }])
  })
})
