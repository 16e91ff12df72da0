import { beforeEach, describe, expect, it } from 'vitest'
import { exportedDocket, loadDocket, writeDocket } from '../../../test/support/dockets.ts'
import { entryFields } from '../../../test/support/rows.ts'
import { newPlatform } from '../../../test/support/test-platform.ts'
import type { Platform } from '../../platform/platform.ts'
import { COMMAND_LINE } from '../accounts/audit-log/queries.ts'
import {
  findEntryByNumber,
  findNeighbors,
  findPublishedEntryByNumber,
  listNewestPublished,
} from '../docket/entries/queries.ts'
import { changeEntry, createEntry, NumberTakenError } from '../docket/entries/save-entry.ts'
import { listAdminEntries } from '../docket-admin/queries.ts'
import { findCaseSettings } from '../site/queries.ts'
import { importReport } from './commands.ts'

const by = COMMAND_LINE
type Row = [number: string | null, filed: string | null, description: string]

function write(rows: Row[], about: object = {}): string {
  const docket_entries = rows.map(([document_number, date_filed, description]) => {
    return { document_number, date_filed, description }
  })
  return writeDocket({ docket_entries, ...about })
}

/** Oldest first: the number, the day, and the first word of the text. */
async function order({ db }: Platform) {
  const entries = (await listNewestPublished(db, 50)).reverse()
  return entries.map(({ number, filed_on, title }) => {
    return `${number ?? '-'} ${filed_on.slice(5)} ${title.split(' ')[0]}`
  })
}

