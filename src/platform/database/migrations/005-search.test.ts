import { type Kysely, sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { connectEmpty } from '../../../../test/support/each-database.ts'
import { markEntries } from '../../../../test/support/searched-docket.ts'
import { listMatches } from '../../../features/docket/search/queries.ts'
import { first } from './001-first.ts'
import { search } from './005-search.ts'
import { relations } from './006-relations.ts'
import { corrections } from './007-corrections.ts'
import { wholeEntries } from './008-whole-entries.ts'

describe.each(['sqlite', 'postgres'] as const)('on a filled %s database', (dialect) => {
  it('everything that could be found still is, in all pieces of a long text', async () => {
    const { db } = await connectEmpty(dialect)
    const bare = db as unknown as Kysely<never>
    await first.up(bare)
    await sql`insert into entries (number, filed_on, title, description, type, filed_by, status, version, created_at, updated_at)
      values (45, '2026-07-30', 'Notice of Appeal', '', '', '', 'published', 1, 1, 1)`.execute(db)
    await sql`insert into documents (entry_id, attachment_number, title, position, file_name, storage_key, sha256,
      byte_size, page_count, created_at, updated_at) values (1, 2, 'Brief', 1, 'a.pdf', 'k', 's', 1, 9, 1, 1)`.execute(
      db,
    )
    const filler = 'lorem ipsum '.repeat(900)
    for (const [document, body] of [
      [null, '45\nNotice of Appeal\nBrief'],
      [1, `The sealed envelope ${filler}`],
      [1, `${filler} an unopened letter`],
    ]) {
      await sql`insert into search_texts (entry_id, document_id, body) values (1, ${document}, ${body})`.execute(
        db,
      )
    }
    await search.up(bare)
    await relations.up(bare)
    await corrections.up(bare)
    await wholeEntries.up(bare)

    const find = async (q: string) => {
      const page = { limit: 10, offset: 0 }
      const { entries } = await listMatches(db, { q }, 'relevance', page)
      return (await markEntries(db, entries, q)).map(({ found }) =>
        found?.pages.map((one) => one.name),
      )
    }
    expect(await find('appealing')).toEqual([[]])
    // Not on which page, until the PDF has been read again.
    expect(await find('"sealed envelopes"')).toEqual([['ECF 45-2']])
    expect(await find('letter')).toEqual([['ECF 45-2']])
    expect(await find('zebra')).toEqual([])
    const documents = await db.selectFrom('documents').select('text_pages').execute()
    expect(documents).toEqual([{ text_pages: null }])
  })
})
