import { expect, test } from 'vitest'
import {
  eachFilingAdministration,
  FILED,
  paper,
  pdf,
} from '../../../test/support/filing-administration.ts'
import { listUnclaimedFiles } from '../docket/documents/file-queries.ts'

eachFilingAdministration('publishing a filing', (place) => {
  const { server, db, page, create, nextNumber, rowsOf, entriesWith, documentsOf } = place
  const { drop, act } = place

  test('files dropped in any order are a proposal and, once published, entries; a second press changes nothing', async () => {
    const [a, b] = [nextNumber(), nextNumber()]
    const files = [await paper('w.pdf', a, 10), await paper('x.pdf', a, 2)]
    const filing = await drop([...files, await paper('y.pdf', b), await paper('z.pdf', a)])
    expect(await entriesWith([a, b])).toEqual([])
    const shown = await page(filing)
    expect(shown).toContain(`value="${a}"`)
    expect(shown).toContain('Not checked: names of minors')
    const keys = (await rowsOf('filing_documents', filing)).map((row) => String(row.storage_key))
    // No start removes the files of a filing that is still open.
    const unclaimed = await listUnclaimedFiles(db(), Date.now() + 60_000)
    expect(unclaimed.filter((key) => keys.includes(key))).toEqual([])

    await act(filing, { action: 'publish' })
    const made = await entriesWith([a, b])
    const motion = { title: 'MOTION TO COMPEL', status: 'published', filed_on: '2026-07-06' }
    expect(made).toMatchObject([motion, motion])
    expect(await documentsOf(made[0]?.id ?? 0)).toMatchObject([
      { attachment_number: 0, file_name: 'z.pdf' },
      { attachment_number: 2, file_name: 'x.pdf', title: 'Exhibit 2' },
      { attachment_number: 10, file_name: 'w.pdf' },
    ])
    expect(await page(filing)).toContain('2 entries published.')
    await act(filing, { action: 'publish' })
    expect(await entriesWith([a, b])).toHaveLength(2)
  })

  test('two presses at once make nothing twice', async () => {
    const filing = await drop([await pdf('Notice of Change.pdf', 'NOTICE OF CHANGE')])
    const before = await db().selectFrom('entries').select('id').execute()
    const press = () => server.client.post(filing, { action: 'draft' })
    await Promise.all([press(), press()])
    const after = await db().selectFrom('entries').select('id').execute()
    expect(after.length).toBe(before.length + 1)
  })

  test('documents for an existing number are added to its entry; a number taken meanwhile is reported', async () => {
    const [a, b] = [nextNumber(), nextNumber()]
    const id = await create({ number: String(a), title: 'Here already', filed_on: '2026-07-06' })
    const filing = await drop([await paper('a3.pdf', a, 3), await paper('b.pdf', b)])
    expect(await page(filing)).toContain('Here already')
    await create({ number: String(b), title: 'Faster', filed_on: '2026-07-06' })
    await act(filing, { action: 'publish' })
    expect(await documentsOf(id)).toMatchObject([{ attachment_number: 3 }])
    const [, later] = await rowsOf('filing_entries', filing)
    expect(later).toMatchObject({ done_at: null, problem: expect.stringContaining('“Faster”') })
    expect(await page(filing)).toContain('“Faster”')
    expect(await page(filing)).toContain('1 entry: 1 needs a decision.')
  })

  test('text pasted for an existing number says that it adds nothing', async () => {
    const number = nextNumber()
    await create({ number: String(number), title: 'Here already', filed_on: '2026-07-06' })
    const shown = await page(await drop([], `07/06/2026\t${number}\tMOTION to Stay`))
    expect(shown).toContain('Already on the docket, and no documents are added: ')
    expect(shown).toContain('1 entry: 1 needs a decision.')
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
    const numbers = (await documentsOf(id)).map((one) => one.attachment_number)
    expect(numbers).toEqual([1, 2])
    expect(await page(filing)).toContain('1 entry published.')
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
    await act(filing, { action: 'publish' })
    expect(await page(filing)).toContain('1 finding needs your decision')
    const [row] = await rowsOf('filing_entries', filing)
    const typed = { action: 'publish', [`reason-${row?.id}`]: 'It is mine.' }
    await act(filing, { ...typed, [`filed_on-${row?.id}`]: '2026-02-30' })
    expect(await page(filing)).toMatch(/not a valid date[\s\S]+It is mine\.<\/textarea>/)
    await act(filing, { action: 'publish', [`filed_on-${row?.id}`]: '2026-07-06' })
    expect(await page(filing)).toContain('1 finding needs your decision')
    await act(`${filing}?only=${row?.id}`, typed)
    expect((await entriesWith([a]))[0]?.status).toBe('published')
    expect((await server.client.get(source)).status).toBe(404)
    const decided = db().selectFrom('findings').selectAll().where('reason', '=', 'It is mine.')
    expect((await decided.execute()).length).toBeGreaterThan(0)
  })
})
