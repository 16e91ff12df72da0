import { expect, test } from 'vitest'
import { eachFilingAdministration, paper } from '../../../test/support/filing-administration.ts'

eachFilingAdministration('two administrators on one proposal', (place) => {
  const { server, db, page, nextNumber, rowsOf, entriesWith, documentsOf, drop, act } = place

  /** A proposal with one entry and an exhibit, and the form that an administrator has open. */
  async function open() {
    const number = nextNumber()
    const filing = await drop([await paper('a.pdf', number), await paper('a1.pdf', number, 1)])
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

  test.each(['publish', 'discard'])(
    'pressing %s after someone else did is not refused; saving other values is',
    async (action) => {
      const { filing, form, title } = await open()
      await act(filing, { ...form, action })
      await act(filing, { ...form, action })
      const late = { ...form, action: 'save', [title]: 'Too late' }
      const answer = await server.client.post(filing, late)
      expect(answer.status).toBe(409)
      expect(answer.body).toContain('Nothing was saved')
    },
  )

  test.each([
    ['draft', 'filing.drafted'],
    ['publish', 'filing.published'],
    ['discard', 'filing.discarded'],
  ])('the audit log says who saved, and then pressed %s', async (action, recorded) => {
    const { number, filing, form, title } = await open()
    await act(filing, { ...form, action: 'save', [title]: 'Other' })
    await act(filing, { action })
    const rows = await db()
      .selectFrom('audit_log')
      .select(['action', 'details'])
      .where('subject', '=', `filing ${filing.split('/').at(-1)}`)
      .orderBy('id')
      .execute()
    expect(rows.map(({ action }) => action)).toEqual(['filing.opened', 'filing.saved', recorded])
    expect(rows[1]?.details).toBe(`Changed: No. ${number}.`)
  })
})
