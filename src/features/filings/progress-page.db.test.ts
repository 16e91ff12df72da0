import { expect, test } from 'vitest'
import { eachFilingAdministration } from '../../../test/support/filing-administration.ts'
import { NOTHING_READ } from '../../../test/support/nothing-read.ts'
import { shortenWaits } from '../../../test/support/shorter-waits.ts'
import { openUnread } from '../../../test/support/unread-filing.ts'
import { claimFilingReading, endFilingReading, saveFilingReading } from './lease-queries.ts'
import { findFiling, listFilingDocuments, listFilingEntries } from './queries.ts'

eachFilingAdministration('a filing whose files are being read', (place) => {
  const { server, db, page, act } = place

  /** Read by another process, which has read one file of three. */
  async function openHalfRead() {
    const { platform, time } = server
    const { id } = await openUnread(platform, ['1.pdf', '2.pdf', '3.pdf'])
    await claimFilingReading(db(), id, time.now)
    const [first] = await listFilingDocuments(db(), id)
    const read = { reading: JSON.stringify(NOTHING_READ), pages: '[]' }
    if (first) await saveFilingReading(db(), first, read)
    return { id, path: `/admin/filings/${id}` }
  }

  test('shows how many are read, on the page and as JSON', async () => {
    const { path } = await openHalfRead()
    const shown = await page(path)
    expect(shown).toContain('<progress max="3" value="1"')
    expect(shown).toContain(`data-live-url="${path}.json"`)
    const { body } = await server.client.get(`${path}.json`)
    expect(JSON.parse(body)).toEqual({ done: 1, total: 3, left: 2, finished: false })
  })

  test.each(['save', 'publish', 'draft'])(
    'cannot be changed by “%s”, which says how many files are read',
    async (action) => {
      shortenWaits()
      const { id, path } = await openHalfRead()
      const answer = await server.client.post(path, { action })
      expect(answer.status).toBe(409)
      expect(answer.body).toContain('1 of 3 files have been read. Wait until all are read')
      expect(await listFilingEntries(db(), id)).toEqual([])
    },
  )

  test('is saved once they are read, if that is soon', async () => {
    const { id, path } = await openHalfRead()
    const answer = server.client.post(path, { action: 'save' })
    const early = new Promise((resolve) => setTimeout(resolve, 300, 'waits'))
    expect(await Promise.race([answer, early])).toBe('waits')
    await endFilingReading(db(), id, { read_at: server.time.now })
    expect(await answer).toMatchObject({ status: 303, location: `${path}?done=saved` })
  })

  test('can be discarded at once, and nothing of it is left on the pages', async () => {
    const { id, path } = await openHalfRead()
    const [first] = await listFilingDocuments(db(), id)
    await act(path, { action: 'discard' })
    expect((await findFiling(db(), id))?.closed_at).not.toBeNull()
    expect(await page(path)).toContain('This filing was discarded.')
    expect(await page('/admin/filings/new')).not.toContain(path)
    const { body } = await server.client.get(`${path}.json`)
    expect(JSON.parse(body)).toMatchObject({ finished: true })
    expect((await server.client.get(`${path}/documents/${first?.id}`)).status).toBe(404)
    expect(await listFilingEntries(db(), id)).toEqual([])
  })
})
