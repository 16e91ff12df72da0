import { expect, test } from 'vitest'
import { renamed } from '../../../test/support/entry-administration.ts'
import { eachFilingAdministration, paper } from '../../../test/support/filing-administration.ts'
import { writeZip } from '../../../test/support/write-zip.ts'

eachFilingAdministration('opening a filing', (place) => {
  const { server, post, page, nextNumber, rowsOf, entriesWith, drop, act } = place

  test('a pasted docket sheet fills the fields, and says what was not understood or has no file', async () => {
    const a = nextNumber()
    const text = `no row\n07/06/2026\t${a}\tMOTION to Seal by Jane Roe (Attachments: # 1 Lease)\n11/22/2026\t${a}\tMOTION to Stay\n11/23/2026\t\tMinute Entry`
    const filing = await drop([await paper('a.pdf', a), await paper('b.pdf', a, 1)], text)
    const shown = await page(filing)
    expect(shown).toContain('value="MOTION to Seal"')
    expect(shown).toContain('value="Lease"')
    expect(shown).toContain('Line 1 does not begin with a date or number')
    expect(shown).toContain(`No. ${a} appears again in the docket text: “MOTION to Stay”.`)
    expect(shown).toContain('Unnumbered in the docket text: “Minute Entry”.')
  })

  test('of docket text with too many entries, only the first are proposed', async () => {
    const rows = Array.from({ length: 301 }, (_, row) => `11/22/2026\t${9000 + row}\tMOTION`)
    const filing = await drop([], rows.join('\n'))
    expect(await rowsOf('filing_entries', filing)).toHaveLength(300)
    expect(await page(filing)).toContain('Only the first 300 entries are proposed.')
  })

  test('a ZIP is unpacked, other files are refused by name, and a discarded filing is gone', async () => {
    const a = nextNumber()
    const pdf = Buffer.from(await (await paper('a.pdf', a)).arrayBuffer())
    const others = { 'notes.txt': 'words', 'before@after.exe': 'words' }
    const written = await writeZip({ 'in/a.pdf': pdf, ...others })
    // A name that databases cannot store unchanged.
    const odd = written.toString('latin1').replaceAll('before@', 'before\0')
    const bytes = Buffer.from(odd, 'latin1')
    const filing = await drop([new File([bytes], 'day.zip'), renamed])
    const shown = await page(filing)
    expect(shown).toContain('a.pdf')
    expect(shown).toContain('notes.txt')
    expect(shown).toContain('before after.exe')
    expect(shown).toContain('Order.pdf')
    const [row] = await rowsOf('filing_documents', filing)
    const file = await server.client.get(`${filing}/documents/${row?.id}`)
    expect(file.headers.get('content-type')).toBe('application/pdf')
    expect(await page('/admin/filings/new')).toContain(filing)
    await act(filing, { action: 'discard' })
    const discarded = await page(filing)
    expect(discarded).toContain('1 entry discarded. Nothing was published.')
    expect(discarded).toContain('<a href="/admin/filings/new">File other documents</a>')
    expect(await page('/admin/filings/new')).not.toContain(filing)
    expect(await entriesWith([a])).toEqual([])
  })

  test('a filing with nothing to read is refused, with the reasons', async () => {
    const file = await post('/admin/filings', { docket_text: '' }, [renamed])
    expect(file.status).toBe(422)
    expect(file.body).toContain('Order.pdf')
    const text = await post('/admin/filings', { docket_text: 'hello world' })
    expect(text.status).toBe(422)
    expect(text.body).toContain('Line 1 does not begin with a date or number. “hello world”')
  })
})
