import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { fileURLToPath } from 'node:url'
import { beforeAll, expect, test } from 'vitest'
import { ZipFile } from 'yazl'
import { OWN_CASE } from '../../../test/support/day-of-filings.ts'
import { eachEntryAdministration, renamed } from '../../../test/support/entry-administration.ts'
import { stamped, writeTextPdf } from '../../../test/support/text-pdf.ts'
import { findNamedKeys } from '../docket/documents/queries.ts'
import { removeFilingEntry } from './queries.ts'

const PUBLISH = fileURLToPath(
  new URL('../../../test/support/publish-until-killed.ts', import.meta.url),
)
const TYPESCRIPT = ['--no-warnings', '--experimental-transform-types']
const FILED = '07/06/26'
const folder = mkdtempSync(join(tmpdir(), 'docket-filings-'))

async function pdf(name: string, words: string, stamp?: Parameters<typeof stamped>): Promise<File> {
  const path = join(folder, 'one.pdf')
  await writeTextPdf(path, [words], stamp && stamped(...stamp))
  return new File([readFileSync(path)], name, { type: 'application/pdf' })
}

const paper = (name: string, number: number, attachment = 0, heading = 'MOTION TO COMPEL') =>
  pdf(name, `${attachment > 0 ? `EXHIBIT ${attachment}` : heading}\n\nWords of ${name}.`, [
    number,
    1,
    { attachment, filed: FILED },
  ])

