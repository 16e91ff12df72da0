import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import { createRandom } from '../../../demo/random.ts'
import { eachDatabase } from '../../../test/support/each-database.ts'
import { entryRow } from '../../../test/support/rows.ts'
import { file } from '../../../test/support/searched-docket.ts'
import type { Queryable } from '../../platform/database/schema.ts'
import { indexEntry } from '../docket/documents/queries.ts'
import { listMatches } from './queries.ts'

/** More than are checked one by one (page-queries.ts); some words are in nearly all of them, some in few. */
const ENTRIES = 260
const WORDS = 'the the the of of court motion zebra wombat quokka dingo'.split(' ')

interface Plain {
  id: number
  day: string
  title: string[]
  type: string[]
  own: string[]
  pages: string[][]
}

const has = (text: readonly string[], term: readonly string[]) =>
  ` ${text.join(' ')} `.includes(` ${term.join(' ')} `)

/** As in closeness.ts: they are left out if there are others, and do not count between two words. */
const SMALL = ['the', 'of']
const heavy = (text: readonly string[]) => text.filter((word) => !SMALL.includes(word))

/** Tries every position of every term: counts the words in between, and one more if they are out of order. */
function gapIn(text: readonly string[], terms: readonly string[][]): number {
  const own = heavy(terms.flat()).length
  const places = terms.map((term) =>
    [...text.keys()].filter((at) => term.every((word, offset) => text[at + offset] === word)),
  )
  const all = places.reduce<number[][]>(
    (some, list) => some.flatMap((starts) => list.map((at) => [...starts, at])),
    [[]],
  )
  const gaps = all.map((starts) => {
    const ends = starts.map((at, index) => at + (terms[index]?.length ?? 0))
    const among = (start: number) => heavy(text.slice(start, Math.max(...ends))).length - own
    const inOrder = ends.every((end, index) => index === 0 || end > (ends[index - 1] ?? 0))
    const anyOrder = among(Math.min(...starts)) + 1
    return Math.max(0, inOrder ? Math.min(anyOrder, among(starts[0] ?? 0)) : anyOrder)
  })
  return Math.min(Number.POSITIVE_INFINITY, ...gaps)
}

const MOST_BETWEEN = 4
/** More entries than this are not checked one by one. */
const FEW = 200

/** Closest first, then in title or type, in the own text, on one page, scattered; undefined if a term is missing. */
function rankOf({ title, type, own, pages }: Plain, terms: readonly string[][]) {
  const all = (test: (term: readonly string[]) => boolean) => terms.every(test)
  if (!all((term) => [own, ...pages].some((text) => has(text, term)))) return undefined
  const isTitled = all((term) => has(title, term) || has(type, term))
  const isOwn = all((term) => has(own, term))
  const onPage = pages.filter((page) => all((term) => has(page, term)))
  const far = 100 + [isTitled, isOwn, onPage.length > 0, true].indexOf(true)
  if (terms.length === 1) return { near: undefined, far, withoutPages: far }
  const titled = [...title, ...type]
  const titleGap = isTitled ? gapIn(titled, terms) : Number.POSITIVE_INFINITY
  const isAtStart = terms[0]?.every((word, offset) => titled[offset] === word)
  if (titleGap <= MOST_BETWEEN) return { near: titleGap + (isAtStart ? 0 : 0.5), far }
  const ownGap = isOwn ? gapIn(own, terms) : Number.POSITIVE_INFINITY
  const pageGap = Math.min(...onPage.map((page) => gapIn(page, terms) + 0.5))
  return {
    near: undefined,
    far: Math.min(ownGap, pageGap) < MOST_BETWEEN + 1 ? Math.min(ownGap, pageGap) : far,
    withoutPages: ownGap <= MOST_BETWEEN ? ownGap : far,
  }
}

function findPlainly(entries: readonly Plain[], typed: readonly string[][]): number[] {
  const telling = typed.filter((term) => term.length > 1 || !SMALL.includes(term[0] ?? ''))
  const terms = telling.length > 0 ? telling : typed
  const found = entries.flatMap((entry) => {
    const rank = rankOf(entry, terms)
    return rank === undefined ? [] : [{ ...entry, ...rank }]
  })
  const others = found.filter(({ near }) => near === undefined)
  const orderOf = ({ near, far, withoutPages = far }: (typeof found)[number]) =>
    near === undefined ? 1000 + (others.length > FEW ? withoutPages : far) : near
  found.sort((a, b) => orderOf(a) - orderOf(b) || (a.day < b.day ? 1 : -1))
  return found.map(({ id }) => id)
}

