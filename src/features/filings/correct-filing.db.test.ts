import { describe, expect, test } from 'vitest'
import { eachFilingAdministration } from '../../../test/support/filing-administration.ts'

eachFilingAdministration('correcting a filing', (place) => {
  const { server, db, page, create, rowsOf, entriesWith, documentsOf, dropPapers, act } = place

  test('one Save corrects everything: numbers swapped, a document moved, another one left out, another main', async () => {
    const { filing, numbers } = await dropPapers('a', 'a1', 'a2', 'b')
    const [a, b] = numbers
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
    const made = await entriesWith(numbers)
    const brief = made.map(({ title, status }) => `${title}: ${status}`)
    expect(brief).toEqual(['MOTION TO COMPEL: draft', 'My title: draft'])
    expect(await documentsOf(made[0]?.id ?? 0)).toMatchObject([
      { attachment_number: 0, title: 'Title of a1.pdf' },
      { attachment_number: 1, title: 'Title of b.pdf' },
    ])
    expect(await documentsOf(made[1]?.id ?? 0)).toMatchObject([{ file_name: 'a.pdf' }])
  })

  test('a number typed by mistake adds nothing to the entry that has it before the page has warned', async () => {
    const id = await create({ number: '99', title: 'Another' })
    const { filing } = await dropPapers('b')
    const [row] = await rowsOf('filing_entries', filing)
    const typed = { [`number-${row?.id}`]: '99' }
    await act(filing, { ...typed, action: 'publish' })
    expect(await documentsOf(id)).toEqual([])
    expect(await page(filing)).toContain('“Another”')
    const reason = { [`reason-${row?.id}`]: 'The stamp is wrong.' }
    await act(filing, { ...typed, ...reason, action: 'publish' })
    expect(await documentsOf(id)).toMatchObject([{ file_name: 'b.pdf' }])
  })

  test('one entry is kept as a draft, the others stay; an entry without a file is added, and removed', async () => {
    const { filing, numbers } = await dropPapers('a', 'b')
    const [first] = await rowsOf('filing_entries', filing)
    await act(`${filing}?only=${first?.id}`, { action: 'draft' })
    const made = await entriesWith(numbers)
    expect(made).toMatchObject([{ number: numbers[0], status: 'draft' }])
    await act(filing, { add_entry: '1' })
    const added = (await rowsOf('filing_entries', filing)).at(-1)
    await act(filing, { action: 'publish', [`title-${added?.id}`]: '' })
    expect(await page(filing)).toContain('Title is missing.')
    await act(filing, { remove: String(added?.id) })
    expect(await page(filing)).toContain('1 entry published, 1 entry saved as a draft.')
  })

  test('what is too long is kept whole, with a message at the field, and not published', async () => {
    const { filing, numbers } = await dropPapers('a')
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
    expect(await entriesWith(numbers)).toEqual([])
  })

  describe('two administrators at once', () => {
    /** A proposal with one entry and an exhibit, and the form that an administrator has open. */
    async function open() {
      const { filing, numbers } = await dropPapers('a', 'a1')
      const [number = 0] = numbers
      const [entry] = await rowsOf('filing_entries', filing)
      const [, exhibit] = await rowsOf('filing_documents', filing)
      const [, version = ''] = /name="version" value="(\d+)"/.exec(await page(filing)) ?? []
      const form = {
        version,
        [`number-${entry?.id}`]: String(number),
        [`title-${entry?.id}`]: 'MOTION TO COMPEL',
        [`entry-${exhibit?.id}`]: String(entry?.id),
        [`document_title-${exhibit?.id}`]: String(exhibit?.title),
        [`attachment_number-${exhibit?.id}`]: '1',
      }
      const title = `title-${entry?.id}`
      return { number, filing, form, title, exhibit: `entry-${exhibit?.id}` }
    }

    test('an older page does not undo what another saved, and keeps what was typed', async () => {
      const { filing, form, title } = await open()
      await act(filing, { ...form, action: 'save', [title]: 'Theirs' })
      const answer = await server.client.post(filing, { ...form, action: 'save', [title]: 'Mine' })
      expect(answer.status).toBe(409)
      expect(answer.body).toContain('Someone else changed or finished this proposal')
      expect(answer.body).toContain('value="Mine"')
      expect((await rowsOf('filing_entries', filing))[0]?.title).toBe('Theirs')
      const [, version = ''] = /name="version" value="(\d+)"/.exec(answer.body) ?? []
      await act(filing, { ...form, version, action: 'save', [title]: 'Mine' })
      expect((await rowsOf('filing_entries', filing))[0]?.title).toBe('Mine')
    })

    test('an older page does not publish what another left out', async () => {
      const { number, filing, form, exhibit } = await open()
      await act(filing, { ...form, action: 'save', [exhibit]: 'out' })
      expect((await server.client.post(filing, { ...form, action: 'publish' })).status).toBe(409)
      expect(await entriesWith([number])).toEqual([])
      await act(filing, { action: 'publish' })
      const [entry] = await entriesWith([number])
      expect(await documentsOf(entry?.id ?? 0)).toHaveLength(1)
    })

    test.each(['publish', 'discard'])('a second %s is fine; a late Save is not', async (action) => {
      const { filing, form, title } = await open()
      await act(filing, { ...form, action })
      await act(filing, { ...form, action })
      const late = { ...form, action: 'save', [title]: 'Too late' }
      const answer = await server.client.post(filing, late)
      expect(answer.status).toBe(409)
      expect(answer.body).toContain('Nothing was saved')
    })

    test.each([
      ['draft', 'filing.drafted'],
      ['publish', 'filing.published'],
      ['discard', 'filing.discarded'],
    ])('the audit log says who saved, and then pressed %s', async (action, recorded) => {
      const { number, filing, form, title } = await open()
      await act(filing, { ...form, action: 'save', [title]: 'Other' })
      await act(filing, { action })
      const subject = `filing ${filing.split('/').at(-1)}`
      const log = db().selectFrom('audit_log').selectAll().where('subject', '=', subject)
      const rows = await log.orderBy('id').execute()
      expect(rows.map(({ action }) => action)).toEqual(['filing.opened', 'filing.saved', recorded])
      expect(rows[1]?.details).toBe(`Changed: No. ${number}.`)
    })
  })
})
