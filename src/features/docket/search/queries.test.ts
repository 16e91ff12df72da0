import fc from 'fast-check'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { eachDatabase } from '../../../../test/support/each-database.ts'
import type { NewEntry } from '../../../platform/database/schema.ts'
import { markMatches } from '../../../platform/search/excerpt.ts'
import { indexEntry } from '../../documents/index-entry.ts'
import { indexPages, textPages } from '../../documents/index-pages.ts'
import { insertDocument } from '../../documents/queries.ts'
import { insertEntry, updateEntry } from '../queries.ts'
import { entryView, withDocuments } from '../to-view.ts'
import type { DocketOrder } from '../views.ts'
import { findMatches } from './find-matches.ts'
import { type DocketFilter, listChoices, listMatches } from './queries.ts'

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
      [
        'Exhibit two',
        'Nothing',
        'It cites ECF 7 and the Bauer-\nfeld report of 1,250,000 dollars.',
      ],
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
  {
    number: 90,
    title: 'Draft about receivers',
    status: 'draft',
    filed_on: '2026-05-01',
    pdfs: [['receiver']],
  },
  {
    number: 91,
    title: 'Withdrawn receivers',
    deleted_at: 5,
    filed_on: '2026-05-02',
    pdfs: [['receiver']],
  },
]

/** What is typed, and the numbers of the entries found, best match first; null is the minute entry. */
const searches: [typed: string, found: (number | null)[]][] = [
  // Endings and case
  ['receiver', [46, 45, 7]],
  ['RECEIVERS', [46, 45, 7]],
  ['receiving', [46, 45, 7]],
  ['reporting', [46, 45]],
  // All of the words, wherever in the entry they stand; in its own text, on one page, scattered
  ['receiver motion', [46, 45, 7]],
  ['receiver harbor', [45]],
  ['receiver nothing', [45]],
  ['receiver zebra', []],
  ['harbor o’brien', []],
  // Phrases
  ['"the receiver shall"', [45]],
  ['“The Receiver Shall”', [45]],
  ['"receivers shall file"', [46]],
  ['"shall the receiver"', []],
  ['"motion to appoint" receiver', [45]],
  ['"the receiver shall', [46, 45, 7]],
  // Words that other searches leave out
  ['the', [46, 45, 7]],
  ['"it is so ordered"', [46]],
  ['to', [45]],
  // Docket numbers: what they name comes first
  ['45', [45, 46, 7]],
  ['ECF 45', [45, 46]],
  ['ecf no. 45', [45]],
  ['Dkt. 45-2', [45]],
  ['45-2', [45, 46]],
  ['7', [7, 45]],
  ['#46', [46]],
  ['90', []],
  // Hyphens, at the end of a line too
  ['cross-motion', [7]],
  ['cross motion', [7]],
  ['Bauerfeld', [45]],
  // Section signs
  ['§ 1983', [7]],
  ['§1983', [7]],
  ['section 1983', [7]],
  ['§ 3103', [45]],
  // Apostrophes, accents, numbers
  ["o'brien", [7]],
  ['O’Brien', [7]],
  ['obrien', [7]],
  ["court's", [46, 45]],
  ['plaintiff', [46]],
  ['naive', [45]],
  ['CAFÉ', [45]],
  ['1250000', [45]],
  ['1,250,000', [45]],
  // Nothing is an operator
  ['receiver AND zebra', []],
  ['receiver OR zebra', []],
  ['recei*', []],
  ['-receiver', [46, 45, 7]],
  ['title:receiver', []],
  ['minute', [null]],
  // Nothing to look for
  ['!!! -- ""', []],
  ["'", []],
  ['*', []],
  ['NEAR(a b)', []],
  ["'; drop table entries; --", []],
  ['\\', []],
  [':* & | !( )<->', []],
]

