import { symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { exportedDocket, loadDocket, writeDocket } from '../../../test/support/dockets.ts'
import { newFolder } from '../../../test/support/new-folder.ts'
import { entryFields } from '../../../test/support/rows.ts'
import { newPlatform } from '../../../test/support/test-platform.ts'
import { MAX_IMPORTED_ID } from '../../shared/number-rules.ts'
import { COMMAND_LINE } from '../accounts/audit-log/queries.ts'
import { ENTRY_LIMITS } from '../docket/entries/entry-fields.ts'
import { listEvery } from '../docket/entries/queries.ts'
import { createEntry } from '../docket/entries/save-entry.ts'
import { MAX_SEQUENCE } from './archive.ts'
import { exportDocket } from './export-docket.ts'
import { readDocket } from './read-docket.ts'

const ZONE = 'America/New_York'

type Fields = Record<string, unknown>

const DOCUMENT = { id: 1, attachment_number: 0, path: 'documents/1.pdf' }
const document = (fields: Fields = {}) => ({ ...DOCUMENT, ...fields })
const event = (fields: Fields = {}) => ({
  uid: 'a-1',
  kind: 'hearing',
  date: '2026-08-14',
  time: null,
  place: '',
  note: '',
  sequence: 0,
  ...fields,
})
const ENTRY = { id: 1, number: 1, filed_on: '2026-07-30', title: 'Order' }
const entry = (fields: Fields = {}) => ({ ...ENTRY, ...fields })
const docketOf = (entries: unknown, about: Fields = {}) => ({ case: about, entries })
const archive = (fields: Fields) => docketOf([entry(fields)])
const ORDER = { document_number: '1', date_filed: '2026-07-30', description: 'ORDER' }
const recap = (fields: Fields) => ({ docket_entries: [{ ...ORDER, ...fields }] })
const MANY = Array(10_001).fill(0)
const TWICE = ['decides', 'refers_to'].map((kind) => ({ kind, number: 5 }))
const keyed = (fields: Fields) => entry({ source_key: 'k', number: fields.id ?? 1, ...fields })
const NEGATIVE = { attachment_number: -1, description: 'A' }
const deep = (depth: number) => `${'['.repeat(depth)}${']'.repeat(depth)}`

describe('a docket’s JSON is refused at the place that is out of bounds', () => {
  const refused = <Value>(
    make: (value: Value) => unknown,
    rows: readonly (readonly [what: string, value: Value, problem: string])[],
  ) => rows.map(([what, value, problem]) => [what, make(value), problem] as const)

  it.each([
    ...refused(archive, [
      ['an id that leaves no room', { id: MAX_IMPORTED_ID + 1 }, 'leaves no room'],
      ['a number as text', { description: 5 }, '.description: is not a text'],
      ['a fraction as id', { id: 1.5 }, '.id: is not'],
      ['one uid twice', { events: [event(), event()] }, 'uid a-1 is used by 2 dates'],
      ['two relations to one entry', { relations: TWICE }, 'number 5 is used by 2 relations'],
      ['a long key', { source_key: 'x'.repeat(301) }, '.source_key: is longer'],
      ['a line end in a uid', { events: [event({ uid: 'a\r\nX:y' })] }, 'uid: is not a cal'],
      ['a long place', { events: [event({ place: 'x'.repeat(301) })] }, 'place: is longer'],
      ['a large sequence', { events: [event({ sequence: 2 ** 31 - 1 })] }, 'sequence: is n'],
      ['the year 0', { filed_on: '0000-01-01' }, 'filed_on: is not a valid date'],
      ['the year 9999', { published_at: '9999-01-01T00:00:00Z' }, 'published_at: is not a t'],
      ['too many documents', { documents: MANY }, 'documents: has more than 10,000 items'],
    ]),
    ...refused(
      archive,
      Object.entries(ENTRY_LIMITS).map(([name, max]) => {
        const problem = `.${name}: is longer than ${max.toLocaleString('en-US')} char`
        return [`a long ${name}`, { [name]: 'x'.repeat(max + 1) }, problem] as const
      }),
    ),
    ...refused(
      (documents) => archive({ documents: documents.map(document) }),
      [
        ['a document’s id', [{ id: 2 ** 40 }], 'documents[0].id'],
        ['one document’s id twice', [{}, { attachment_number: 1 }], 'id 1 is used by 2 documents'],
        ['one attachment twice', [{}, { id: 2 }], 'attachment_number 0 is used by 2 documents'],
        ['a claim about a file', [{ page_count: 5e9 }], 'page_count: '],
      ],
    ),
    ...refused(
      (path) => archive({ documents: [document({ path })] }),
      ['..', '.', '../a.pdf', '/etc/passwd', 'a/b', 'a\0'].map((name) => {
        const path = name.length > 5 ? name : `documents/${name}`
        return [`the path ${path}`, path, 'path: is not a file in documents/'] as const
      }),
    ),
    ...refused(docketOf, [
      ['one id twice', [entry(), entry({ number: 2 })], 'id 1 is used by 2 entries'],
      ['one key twice', [keyed({}), keyed({ id: 2 })], 'source_key k is used by 2 entries'],
    ]),
    ['a long about', docketOf([], { about: 'x'.repeat(20_001) }), 'case.about: is longer'],
    ...refused(recap, [
      ['too many attachments', { attachments: MANY }, 'attachments: has more'],
      ['a long RECAP text', { description: 'x'.repeat(200_001) }, 'description: is longer'],
      ['a hexadecimal number', { document_number: '0x10' }, 'document_number: is not a docket'],
      ['an attachment’s number', { attachments: [NEGATIVE] }, 'attachment_number: is not a wh'],
      ['no date at all', { date_filed: null }, 'docket_entries[0].date_filed: is missing'],
      ['no text', { description: undefined }, 'description: is missing'],
      ['a day that does not exist', { date_filed: '2024-02-30' }, 'not a valid date'],
    ]),
    ['a long caption', { case_name: 'x'.repeat(501), docket_entries: [] }, 'case_name: is lo'],
    ['JSON that ends early', '{"docket_entries": [', 'is not JSON'],
    ['a list', [], 'cannot be loaded'],
    ['no entries', { case_name: 'x' }, 'docket_entries: is missing'],
    ['a million lists in one another', deep(1_000_000), 'cannot be loaded'],
    [
      'a deep list as number',
      `{"docket_entries":[{"document_number":${deep(100_000)},"date_filed":"2026-07-30","description":""}]}`,
      'document_number',
    ],
  ] as const)('%s', async (_, content, problem) => {
    await expect(readDocket(writeDocket(content), ZONE)).rejects.toThrow(problem)
  })

  it('does not refuse a number that only a deleted document had, too', async () => {
    const documents = [document(), document({ id: 2, deleted: true })]
    await expect(readDocket(writeDocket(archive({ documents })), ZONE)).resolves.toBeTruthy()
  })

  it('does not say of a row with another problem that its date is missing', async () => {
    const file = writeDocket(recap({ document_number: 'x' }))
    const refusal = await readDocket(file, ZONE).catch((error) => String(error))
    expect(refusal).toContain('document_number')
    expect(refusal).not.toContain('date_filed')
  })

  it('says where in a sentence of bounded length', async () => {
    const file = writeDocket(recap({ document_number: 'x'.repeat(5_000_000) }))
    await expect(readDocket(file, ZONE)).rejects.toThrow(/^.{0,500}document_number.{0,500}$/s)
  })

  it('refuses documents in a folder that is a link out of the archive', async () => {
    const file = writeDocket(archive({ documents: [document()] }))
    symlinkSync(newFolder(), join(file, '../documents'))
    await expect(readDocket(file, ZONE)).rejects.toThrow(/documents: is a link, not a folder/)
  })
})

it('an archive’s entry whose title cannot be seen gets one, and is named', async () => {
  const documents = [document({ title: ' ' }), document({ id: 2, attachment_number: 1, title: '' })]
  const untitled = entry({ id: 2, number: null, title: '\u200b' })
  const file = writeDocket(docketOf([entry({ title: '', documents }), untitled]))
  const { entries, unfilled } = await readDocket(file, ZONE)
  expect(entries).toMatchObject([
    {
      title: 'Docket entry 1',
      documents: [{ title: 'Docket entry 1' }, { title: 'Attachment 1' }],
    },
    { title: 'Minute entry' },
  ])
  expect(unfilled).toEqual(['title of 1', 'title of the entry with id 2'])
})

it('RECAP’s long titles are cut, and its numbers are read as text or numbers', async () => {
  const attachments = [
    { attachment_number: '1', description: 'x'.repeat(5000) },
    { attachment_number: 2, description: 'Exhibit\r\nB' },
    { attachment_number: null, description: 'none' },
  ]
  const { entries, leftOut } = await readDocket(writeDocket(recap({ attachments })), ZONE)
  const [, first, second] = entries[0]?.documents ?? []
  expect(first?.title).toHaveLength(500)
  expect(second).toMatchObject({ attachment_number: 2, title: 'Exhibit B' })
  expect(leftOut).toEqual(['1-0 none'])
})

describe.each(['sqlite', 'postgres'] as const)('an archive at its bounds, on %s', (dialect) => {
  it('is loaded, the next entry gets an id, and the archive of both is read back', async () => {
    const platform = await newPlatform(dialect)
    const events = [event({ sequence: MAX_SEQUENCE })]
    const relations = MANY.slice(0, 1000).map((_, at) => ({ kind: 'refers_to', number: at + 2 }))
    const content = archive({ id: MAX_IMPORTED_ID - 1, title: 'x\r\ny', events, relations })
    await loadDocket(platform, writeDocket(content))
    const fields = entryFields({ number: 5, title: 'Next' })
    const { id } = await createEntry(platform, { fields, files: [], by: COMMAND_LINE })
    expect(id).toBe(MAX_IMPORTED_ID)
    expect((await listEvery(platform.db, 'entries')).map(({ title }) => title)).toContain('x y')
    expect(await listEvery(platform.db, 'entry_relations')).toHaveLength(1000)
    // A change of the entry, whose sequence grows with it.
    await platform.db.updateTable('entries').set({ version: 2 }).execute()
    expect((await readDocket(await exportedDocket(platform), ZONE)).entries).toHaveLength(2)
  })

  it('is exported, too, if the next id is beyond what an import keeps', async () => {
    const platform = await newPlatform(dialect)
    await loadDocket(platform, writeDocket(archive({ id: MAX_IMPORTED_ID })))
    const fields = entryFields({ number: 5 })
    await createEntry(platform, { fields, files: [], by: COMMAND_LINE })
    await expect(exportDocket(platform, newFolder())).resolves.toMatchObject({ entries: 2 })
  })

  it('changes nothing where one entry of many is out of bounds', async () => {
    const long = entry({ id: 2, number: 2, title: 'x'.repeat(2000) })
    const file = writeDocket(docketOf([entry(), long]))
    const platform = await newPlatform(dialect)
    await expect(loadDocket(platform, file)).rejects.toThrow(/nothing was changed/)
    expect(await listEvery(platform.db, 'entries')).toEqual([])
  })
})
