import { expect, test } from 'vitest'
import {
  FILED,
  oneFilingAdministration,
  paper,
  pdf,
} from '../../../test/support/filing-administration.ts'
import { formOf } from '../../../test/support/form-of.ts'

const LETTER = 'dear judge, this is a letter to the court'

oneFilingAdministration('values that were not read', (place) => {
  const { server, page, nextNumber, rowsOf, entriesWith, drop, dropPapers, act } = place

  const letter = (number: number) => pdf(`${number} Letter to the court.pdf`, LETTER)
  const formOfPage = async (filing: string) => formOf(await page(filing), 'proposal')
  const idOf = async (filing: string) => String((await rowsOf('filing_entries', filing))[0]?.id)

  test('are marked, counted on top, and hold back only their own entry', async () => {
    const [read, guessed] = [nextNumber(), nextNumber()]
    const filing = await drop([await paper('x.pdf', read), await letter(guessed)])
    const shown = await page(filing)
    expect(shown).toContain('2 entries: 1 ready, 1 was guessed.')
    expect(shown).toContain('Publish 1 entry')
    expect(shown.match(/Not read from the PDF/g)).toHaveLength(3)

    await act(filing, { ...(await formOfPage(filing)), action: 'publish' })
    expect((await entriesWith([read, guessed])).map(({ number }) => number)).toEqual([read])
    expect(await page(filing)).toContain('Some values were not read from the PDF.')
    await act(filing, { ...(await formOfPage(filing)), action: 'draft' })
    expect((await entriesWith([guessed]))[0]?.status).toBe('draft')
  })

  test('leave entries without a number distinct in the list of headings', async () => {
    const files = ['Letter.pdf', 'Reply.pdf'].map((name) => pdf(name, LETTER))
    const shown = await page(await drop(await Promise.all(files)))
    const headings = shown.match(/<h2 id="entry-heading-.*?<\/h2>/gs) ?? []
    const names = headings.map((heading) => heading.replace(/<[^>]+>/g, ''))
    expect(names).toEqual(['Unnumbered entry: Letter', 'Unnumbered entry: Reply'])
  })

  async function dropLetter() {
    const number = nextNumber()
    const filing = await drop([await letter(number)])
    return { number, filing, id: await idOf(filing), form: await formOfPage(filing) }
  }

  test('are accepted with one click, and then published', async () => {
    const { number, filing, id, form } = await dropLetter()
    const answer = await server.client.post(filing, { ...form, accept: id })
    expect(answer.location).toBe(filing)
    expect(await page(filing)).not.toContain('Not read from the PDF')
    await act(filing, { ...(await formOfPage(filing)), action: 'publish' })
    expect(await entriesWith([number])).toHaveLength(1)
  })

  test('are accepted by the entry’s own Publish button', async () => {
    const { number, filing, id, form } = await dropLetter()
    await act(`${filing}?only=${id}`, { ...form, action: 'publish' })
    expect(await entriesWith([number])).toHaveLength(1)
  })

  test('no longer count once someone typed others', async () => {
    const { filing, id, form: shown } = await dropLetter()
    const number = nextNumber()
    const typed = { [`number-${id}`]: `${number}`, [`title-${id}`]: 'Letter' }
    const form = { ...shown, ...typed, action: 'publish' }
    await act(filing, form)
    expect(await entriesWith([number])).toEqual([])
    expect(await rowsOf('filing_entries', filing)).toMatchObject([{ guessed: 'filed_on' }])
    await act(filing, { ...form, version: '', [`filed_on-${id}`]: '2026-07-01' })
    expect(await entriesWith([number])).toMatchObject([{ title: 'Letter' }])
  })

  test('a program’s own form, which shows no guesses, is taken at its word', async () => {
    const { number, filing, id, form: whole } = await dropLetter()
    const { [`guessed-${id}`]: shown, ...form } = whole
    expect(shown).toBe('number filed_on title')
    await act(filing, { ...form, action: 'publish' })
    expect(await entriesWith([number])).toHaveLength(1)
  })

  test('a date other than the stamp’s can be replaced with one click', async () => {
    const { filing } = await dropPapers('a')
    const id = await idOf(filing)
    await act(filing, { action: 'save', [`filed_on-${id}`]: '2026-02-30' })
    const shown = await page(filing)
    expect(shown).toContain('Use 07/06/2026')
    const [, value = ''] = /name="use_date" value="([^"]+)"/.exec(shown) ?? []
    await act(filing, { ...(await formOfPage(filing)), use_date: value })
    expect((await rowsOf('filing_entries', filing))[0]?.filed_on).toBe('2026-07-06')
    expect(await page(filing)).not.toContain('Use 07/06/2026')
  })

  test('disclosures come first among findings, and space for their pictures is reserved', async () => {
    const words = 'MOTION TO COMPEL\n\nThe Social Security number is 212-45-6789.'
    const stamp: Parameters<typeof pdf>[2] = [nextNumber(), 3, { filed: FILED }]
    const shown = await page(await drop([await pdf('Order.pdf', words, stamp)]))
    const kinds = [...shown.matchAll(/data-finding="(\w+)"/g)].map(([, kind]) => kind)
    expect(kinds[0]).toBe('identifier')
    expect(kinds.length).toBeGreaterThan(1)
    expect(shown).toMatch(/<img class="finding-picture"[^>]* width="\d+" height="\d+"/)
    expect(shown).toContain('Required to publish.')
    expect(shown).toMatch(/1 needs a decision/)
  })

  test('a removed entry comes back with its documents, also if they were corrected meanwhile', async () => {
    const { filing } = await dropPapers('a', 'b')
    const id = await idOf(filing)
    const [document] = await rowsOf('filing_documents', filing)
    await act(filing, { ...(await formOfPage(filing)), remove: id })
    const removed = await page(filing)
    expect(removed).toContain('1 entry: 1 ready')
    expect(removed).toContain('Undo')
    const typed = { [`document_title-${document?.id}`]: 'Corrected' }
    await act(filing, { ...(await formOfPage(filing)), ...typed, restore: id })
    const documents = await rowsOf('filing_documents', filing)
    expect(documents[0]).toMatchObject({ filing_entry_id: Number(id), title: 'Corrected' })
    expect(await page(filing)).toContain('2 entries: 2 ready')
    await act(filing, { action: 'discard' })
    expect(await page(filing)).toContain('2 entries discarded.')
  })

  test('moved files take the next free numbers, unless one was typed', async () => {
    const { filing } = await dropPapers('a', 'a1', 'b', 'b1', 'b2')
    const [target] = await rowsOf('filing_entries', filing)
    const documents = await rowsOf('filing_documents', filing)
    const fieldOf = (name: string, field: string) =>
      `${field}-${documents.find((one) => one.file_name === `${name}.pdf`)?.id}`
    const moves = ['b', 'b1', 'b2'].map((name) => [fieldOf(name, 'entry'), String(target?.id)])
    const typed = { [fieldOf('b1', 'attachment_number')]: '9' }
    await act(filing, { ...(await formOfPage(filing)), ...Object.fromEntries(moves), ...typed })
    const numbers = (await rowsOf('filing_documents', filing)).map((row) => row.attachment_number)
    expect(numbers).toEqual(['0', '1', '10', '9', '2'])
  })
})