eachDatabase('the search', (database) => {
  const db = () => database.db

  beforeAll(async () => {
    for (const filed of docket) await file(filed)
  })

  async function file({ pdfs = [], ...fields }: Filed) {
    const entry = await insertEntry(db(), {
      description: '',
      type: '',
      filed_by: '',
      filed_on: '2026-01-01',
      status: 'published',
      version: 1,
      created_at: 1,
      updated_at: 1,
      ...fields,
    })
    for (const [attachment_number, pages] of pdfs.entries()) {
      const document = await insertDocument(db(), {
        entry_id: entry.id,
        attachment_number,
        title: attachment_number === 0 ? 'Main' : `Annex ${'ABC'[attachment_number]}`,
        position: attachment_number + 1,
        file_name: 'a.pdf',
        storage_key: 'k',
        sha256: 's',
        byte_size: 1,
        page_count: pages.length,
        text_pages: textPages(pages),
        created_at: 1,
        updated_at: 1,
      })
      await indexPages(db(), document, pages)
    }
    await db()
      .transaction()
      .execute((trx) => indexEntry(trx, entry.id))
    return entry
  }

  const list = (filter: DocketFilter, order: DocketOrder = 'relevance', limit = 50, offset = 0) =>
    listMatches(db(), filter, order, { limit, offset })
  const numbers = async (filter: DocketFilter, order?: DocketOrder) =>
    (await list(filter, order)).entries.map(({ number }) => number)

  it.each(searches)('%j finds %j', async (q, found) => {
    expect(await numbers({ q })).toEqual(found)
    expect((await list({ q })).total).toBe(found.length)
  })

  it('in other orders goes by date', async () => {
    expect(await numbers({ q: '45' }, 'newest')).toEqual([46, 45, 7])
    expect(await numbers({ q: '45' }, 'oldest')).toEqual([7, 45, 46])
  })

  it('is narrowed by type, filer and date, with words or without', async () => {
    expect(await numbers({ type: 'Motion' })).toEqual([45, 7])
    expect(await numbers({ q: 'receiver', type: 'Motion' })).toEqual([45, 7])
    expect(await numbers({ q: 'receiver', filer: 'Jane O’Brien' })).toEqual([7])
    expect(await numbers({ from: '2026-03-01', to: '2026-03-01' })).toEqual([45])
    expect(await numbers({ q: 'receiver', from: '2026-03-02' })).toEqual([46])
    expect(await numbers({ q: '45', to: '2026-02-01' })).toEqual([7])
  })

  it('counts all pages, and has each entry once over them', async () => {
    const first = await list({ q: 'receiver' }, 'relevance', 2, 0)
    const second = await list({ q: 'receiver' }, 'relevance', 2, 2)
    expect([first.total, second.total]).toEqual([3, 3])
    expect([...first.entries, ...second.entries].map(({ number }) => number)).toEqual([46, 45, 7])
  })

  it('offers what is in use on published entries', async () => {
    expect(await listChoices(db())).toEqual({
      types: ['Minute Order', 'Motion', 'Order'],
      filers: ['Harbor Freight Co.', 'Jane O’Brien', 'Judge Quill'],
    })
  })

  const found = async (q: string, number: number) => {
    const { entries } = await list({ q })
    const views = (await withDocuments(db(), entries)).map((one) => entryView(one))
    return (await findMatches(db(), views, q)).find((entry) => entry.number === number)?.found
  }
  const shown = (pieces: { text: string; isMatch: boolean }[] = []) =>
    pieces.map(({ text, isMatch }) => (isMatch ? `[${text}]` : text)).join('')

  it('names the page, and shows the words where they stand', async () => {
    const one = await found('"receiver shall"', 45)
    expect(one?.pages.map(({ name, excerpt }) => [name, shown(excerpt)])).toEqual([
      ['ECF 45, page 2', 'The [receiver shall] report monthly under § 3103.'],
    ])
    const attached = await found('bauerfeld', 45)
    expect(attached?.pages.map(({ name, excerpt }) => [name, shown(excerpt)])).toEqual([
      ['ECF 45-2, page 3', 'It cites ECF 7 and the [Bauer- feld] report of 1,250,000 dollars.'],
    ])
  })

  it('marks the words in titles and in the entry’s text', async () => {
    const one = await found('receivers motion', 45)
    expect(shown(one?.title)).toBe('[Motion] to Appoint a [Receiver]')
    expect(shown(one?.text)).toBe('[MOTION] to Appoint a [Receiver] filed by Harbor Freight Co.')
    const [, annex] = [...((await found('annex', 45))?.documentTitles.values() ?? [])]
    expect(shown(annex)).toBe('[Annex] B')
  })

  it('shows scattered words each where it stands', async () => {
    const one = await found('monthly cites', 45)
    expect(one?.pages.map(({ name }) => name)).toEqual(['ECF 45, page 2', 'ECF 45-2, page 3'])
  })

  describe('with one more entry', () => {
    let id: number
    beforeEach(async () => {
      const filed = { number: null, title: 'Quokka', filed_on: '2026-06-01', pdfs: [['wombat']] }
      id = (await file(filed)).id
      return () => updateEntry(db(), id, 1, { deleted_at: 1 })
    })

    it('finds what is public, at once, and no longer when it is not (PROMISES 17)', async () => {
      const ids = async (q: string) => (await list({ q })).entries.map((entry) => entry.id)
      expect([await ids('quokka'), await ids('wombat')]).toEqual([[id], [id]])
      for (const change of [
        { status: 'draft' as const },
        { status: 'published' as const, deleted_at: 1 },
      ]) {
        await db().updateTable('entries').set(change).where('id', '=', id).execute()
        expect([await ids('quokka'), await ids('wombat')]).toEqual([[], []])
      }
    })
  })

  it('answers whatever is typed, and marks only what is in the text', async () => {
    const typed = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 200 }),
      fc.string({
        unit: fc.constantFrom(...'"\'’*:()-&|!<>\\ \0\uD800§¶é ab45'.split('')),
        maxLength: 60,
      }),
    )
    await fc.assert(
      fc.asyncProperty(typed, async (q) => {
        const { entries, total } = await list({ q })
        expect(total).toBeGreaterThanOrEqual(entries.length)
        const views = (await withDocuments(db(), entries)).map((one) => entryView(one))
        for (const { found, title } of await findMatches(db(), views, q)) {
          if (found) expect(found.title.map(({ text }) => text).join('')).toBe(title)
        }
      }),
      { numRuns: 150 },
    )
  })

  it('takes any text in, and finds each of its words again', async () => {
    const word = fc.stringMatching(/^[a-zé0-9]{1,12}$/)
    const separator = fc.constantFrom(' ', '\n', ' — ', ', ', '.\n', ' (', '\0', '\t')
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(word, separator), { minLength: 1, maxLength: 40 }),
        async (parts) => {
          const text = parts.flat().join('')
          const { id } = await file({
            number: null,
            title: 'x',
            status: 'published',
            pdfs: [[text]],
          })
          for (const [q] of parts.slice(0, 3)) {
            const { entries } = await list({ q })
            expect(entries.map((entry) => entry.id)).toContain(id)
          }
          const phrase = parts
            .slice(0, 3)
            .map(([one]) => one)
            .join(' ')
          expect((await list({ q: `"${phrase}"` })).entries.map((entry) => entry.id)).toContain(id)
          await db().updateTable('entries').set({ deleted_at: 1 }).where('id', '=', id).execute()
        },
      ),
      { numRuns: 25 },
    )
  })
})

it('escapes nothing itself: pieces are the text', () => {
  expect(markMatches('a <b> & motion', [['motion']])).toEqual([
    { text: 'a <b> & ', isMatch: false },
    { text: 'motion', isMatch: true },
  ])
})