eachEntryAdministration('filings', ({ server, db, post, page, create }) => {
  let number = 100
  const nextNumber = () => ++number

  beforeAll(async () => {
    await db().updateTable('case_settings').set({ case_number: OWN_CASE }).execute()
  })

  const rowsOf = (table: 'filing_entries' | 'filing_documents', filing: string | null) =>
    db()
      .selectFrom(table)
      .selectAll()
      .where('filing_id', '=', Number(filing?.split('/').at(-1)))
      .orderBy('id')
      .execute() as Promise<Record<string, string | number | null>[]>

  const entriesWith = (numbers: number[]) =>
    db()
      .selectFrom('entries')
      .selectAll()
      .where('number', 'in', numbers)
      .orderBy('number')
      .execute()

  const documentsOf = (entryId: number) =>
    db()
      .selectFrom('documents')
      .select(['attachment_number', 'title', 'file_name'])
      .where('entry_id', '=', entryId)
      .orderBy('position')
      .execute()

  async function drop(files: File[], docket_text = ''): Promise<string> {
    const answer = await post('/admin/filings', { docket_text }, files)
    expect(answer.status).toBe(303)
    expect(answer.location).toMatch(/^\/admin\/filings\/\d+$/)
    return answer.location ?? ''
  }

  const act = async (filing: string, fields: Record<string, string>) => {
    const answer = await server.client.post(filing, fields)
    expect([answer.status, answer.location]).toEqual([303, filing.replace(/\?.*/, '')])
  }

  test('what is dropped is a proposal, and published it is entries; a second press changes nothing', async () => {
    const [a, b] = [nextNumber(), nextNumber()]
    const files = [await paper('x.pdf', a, 1), await paper('y.pdf', b), await paper('z.pdf', a)]
    const filing = await drop(files)
    expect(await entriesWith([a, b])).toEqual([])
    const shown = await page(filing)
    expect(shown).toContain(`value="${a}"`)
    expect(shown).toContain('Not checked: names of minors')
    const keys = (await rowsOf('filing_documents', filing)).map((row) => String(row.storage_key))
    expect(await findNamedKeys(db(), keys)).toEqual(new Set(keys))

    await act(filing, { action: 'publish' })
    const made = await entriesWith([a, b])
    expect(made.map(({ title, status, filed_on }) => [title, status, filed_on])).toEqual([
      ['MOTION TO COMPEL', 'published', '2026-07-06'],
      ['MOTION TO COMPEL', 'published', '2026-07-06'],
    ])
    expect(await documentsOf(made[0]?.id ?? 0)).toMatchObject([
      { attachment_number: 0, file_name: 'z.pdf' },
      { attachment_number: 1, file_name: 'x.pdf', title: 'Exhibit 1' },
    ])
    expect(await page(filing)).toContain('2 entries published.')
    await act(filing, { action: 'publish' })
    expect(await entriesWith([a, b])).toHaveLength(2)
  })

  test('rows of the docket text that no file takes are said', async () => {
    const one = nextNumber()
    const text = `11/22/2026\t${one}\tMOTION to Compel\n11/22/2026\t${one}\tMOTION to Stay\n11/23/2026\t\tMinute Entry`
    const shown = await page(await drop([await paper('x.pdf', one)], text))
    expect(shown).toContain(`No. ${one} appears again in the docket text: “MOTION to Stay”.`)
    expect(shown).toContain('Unnumbered in the docket text: “Minute Entry”.')
  })

  test('two presses at once make nothing twice', async () => {
    const filing = await drop([await pdf('Notice of Change.pdf', 'NOTICE OF CHANGE')])
    const before = await db().selectFrom('entries').select('id').execute()
    await Promise.all([
      server.client.post(filing, { action: 'draft' }),
      server.client.post(filing, { action: 'draft' }),
    ])
    const after = await db().selectFrom('entries').select('id').execute()
    expect(after.length).toBe(before.length + 1)
  })

  test('a filing whose publication is killed is published by the next press, each entry once', async () => {
    const { config } = server.platform
    const numbers = [nextNumber(), nextNumber(), nextNumber()]
    const files: File[] = []
    for (const one of numbers) {
      files.push(await paper(`${one}.pdf`, one), await paper(`${one}x.pdf`, one, 1))
    }
    const filing = await drop(files)
    const id = filing.split('/').at(-1) ?? ''
    const whole: number[] = []
    for (const killAt of [60, 60]) {
      const words = [config.databaseUrl, config.storageUrl, id, String(killAt)]
      const { signal } = spawnSync(process.execPath, [...TYPESCRIPT, PUBLISH, ...words])
      expect(signal).toBe('SIGKILL')
      const made = await entriesWith(numbers)
      for (const entry of made) expect(await documentsOf(entry.id)).toHaveLength(2)
      const done = (await rowsOf('filing_entries', filing)).filter((row) => row.done_at !== null)
      expect(done.map((row) => row.entry_id).toSorted()).toEqual(
        made.map((one) => one.id).toSorted(),
      )
      whole.push(made.length)
    }
    // Otherwise the kill always came too early or too late.
    expect(new Set(whole).size).toBeGreaterThan(1)
    await act(filing, { action: 'publish' })
    expect(await entriesWith(numbers)).toHaveLength(3)
    expect(await page(filing)).toContain('3 entries published.')
  })

  test('one Save corrects everything: numbers swapped, a document moved, another one left out, another main', async () => {
    const [a, b] = [nextNumber(), nextNumber()]
    const files = [
      await paper('a.pdf', a),
      await paper('a1.pdf', a, 1),
      await paper('a2.pdf', a, 2),
      await paper('b.pdf', b),
    ]
    const filing = await drop(files)
    const [first, second] = await rowsOf('filing_entries', filing)
    const documents = await rowsOf('filing_documents', filing)
    const idOf = (name: string) => documents.find((row) => row.file_name === name)?.id
    const fieldsOf = (name: string, entry: unknown, attachment: number) => ({
      [`entry-${idOf(name)}`]: String(entry),
      [`attachment_number-${idOf(name)}`]: String(attachment),
      [`document_title-${idOf(name)}`]: `Title of ${name}`,
    })
    const corrected = {
      [`number-${first?.id}`]: String(b),
      [`number-${second?.id}`]: String(a),
      [`title-${first?.id}`]: 'My title',
      ...fieldsOf('a.pdf', first?.id, 0),
      ...fieldsOf('a1.pdf', second?.id, 1),
      ...fieldsOf('a2.pdf', 'out', 2),
      ...fieldsOf('b.pdf', second?.id, 0),
    }
    await act(filing, { ...corrected, action: 'save', main: String(idOf('a1.pdf')) })
    await act(filing, { action: 'draft' })
    const made = await entriesWith([a, b])
    expect(made.map(({ title, status }) => [title, status])).toEqual([
      ['MOTION TO COMPEL', 'draft'],
      ['My title', 'draft'],
    ])
    expect(await documentsOf(made[0]?.id ?? 0)).toMatchObject([
      { attachment_number: 0, title: 'Title of a1.pdf' },
      { attachment_number: 1, title: 'Title of b.pdf' },
    ])
    expect(await documentsOf(made[1]?.id ?? 0)).toMatchObject([{ file_name: 'a.pdf' }])
  })

  test('documents for a number that exists are added to it; one that was taken meanwhile is told', async () => {
    const [a, b] = [nextNumber(), nextNumber()]
    const id = await create({
      number: String(a),
      title: 'Here already',
      filed_on: '2026-07-06',
    })
    const filing = await drop([await paper('a3.pdf', a, 3), await paper('b.pdf', b)])
    expect(await page(filing)).toContain('Here already')
    await create({ number: String(b), title: 'Faster' })
    await act(filing, { action: 'publish' })
    expect(await documentsOf(id)).toMatchObject([{ attachment_number: 3 }])
    const [, later] = await rowsOf('filing_entries', filing)
    expect(later).toMatchObject({ done_at: null, problem: expect.stringContaining('“Faster”') })
    expect(await page(filing)).toContain('“Faster”')
  })

  test('documents added to a draft leave it one, or publish all of it', async () => {
    const a = nextNumber()
    const id = await create({ number: String(a), status: 'draft' })
    const kept = await drop([await paper('a1.pdf', a, 1)])
    const because = async (filing: string) => {
      const [row] = await rowsOf('filing_entries', filing)
      return { [`reason-${row?.id}`]: 'Looked at.' }
    }
    await act(kept, { ...(await because(kept)), action: 'draft' })
    expect(await entriesWith([a])).toMatchObject([{ id, status: 'draft' }])
    const filing = await drop([await paper('a2.pdf', a, 2)])
    expect(await page(filing)).toContain('Publishing makes the whole entry public.')
    await act(filing, { ...(await because(filing)), action: 'publish' })
    expect(await entriesWith([a])).toMatchObject([{ id, status: 'published' }])
    expect(await documentsOf(id)).toMatchObject([
      { attachment_number: 1 },
      { attachment_number: 2 },
    ])
    expect(await page(filing)).toContain('1 entry published.')
  })

  test('a number typed by mistake adds nothing to the entry that has it before the page has said so', async () => {
    const [a, b] = [nextNumber(), nextNumber()]
    const id = await create({ number: String(a), title: 'Another' })
    const filing = await drop([await paper('b.pdf', b)])
    const [row] = await rowsOf('filing_entries', filing)
    const typed = { [`number-${row?.id}`]: String(a) }
    await act(filing, { ...typed, action: 'publish' })
    expect(await documentsOf(id)).toEqual([])
    expect(await page(filing)).toContain('“Another”')
    const reason = { [`reason-${row?.id}`]: 'The stamp is wrong.' }
    await act(filing, { ...typed, ...reason, action: 'publish' })
    expect(await documentsOf(id)).toMatchObject([{ file_name: 'b.pdf' }])
  })

  test('one entry is kept as a draft, the others stay; an entry without a file is added, and removed', async () => {
    const [a, b] = [nextNumber(), nextNumber()]
    const filing = await drop([await paper('a.pdf', a), await paper('b.pdf', b)])
    const [first] = await rowsOf('filing_entries', filing)
    await act(`${filing}?only=${first?.id}`, { action: 'draft' })
    expect((await entriesWith([a, b])).map(({ number, status }) => [number, status])).toEqual([
      [a, 'draft'],
    ])
    await act(filing, { add_entry: '1' })
    const added = (await rowsOf('filing_entries', filing)).at(-1)
    await act(filing, { action: 'publish', [`title-${added?.id}`]: '' })
    expect(await page(filing)).toContain('Title is missing.')
    await act(filing, { remove: String(added?.id) })
    expect(await page(filing)).toContain('1 entry published, 1 entry saved as a draft.')
  })

  test('an entry removed while it is published keeps its documents', async () => {
    const [a, b] = [nextNumber(), nextNumber()]
    const filing = await drop([await paper('a.pdf', a), await paper('b.pdf', b)])
    const [first] = await rowsOf('filing_entries', filing)
    await act(`${filing}?only=${first?.id}`, { action: 'publish' })
    // Simulates a request that read the rows earlier.
    await removeFilingEntry(db(), Number(first?.id))
    expect(await rowsOf('filing_documents', filing)).toMatchObject([
      { filing_entry_id: first?.id },
      {},
    ])
  })

  test('what fails stays with its reason, and the others are published', async () => {
    const [a, b] = [nextNumber(), nextNumber()]
    const filing = await drop([await paper('a.pdf', a), await paper('b.pdf', b)])
    const [, second] = await rowsOf('filing_entries', filing)
    await act(filing, { action: 'publish', [`filed_on-${second?.id}`]: '2026-02-30' })
    expect(await entriesWith([a, b])).toHaveLength(1)
    expect(await page(filing)).toContain('Filing date is not a date')
    expect(await page('/admin/filings/new')).toContain(filing)
  })

  test('findings wait for a decision, with a reason', async () => {
    const a = nextNumber()
    const words = 'MOTION TO COMPEL\n\nThe Social Security number is 212-45-6789.'
    const filing = await drop([await pdf('a.pdf', words, [a, 1, { filed: FILED }])])
    const shown = await page(filing)
    expect(shown).toContain('data-finding="identifier"')
    expect(shown).not.toContain('212-45')
    const [, source = ''] = /<img[^>]*src="([^"]+\.png)"/.exec(shown) ?? []
    const picture = await server.client.get(source)
    expect([picture.status, picture.headers.get('content-type')]).toEqual([200, 'image/png'])
    const asked = await server.stranger.get(source)
    expect(asked.location).toMatch(/^\/admin\/login/)
    expect(asked.headers.get('content-type')).not.toBe('image/png')
    await act(filing, { action: 'publish' })
    expect(await page(filing)).toContain('1 finding needs your decision')
    const [row] = await rowsOf('filing_entries', filing)
    const typed = { action: 'publish', [`reason-${row?.id}`]: 'It is mine.' }
    await act(filing, { ...typed, [`filed_on-${row?.id}`]: '2026-02-30' })
    expect(await page(filing)).toMatch(/not a date[\s\S]+It is mine\.<\/textarea>/)
    await act(filing, { action: 'publish', [`filed_on-${row?.id}`]: '2026-07-06' })
    expect(await page(filing)).toContain('1 finding needs your decision')
    await act(`${filing}?only=${row?.id}`, typed)
    expect((await entriesWith([a]))[0]?.status).toBe('published')
    expect((await server.client.get(source)).status).toBe(404)
    const decided = await db()
      .selectFrom('findings')
      .selectAll()
      .where('reason', '=', 'It is mine.')
      .execute()
    expect(decided.length).toBeGreaterThan(0)
  })

  test('a pasted docket sheet fills the fields, and says what was not understood', async () => {
    const a = nextNumber()
    const text = `no row\n07/06/2026\t${a}\tMOTION to Seal by Jane Roe (Attachments: # 1 Lease)`
    const filing = await drop([await paper('a.pdf', a), await paper('b.pdf', a, 1)], text)
    const shown = await page(filing)
    expect(shown).toContain('value="MOTION to Seal"')
    expect(shown).toContain('value="Lease"')
    expect(shown).toContain('Line 1 does not begin with a date or number')
  })

  test('pasted text that holds no entry is answered by its lines', async () => {
    const { status, body } = await post('/admin/filings', { docket_text: 'hello world' })
    expect(status).toBe(422)
    expect(body).toContain('Line 1 does not begin with a date or number. “hello world”')
  })

  test('a ZIP is unpacked, other files are refused by name, and a discarded filing is gone', async () => {
    const a = nextNumber()
    const zip = new ZipFile()
    zip.addBuffer(Buffer.from(await (await paper('a.pdf', a)).arrayBuffer()), 'in/a.pdf')
    zip.addBuffer(Buffer.from('words'), 'notes.txt')
    zip.addBuffer(Buffer.from('words'), 'before@after.exe')
    zip.end()
    const written = Buffer.concat(await (zip.outputStream as Readable).toArray())
    // A name that databases cannot store unchanged.
    const bytes = Buffer.from(
      written.toString('latin1').replaceAll('before@', 'before\0'),
      'latin1',
    )
    const filing = await drop([new File([bytes], 'day.zip'), renamed])
    const shown = await page(filing)
    expect(shown).toContain('a.pdf')
    expect(shown).toContain('notes.txt')
    expect(shown).toContain('before after.exe')
    expect(shown).toContain('Order.pdf')
    const [row] = await rowsOf('filing_documents', filing)
    const file = await server.client.get(`${filing}/documents/${row?.id}`)
    expect(file.headers.get('content-type')).toBe('application/pdf')
    await act(filing, { action: 'discard' })
    expect(await page(filing)).toContain('This filing was discarded')
    expect(await page('/admin/filings/new')).not.toContain(filing)
    expect(await entriesWith([a])).toEqual([])
  })

  test('nothing to read is refused, with the reasons', async () => {
    const answer = await post('/admin/filings', { docket_text: '' }, [renamed])
    expect(answer.status).toBe(422)
    expect(answer.body).toContain('Order.pdf')
  })
})
