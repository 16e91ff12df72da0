import { expect, test } from 'vitest'
import { oneFilingAdministration, pdf } from '../../../test/support/filing-administration.ts'
import { formOf } from '../../../test/support/form-of.ts'
import { NOTHING_READ } from '../../../test/support/nothing-read.ts'
import { writeZip } from '../../../test/support/write-zip.ts'
import { FIELDS_LIMIT } from '../../platform/http/request/form.ts'
import { MAX_FILES, MAX_TITLE_LENGTH } from '../../shared/naming-rules.ts'
import { MAX_FILING_ENTRIES } from './filing-rules.ts'
import { insertFiling, insertFilingDocument, insertFilingEntry } from './queries.ts'

const MB = 1024 * 1024

oneFilingAdministration('a large filing', (place) => {
  const { server, db, post, page, rowsOf, drop, act } = place

  const copies = async (count: number) => Array(count).fill(await pdf('same.pdf', 'Words.'))

  test('as many files as a filing may have are taken in one form', async () => {
    const filing = await drop(await copies(MAX_FILES))
    expect(await rowsOf('filing_documents', filing)).toHaveLength(MAX_FILES)
    await act(filing, { action: 'discard' })
  })

  test.each([
    [1, 422, 'A filing can have at most 300 files.'],
    [11, 413, 'At most 300 files can be sent at once.'],
  ])('%i more are refused with a sentence', async (more, status, sentence) => {
    const answer = await post('/admin/filings', {}, await copies(MAX_FILES + more))
    expect(answer.status).toBe(status)
    expect(answer.body).toContain(sentence)
  })

  test('refused files count, too', async () => {
    const notes = Array.from({ length: MAX_FILES }, (_, index) => [`${index}.txt`, 'words'])
    const bytes = new Uint8Array(await writeZip(Object.fromEntries(notes)))
    const one = await pdf('one.pdf', 'Words.')
    const answer = await post('/admin/filings', {}, [new File([bytes], 'notes.zip'), one])
    expect(answer.status).toBe(422)
    expect(answer.body).toContain('A filing can have at most 300 files.')
  })

  test('a long file name is cut, and keeps its end', async () => {
    const filing = await drop([await pdf(`${'n'.repeat(10_000)}.pdf`, 'Words.')])
    const [document] = await rowsOf('filing_documents', filing)
    expect(document?.file_name).toBe(`${'n'.repeat(251)}.pdf`)
  })

  test('the page of a filing of the largest size is no larger than a form may be', async () => {
    const filing = await insertLargest()
    const shown = await page(`/admin/filings/${filing}`)
    expect(shown).toContain(`${MAX_FILING_ENTRIES} entries:`)
    // A list of all entries beside each document would make it 20 MB.
    expect(shown.length).toBeLessThan(4 * MB)
  })

  test.each([
    ['letters of several bytes', '—', 290],
    ['few entries', 'words ', 6],
  ])('docket text of nearly the largest size is saved and discarded: %s', async (_, text, rows) => {
    const bytes = (FIELDS_LIMIT - 20_000) / rows
    const lines = Array.from({ length: rows }, (_, index) => {
      const start = `11/22/2026\t${index + 1}\tMOTION `
      return start + text.repeat((bytes - start.length) / Buffer.byteLength(text))
    })
    const filing = await drop([], lines.join('\n'))
    const form = formOf(await page(filing), 'proposal')
    expect(Object.keys(form).filter((name) => name.startsWith('title-'))).toHaveLength(rows)
    await act(filing, { ...form, action: 'save' })
    const saved = formOf(await page(filing), 'proposal')
    expect({ ...saved, version: '' }).toEqual({ ...form, version: '' })
    await act(filing, { ...saved, action: 'discard' })
    expect(await page(filing)).toMatch(/[1-9]\d* entr(y|ies) discarded\. Nothing was published\./)
  })

  async function insertLargest(): Promise<number> {
    const { now } = server.time
    const about = { created_by: 'clerk', docket_text: '', read_at: now }
    const filing = await insertFiling(db(), { ...about, created_at: now, updated_at: now })
    const usual = { filing_id: filing.id, title: 't'.repeat(MAX_TITLE_LENGTH) }
    const fields = { filed_on: '2026-07-30', description: '', type: 'Motion', filed_by: '' }
    const file = { file_name: `${'f'.repeat(251)}.pdf`, reading: JSON.stringify(NOTHING_READ) }
    for (let at = 1; at <= MAX_FILING_ENTRIES; at++) {
      const row = { ...usual, ...fields, number: String(at), entry_id: null }
      const { id } = await insertFilingEntry(db(), row)
      const place = { filing_entry_id: id, attachment_number: '0', storage_key: String(at) }
      await insertFilingDocument(db(), { ...usual, ...file, ...place })
    }
    return filing.id
  }
})