describe.each(['sqlite', 'postgres'] as const)('irregular dockets, on %s', (dialect) => {
  let platform: Platform
  beforeEach(async () => {
    platform = await newPlatform(dialect)
  })

  const report = async (file: string) => importReport(await loadDocket(platform, file))

  const doubled: Row[] = [
    ['101', '2004-07-15', 'PLEA Agreement'],
    ['101', '2004-07-15', 'SEALED Document'],
    ['101', '2004-07-15', 'SEALED Document'],
    ['102', '2004-07-16', 'ORDER re 101 Plea Agreement'],
  ]

  it('a number on several entries is loaded with each, reported, and found by its first entry', async () => {
    const file = write(doubled)
    expect(await report(file)).toMatch(/Used by several entries.* \(1\): 101\n?/)
    const sealed = '101 07-15 SEALED'
    expect(await order(platform)).toEqual(['101 07-15 PLEA', sealed, sealed, '102 07-16 ORDER'])
    const grown: Row[] = [...doubled, ['102', '2004-07-16', 'SEALED Order']]
    const more = await loadDocket(platform, write(grown))
    expect(more).toMatchObject({ entriesAdded: 1, entriesPresent: 4 })
    const first = await findPublishedEntryByNumber(platform.db, 101)
    expect(first?.title).toBe('PLEA Agreement')
  })

  it('an entry whose number is another’s can be edited, but no other takes the number', async () => {
    await loadDocket(platform, write(doubled))
    const [, , sealed] = await listNewestPublished(platform.db, 9)
    const change = (fields: object) =>
      changeEntry(platform, { id: sealed?.id ?? 0, fields, files: [], version: undefined, by })
    const title = 'Restricted'
    expect(await change({ number: 101, title })).toMatchObject({ title })
    await expect(change({ number: 102 })).rejects.toBeInstanceOf(NumberTakenError)
    const fields = entryFields({ number: 101 })
    const made = createEntry(platform, { fields, files: [], by })
    await expect(made).rejects.toBeInstanceOf(NumberTakenError)
    // What the order refers to stays with the entries that keep the number.
    await change({ number: 110 })
    const relations = await platform.db.selectFrom('entry_relations').selectAll().execute()
    expect(relations).toMatchObject([{ target_number: 101 }])
  })

  it('entries of one number, and the places of those without, come back from the archive', async () => {
    const other = await newPlatform(dialect)
    const rows: Row[] = [...doubled, [null, '2004-07-15', 'MINUTE entry']]
    await loadDocket(platform, write(rows.toReversed()))
    await loadDocket(other, await exportedDocket(platform))
    expect(await order(other)).toEqual(await order(platform))
    expect(await order(other)).toHaveLength(5)
  })

  it('a row without a date becomes a draft with the date of the row before it, and is reported', async () => {
    const file = write([
      ['1', '2006-09-07', 'COMPLAINT'],
      ['2', null, ''],
      ['3', ' ', 'NOTICE'],
      ['4', null, 'ORDER (Entered: 09/12/2006)'],
    ])
    expect(await report(file)).toMatch(/Without a date.* \(2\): 2, 3/)
    expect(await order(platform)).toEqual(['1 09-07 COMPLAINT', '4 09-12 ORDER'])
    const draft = await findEntryByNumber(platform.db, 3)
    expect(draft).toMatchObject({ status: 'draft', filed_on: '2006-09-07', title: 'NOTICE' })
  })

  it('times keep the court’s day', async () => {
    const file = write([
      ['1', '2026-01-05T23:30:00-08:00', 'A'],
      ['2', '2026-01-07T03:30:00+00:00', 'B'],
      ['3', '2026-01-07T00:00:00Z', 'C'],
    ])
    await loadDocket(platform, file)
    expect(await order(platform)).toEqual(['1 01-05 A', '2 01-06 B', '3 01-07 C'])
  })

  it.each(['oldest', 'newest'])('entries without a number stay put, %s first', async (first) => {
    const rows: Row[] = [
      ['40', '2026-03-02', 'MOTION'],
      [null, '2026-03-02', 'MINUTE order granting 40 Motion'],
      [null, '2026-03-02', 'SECOND minute entry'],
      ['41', '2026-03-02', 'NOTICE'],
      [null, '2026-03-03', 'THIRD minute entry'],
      ['42', '2026-03-03', 'LETTER'],
    ]
    await loadDocket(platform, write(first === 'oldest' ? rows : rows.toReversed()))
    expect(await order(platform)).toEqual([
      ...['40 03-02 MOTION', '- 03-02 MINUTE', '- 03-02 SECOND', '41 03-02 NOTICE'],
      ...['- 03-03 THIRD', '42 03-03 LETTER'],
    ])
    const all = { modes: ['live' as const], since: 0, sinceDay: '' }
    const shown = await listAdminEntries(platform.db, all)
    const words = shown.map(({ title }) => title.split(' ')[0])
    expect(words.join()).toBe('LETTER,THIRD,NOTICE,SECOND,MINUTE,MOTION')
    // One that is typed follows the numbers of its day so far, also if its day is corrected.
    const fields = entryFields({ filed_on: '2026-03-02', title: 'TYPED' })
    const { id } = await createEntry(platform, { fields, files: [], by })
    expect((await order(platform))[4]).toBe('- 03-02 TYPED')
    const { earlier, later } = await findNeighbors(platform.db, id)
    expect([earlier?.title, later?.title]).toEqual(['NOTICE', 'THIRD minute entry'])
    const moved = { id, fields: { filed_on: '2026-03-03' }, files: [], version: undefined, by }
    await changeEntry(platform, moved)
    expect((await order(platform)).at(-1)).toBe('- 03-03 TYPED')
  })

  it('what the source says about the case is kept, unless something is already there', async () => {
    const attorneys = [{ name: 'Jane Doe', contact: '1 Main Street' }, { name: 'Jane Doe' }]
    const terminated = { type: 'Plaintiff', date_terminated: '2026-02-01' }
    const acme = { name: 'Acme, *Inc.*', ...terminated, attorneys }
    const party_types = [{ name: 'Defendant', date_terminated: null }]
    const parties = [acme, 'Roe', { name: 'Beta', party_types, attorneys: ['John Roe'] }, 7]
    const judge = { referred_to_str: 'Judge Ann-Lee Roe-Doe' }
    const about = { date_filed: '2026-01-05T00:00:00', ...judge, parties }
    const file = write([['1', '2026-01-05', 'COMPLAINT']], about)
    expect(await report(file)).toMatch(
      /Left out of About this site: 1 party\.\nLeft out: addresses/,
    )
    const stored = (await findCaseSettings(platform.db)).about
    expect(stored).toBe(`# About this case

- Date filed: 01/05/2026
- Referred to: Judge Ann-Lee Roe-Doe

# Parties and counsel

- **Acme, \\*Inc.\\***, Plaintiff, terminated 02/01/2026. Counsel: Jane Doe
- **Roe**
- **Beta**, Defendant. Counsel: John Roe`)
    await platform.db.updateTable('case_settings').set({ about: 'Ours' }).execute()
    expect(await report(file)).toContain('already has text')
    expect((await findCaseSettings(platform.db)).about).toBe('Ours')
  })

  it('of many parties, those that fit are shown, and the others counted', async () => {
    const parties = Array.from({ length: 5000 }, (_, index) => ({ name: `Creditor ${index}` }))
    const { notes } = await loadDocket(platform, write([], { parties }))
    const { about } = await findCaseSettings(platform.db)
    expect(about.length).toBeLessThanOrEqual(20_000)
    const shown = about.match(/Creditor/g)?.length ?? 0
    expect(notes).toEqual([
      `Left out of About this site: ${(5000 - shown).toLocaleString('en-US')} parties.`,
    ])
  })
})