eachDatabase('a search', (database) => {
  const entries: Plain[] = []
  const search = async (q: string, limit = 1000, offset = 0) => {
    const page = { limit, offset }
    const found = await listMatches(database.db, { q, order: 'relevance', ...page })
    return { ...found, ids: found.entries.map(({ id }) => id) }
  }

  beforeAll(async () => {
    const random = createRandom(7)
    const draw = (most: number) =>
      Array.from({ length: random.between(1, most) }, () => random.pick(WORDS))
    for (let index = 0; index < ENTRIES; index += 1) {
      const [title, type] = [draw(4), draw(1)]
      const pages = Array.from({ length: random.between(1, 3) }, () => draw(10))
      const day = new Date(Date.UTC(2020, 0, 1 + index)).toISOString().slice(0, 10)
      const { id } = await file(database.db, {
        number: null,
        title: title.join(' '),
        type: type.join(' '),
        filed_on: day,
        pdfs: pages.map((page) => [page.join(' ')]),
      })
      const annexes = ['main', 'annex b', 'annex c'].slice(0, pages.length)
      const own = [...title, ...type, ...annexes.join(' ').split(' ')]
      entries.push({ id, day, title, type, own, pages })
    }
  })

  it('finds what a plain scan of every text finds, in the same order', async () => {
    const word = fc.constantFrom(...new Set([...WORDS, 'annex', 'nobody']))
    const term = fc.oneof(
      word.map((one) => [one]),
      fc.array(word, { minLength: 2, maxLength: 5 }),
    )
    const terms = fc.uniqueArray(term, {
      minLength: 1,
      maxLength: 4,
      selector: (list) => list.join(' '),
    })
    // The whole list, or a page of it.
    const limits = fc.oneof(fc.constant(1000), fc.integer({ min: 1, max: 20 }))
    const offsets = fc.oneof(fc.constant(0), fc.nat(20))
    await fc.assert(
      fc.asyncProperty(terms, limits, offsets, async (list, limit, offset) => {
        const q = list.map((one) => (one.length > 1 ? `"${one.join(' ')}"` : one[0])).join(' ')
        const { ids, total } = await search(q, limit, offset)
        const plain = findPlainly(entries, list)
        expect([total, ids]).toEqual([plain.length, plain.slice(offset, offset + limit)])
      }),
      {
        numRuns: 100,
        examples: [
          [[['the', 'court']], 1000, 0],
          [[['of', 'the', 'court']], 1000, 0],
          [[['of', 'the', 'of', 'the']], 1000, 0],
          [[['zebra', 'the']], 1000, 0],
          [[['zebra', 'wombat']], 1000, 0],
          [[['the'], ['of']], 1000, 0],
        ],
      },
    )
  })

  describe('with more matches than are ranked by their pages', () => {
    const MANY = 1001
    beforeAll(async () => {
      const { db } = database
      const rows = Array.from({ length: MANY }, (_, index) => {
        const filed_on = new Date(Date.UTC(1990, 0, 1 + index)).toISOString().slice(0, 10)
        return entryRow({ title: 'Notice', description: 'capybara', filed_on })
      })
      for (let start = 0; start < MANY; start += 100) {
        await db
          .insertInto('entries')
          .values(rows.slice(start, start + 100))
          .execute()
      }
      const added = await db
        .selectFrom('entries')
        .select('id')
        .where('title', '=', 'Notice')
        .execute()
      await db.transaction().execute(async (trx) => {
        for (const { id } of added) await indexEntry(trx, id)
      })
      const both = { number: null, title: 'Both on a page', filed_on: '1980-01-01' }
      await file(db, { ...both, pdfs: [['capybara notice']] })
      await file(db, { ...both, filed_on: '1980-01-02', pdfs: [['capybara'], ['notice']] })
    })

    it('sorts by date where pages would have decided', async () => {
      const { entries: found, total } = await search('capybara notice', 2000)
      expect(total).toBe(MANY + 2)
      expect(found.slice(-2).map(({ filed_on }) => filed_on)).toEqual(['1980-01-02', '1980-01-01'])
      await withdrawSome(database.db)
      const fewer = await search('capybara notice')
      expect(fewer.total).toBe(1000)
      expect(fewer.entries.slice(-2).map(({ filed_on }) => filed_on)).toEqual([
        '1980-01-01',
        '1980-01-02',
      ])
    })
  })
})

/** Three of the many. */
async function withdrawSome(db: Queryable): Promise<void> {
  const some = await db
    .selectFrom('entries')
    .select('id')
    .where('title', '=', 'Notice')
    .limit(3)
    .execute()
  const ids = some.map(({ id }) => id)
  await db.updateTable('entries').set({ deleted_at: 1 }).where('id', 'in', ids).execute()
}
