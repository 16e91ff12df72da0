import { expect, test } from 'vitest'
import { eachFilingAdministration, paper } from '../../../test/support/filing-administration.ts'
import { removeFilingEntry } from './queries.ts'

eachFilingAdministration('correcting a filing', (place) => {
  const { db, page, create, nextNumber, rowsOf, entriesWith, documentsOf, drop, act } = place

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

  test('a number typed by mistake adds nothing to the entry that has it before the page has warned', async () => {
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

  test('what is too long is kept whole, with a message at the field, and not published', async () => {
    const filing = await drop([await paper('a.pdf', nextNumber())])
    const [row] = await rowsOf('filing_entries', filing)
    const [document] = await rowsOf('filing_documents', filing)
    const text = 'x'.repeat(200_001)
    const typed = {
      [`description-${row?.id}`]: text,
      [`entry-${document?.id}`]: String(row?.id),
      [`document_title-${document?.id}`]: 'y'.repeat(501),
      [`attachment_number-${document?.id}`]: '0',
    }
    await act(filing, { ...typed, action: 'save' })
    const shown = await page(filing)
    expect(shown).toContain(text)
    const [, reason] =
      new RegExp(`id="field-description-${row?.id}-error"[^>]*>([^<]*)`).exec(shown) ?? []
    expect(reason).toBe('Text is longer than 200,000 characters.')
    expect(shown).toContain('y'.repeat(501))
    expect(shown).toContain('The document’s title is longer than 500 characters.')
    const short = { ...typed, [`description-${row?.id}`]: 'x' }
    await act(filing, { ...short, action: 'publish' })
    expect(await page(filing)).toContain('a.pdf: The document’s title is longer')
    expect(await entriesWith([Number(row?.number)])).toEqual([])
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
})
