import fc from 'fast-check'
import { expect, it } from 'vitest'
import { eachSearchedDocket } from '../../../test/support/searched-docket.ts'
import type { DocketOrder } from '../docket/entries/views.ts'
import { listChoices } from './queries.ts'
import { type DocketFilter, isSmall } from './query-rules.ts'

/** What is typed, and the numbers of the entries found; null is the minute entry. The first is the best match. */
const searches: [typed: string, found: (number | null)[]][] = [
  ['receiver', [45, 46, 7]],
  ['receiving', [45, 46, 7]],
  // Phrases
  ['“Shall Report Monthly”', [45]],
  ['"receivers shall file"', [46]],
  ['"motion to appoint" receiver', [45]],
  // Small words: left out
  ['a motion of the receivers', [45, 46]],
  ['the', []],
  // Docket numbers: what they name comes first
  ['45', [45, 46, 7]],
  ['45-2', [45, 46]],
  ['3/5/2026', [46]],
  ['90', []],
  // Hyphens
  ['cross-motion', [7]],
  ['cross motion', [7]],
  // Section signs
  ['§ 1983', [7]],
  ['§ 3103', [45]],
  // Apostrophes, accents, numbers
  ["o'brien", [7]],
  ['obrien', [7]],
  ["court's receiver files", [46]],
  ['plaintiff', [46]],
  ['naive', [45]],
  ['CAFÉ', [45]],
  ['1250000', [45]],
  // Nothing is an operator
  ['receiver OR zebra', []],
  ['recei*', []],
  ['-receiver', [45, 46, 7]],
  ['title:receiver', []],
  ['minute', [null]],
  // Nothing to look for
  ["'; drop table entries; --", []],
  [':* & | !( )<->', []],
]

eachSearchedDocket('the search', ({ db, file, list }) => {
  const ids = async (q: string) => (await list({ q })).entries.map(({ id }) => id)
  const remove = (...some: number[]) =>
    db().updateTable('entries').set({ deleted_at: 1 }).where('id', 'in', some).execute()
  const numbers = async (filter: DocketFilter, order?: DocketOrder) =>
    (await list(filter, order)).entries.map(({ number }) => number)

  it.each(searches)('%j finds %j', async (q, found) => {
    const all = await numbers({ q })
    expect(all[0]).toBe(found[0])
    expect(new Set(all)).toEqual(new Set(found))
    expect((await list({ q })).total).toBe(found.length)
  })

  it('sorts by date in the other orders', async () => {
    expect(await numbers({ q: '45' }, 'newest')).toEqual([46, 45, 7])
    expect(await numbers({ q: '45' }, 'oldest')).toEqual([7, 45, 46])
  })

  it('is narrowed by type, filer and date, with words or without', async () => {
    expect(await numbers({ type: 'Motion' })).toEqual([45, 7])
    expect(await numbers({ q: 'receiver', type: 'Motion' })).toEqual([45, 7])
    expect(await numbers({ q: 'order', type: 'Order' })).toEqual([46])
    expect(await numbers({ q: 'receiver', filer: 'Jane O’Brien' })).toEqual([7])
    expect(await numbers({ from: '2026-03-01', to: '2026-03-01' })).toEqual([45])
    expect(await numbers({ q: 'receiver', from: '2026-03-02' })).toEqual([46])
    expect(await numbers({ q: '45', to: '2026-02-01' })).toEqual([7])
  })

  it('counts all pages, and has each entry once over them', async () => {
    const pages = [0, 2].map((offset) => list({ q: 'receiver' }, 'relevance', 2, offset))
    const [first, second] = await Promise.all(pages)
    expect([first?.total, second?.total]).toEqual([3, 3])
    const all = [first, second].flatMap((page) => page?.entries.map(({ number }) => number))
    expect([all[0], all.toSorted()]).toEqual([45, [45, 46, 7]])
  })

  it('offers the types and filers of published entries', async () => {
    const filers = ['Harbor Freight Co.', 'Jane O’Brien', 'Judge Quill']
    expect(await listChoices(db())).toEqual({ types: ['Minute Order', 'Motion', 'Order'], filers })
  })

  it('finds what is public, at once, and no longer when it is not (PROMISES 17)', async () => {
    const { id } = await file({ number: null, title: 'Quokka', pdfs: [['wombat']] })
    const found = async () => [await ids('quokka'), await ids('wombat')]
    expect(await found()).toEqual([[id], [id]])
    for (const status of ['draft', 'published'] as const) {
      const deleted_at = status === 'draft' ? null : 1
      await db().updateTable('entries').set({ status, deleted_at }).where('id', '=', id).execute()
      expect(await found()).toEqual([[], []])
    }
  })

  it('puts a match in a title or type before a mere mention', async () => {
    const title = 'Ocelot petition to intervene'
    const description = 'Hearing on the ocelot petition to intervene'
    const petition = await file({ number: null, title, filed_on: '2026-04-01' })
    const minutes = { number: null, title: 'Minutes', description, filed_on: '2026-04-02' }
    const both = [petition.id, (await file(minutes)).id]
    expect(await ids('ocelot petition to intervene')).toEqual(both)
    expect(await ids('"petition to intervene" ocelot')).toEqual(both)
    await remove(...both)
  })

  it('accepts any text, and finds each of its words', async () => {
    const word = fc.stringMatching(/^[a-zé0-9]{1,12}$/).filter((one) => !isSmall(one))
    const separator = fc.constantFrom(' ', '\n', ' — ', ', ', '.\n', ' (', '\0', '\t')
    const words = fc.array(fc.tuple(word, separator), { minLength: 1, maxLength: 40 })
    await fc.assert(
      fc.asyncProperty(words, async (parts) => {
        const { id } = await file({ number: null, title: 'x', pdfs: [[parts.flat().join('')]] })
        const first = parts.slice(0, 3).map(([one]) => one)
        for (const q of [...first, `"${first.join(' ')}"`]) expect(await ids(q)).toContain(id)
        await remove(id)
      }),
      { numRuns: 25 },
    )
  })
})
