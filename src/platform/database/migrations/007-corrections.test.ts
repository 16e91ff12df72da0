import { type Kysely, sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { connectEmpty } from '../../../../test/support/each-database.ts'
import { first } from './001-first.ts'
import { relations } from './006-relations.ts'
import { corrections } from './007-corrections.ts'

describe.each(['sqlite', 'postgres'] as const)('on a filled %s database', (dialect) => {
  it('what is published was public since it was added; a draft was never', async () => {
    const { db } = await connectEmpty(dialect)
    const bare = db as unknown as Kysely<never>
    await first.up(bare)
    for (const [number, status] of [
      [1, 'published'],
      [2, 'draft'],
    ] as const) {
      await sql`insert into entries (number, filed_on, title, description, type, filed_by, status, version, created_at, updated_at)
        values (${number}, '2026-07-30', 'Notice', '', '', '', ${status}, 1, ${number * 1000}, 5000)`.execute(
        db,
      )
    }
    await relations.up(bare)
    await corrections.up(bare)
    const rows = await db
      .selectFrom('entries')
      .select(['number', 'published_at'])
      .orderBy('id')
      .execute()
    expect(rows).toEqual([
      { number: 1, published_at: 1000 },
      { number: 2, published_at: null },
    ])
  })
})
