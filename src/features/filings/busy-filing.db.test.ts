import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { clerk } from '../../../test/support/delivery.ts'
import { eachFilingAdministration } from '../../../test/support/filing-administration.ts'
import { sharedInspector } from '../../../test/support/shared-inspector.ts'
import { shortenWaits } from '../../../test/support/shorter-waits.ts'
import { openUnread, readFirstFile } from '../../../test/support/unread-filing.ts'
import { LEASE_MS } from './filing-rules.ts'
import { savePublication } from './lease-queries.ts'
import { proposeFiling } from './proposal/proposal-rules.ts'
import { discardFiling } from './publish-filing.ts'
import { findFiling, findProposal, listFilingDocuments } from './queries.ts'
import { createFilingReader } from './read-filing.ts'

eachFilingAdministration('a filing that is busy', (place) => {
  const { server, db, page, rowsOf, entriesWith, dropPapers, act } = place

  const progress = async (path: string) =>
    JSON.parse((await server.client.get(`${path}.json`)).body)

  const pressAll = (path: string) =>
    Promise.all(['save', 'publish', 'draft'].map((action) => server.client.post(path, { action })))

  describe('because its files are being read', () => {
    /** Read by another process, which has read one file of three. */
    async function openHalfRead() {
      const { platform, time } = server
      const { id } = await openUnread(platform, ['1.pdf', '2.pdf', '3.pdf'])
      await readFirstFile(platform, id, time.now)
      return { id, path: `/admin/filings/${id}` }
    }

    test('shows how many are read, and cannot be changed', async () => {
      shortenWaits()
      const { id, path } = await openHalfRead()
      const shown = await page(path)
      expect(shown).toContain('<progress max="3" value="1"')
      expect(shown).toContain(`data-live-url="${path}.json"`)
      expect(await progress(path)).toEqual({ done: 1, total: 3, left: 2, finished: false })
      for (const answer of await pressAll(path)) {
        expect(answer.status).toBe(409)
        expect(answer.body).toContain('1 of 3 files have been read. Wait until all are read')
      }
      expect((await findProposal(db(), id)).open).toEqual([])
    })

    test('can be discarded at once, and nothing of it is left on the pages', async () => {
      const { id, path } = await openHalfRead()
      const [first] = await listFilingDocuments(db(), id)
      await act(path, { action: 'discard' })
      expect((await findFiling(db(), id))?.closed_at).not.toBeNull()
      expect(await page(path)).toContain('This filing was discarded.')
      expect(await page('/admin/filings/new')).not.toContain(path)
      expect(await progress(path)).toMatchObject({ finished: true })
      expect((await server.client.get(`${path}/documents/${first?.id}`)).status).toBe(404)
      expect((await findProposal(db(), id)).open).toEqual([])
    })
  })

  describe('because its publication takes long', () => {
    /** Three entries. The first that has no problem waits until `goOn` is called; `wrong` gives the first a problem. */
    async function holdPublication() {
      const { filing: path, numbers } = await dropPapers('a', 'b', 'c')
      const [first] = await rowsOf('filing_entries', path)
      const transaction = db().transaction.bind(db())
      const gate = Promise.withResolvers<void>()
      let begun = 0
      const spy = vi.spyOn(db(), 'transaction').mockImplementation(() => {
        const builder = transaction()
        begun += 1
        // In the first, the form is saved.
        if (begun !== 2) return builder
        const execute = builder.execute.bind(builder)
        return Object.assign(builder, {
          execute: async (work: Parameters<typeof execute>[0]) => {
            await gate.promise
            return execute(work)
          },
        })
      })
      onTestFinished(() => {
        spy.mockRestore()
        gate.resolve()
      })
      return {
        path,
        numbers,
        wrong: { [`filed_on-${first?.id}`]: '2026-02-30' },
        goOn: gate.resolve,
      }
    }

    test('answers soon, says how far it is, refuses a second press, and ends on the page with what was done and what failed', async () => {
      shortenWaits()
      const { path, numbers, wrong, goOn } = await holdPublication()
      await act(path, { ...wrong, action: 'publish' })
      await expect.poll(() => progress(path), { timeout: 60_000 }).toMatchObject({ done: 1 })
      const shown = await page(path)
      expect(shown).toContain('Publishing the entries')
      expect(shown).toContain('<progress max="3" value="1"')
      expect(shown).toContain(`data-live-url="${path}.json"`)
      expect(shown).toContain('<meta http-equiv="refresh"')
      expect(shown).not.toContain('name="action"')
      expect(await progress(path)).toEqual({ done: 1, total: 3, left: 2, finished: false })
      for (const answer of await pressAll(path)) {
        expect(answer.status).toBe(409)
        expect(answer.body).toContain('being published or saved: 1 of 3 entries are done.')
      }

      goOn()
      const finished = { done: 3, total: 3, left: 0, finished: true }
      await expect.poll(() => progress(path), { timeout: 60_000 }).toEqual(finished)
      expect(await entriesWith(numbers)).toHaveLength(2)
      const ended = await page(path)
      expect(ended).toContain('2 entries published, 1 entry remaining.')
      expect(ended).toContain('Filing date is not a valid date')
    })

    test('a press that comes shortly before its end waits for it', async () => {
      const { path, numbers, goOn } = await holdPublication()
      const first = act(path, { action: 'publish' })
      await expect
        .poll(() => progress(path), { timeout: 60_000 })
        .toMatchObject({ finished: false })
      const second = server.client.post(path, { action: 'publish', version: '1' })
      const early = new Promise((resolve) => setTimeout(resolve, 300, 'waits'))
      expect(await Promise.race([second, early])).toBe('waits')
      goOn()
      await first
      expect(await second).toMatchObject({ status: 303, location: path })
      expect(await entriesWith(numbers)).toHaveLength(3)
    })

    test('a service that is stopped ends with the entry it is publishing, and the next press publishes the rest', async () => {
      const { path, numbers, goOn } = await holdPublication()
      const filing = await findFiling(db(), Number(path.split('/').at(-1)))
      if (!filing) throw new Error('There is no filing.')
      const claim = { busy_until: server.time.now + LEASE_MS, publishing_total: 3 }
      await savePublication(db(), filing, claim)
      const reader = createFilingReader(server.platform, {
        inspector: sharedInspector,
        propose: async (input) => proposeFiling(input),
      })
      const { id, version } = filing
      void reader.publish({ id, version, status: 'published', only: undefined, by: clerk })
      await expect.poll(() => progress(path)).toMatchObject({ done: 1, finished: false })
      const closed = reader.close()
      goOn()
      await closed
      expect(await progress(path)).toEqual({ done: 2, total: 3, left: 1, finished: true })
      expect(await page(path)).toContain('2 entries published, 1 entry remaining.')
      await act(path, { action: 'publish' })
      expect(await entriesWith(numbers)).toHaveLength(3)
    })

    test('a filing that is discarded meanwhile, also by another process, is published no further', async () => {
      shortenWaits()
      const { path, numbers, wrong, goOn } = await holdPublication()
      await act(path, { ...wrong, action: 'publish' })
      await discardFiling(server.platform, { id: Number(path.split('/').at(-1)), by: clerk })
      goOn()
      const problems = async () =>
        (await rowsOf('filing_entries', path)).map(({ problem }) => String(problem))
      await expect.poll(async () => (await problems())[1]).toContain('Someone else changed')
      await new Promise((resolve) => setTimeout(resolve, 300))
      expect((await problems())[2]).toBe('')
      expect(await page(path)).toContain('3 entries discarded.')
      expect(await entriesWith(numbers)).toEqual([])
    })

    test('after the lease of a process that was killed, the next press publishes; a process that only hung publishes nothing more', async () => {
      shortenWaits()
      const { path, numbers, goOn } = await holdPublication()
      await act(path, { action: 'publish' })
      vi.mocked(db().transaction).mockRestore()
      const { now } = server.time
      onTestFinished(() => {
        server.time.now = now
      })
      server.time.now += 30_000
      expect(await page(path)).toContain('Publish 3 entries')
      await act(path, { action: 'publish' })
      goOn()
      await expect.poll(() => page(path), { timeout: 60_000 }).toContain('3 entries published.')
      expect(await entriesWith(numbers)).toHaveLength(3)
    })
  })
})
