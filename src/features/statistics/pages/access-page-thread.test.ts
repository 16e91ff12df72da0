import { setImmediate } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { adminFrame } from '../../../../test/support/admin-frame.ts'
import { eachDatabase } from '../../../../test/support/each-database.ts'
import { addDocuments } from '../../../../test/support/expected-figures.ts'
import { type AccessPageThread, createAccessPageThread } from './access-page-thread.ts'
import type { AccessPageQuestion } from './make-access-page.tsx'

const { assets: _, ...frame } = adminFrame
const timeZone = 'America/New_York'

const question: AccessPageQuestion = {
  source: 'records',
  query: { from: '2026-08-01', to: '2026-08-02' },
  layout: { ...frame, title: 'Document Access', current: '/admin/document-access' },
  document: undefined,
  now: Date.UTC(2026, 7, 3),
}

eachDatabase('the thread of the Document Access page', (database) => {
  async function withThread(work: (thread: AccessPageThread) => Promise<void>) {
    const thread = createAccessPageThread({ databaseUrl: database.url, timeZone })
    await work(thread).finally(thread.close)
  }

  const makePage = async (thread: AccessPageThread) => {
    const answer = await thread.make(question)
    return new TextDecoder().decode(answer?.found.html)
  }

  it('reads the figures and makes the page elsewhere, with the built files of this program', () =>
    withThread(async (thread) => {
      await addDocuments(database.db, 1)
      const download = { document_id: 1, client_ip: '192.0.2.1', user_agent: 'Firefox' }
      const accessed_at = Date.UTC(2026, 7, 1, 17)
      await database.db
        .insertInto('document_accesses')
        .values({ ...download, accessed_at, is_robot: 0, source: 'service' })
        .execute()
      const html = await makePage(thread)
      expect(html).toMatch(/^<!doctype html>/)
      expect(html).toMatch(/data-figure="downloads">1</)
      expect(html).toMatch(/href="\/assets\/admin-\w+\.css"/)
    }))

  it('tells that there are no summaries', () =>
    withThread(async (thread) => {
      expect(await thread.make({ ...question, source: 'summaries' })).toBeUndefined()
    }))

  it('tells why a range cannot be shown', () =>
    withThread(async (thread) => {
      const query = { from: '2026-08-02', to: '2026-08-01' }
      const answer = await thread.make({ ...question, query })
      expect(answer?.found.refused?.errors).not.toEqual({})
    }))

  it('passes on what went wrong, and goes on answering', () =>
    withThread(async (thread) => {
      const without = { ...question, query: undefined }
      await expect(thread.make(without)).rejects.toThrow(/undefined/)
      expect(await makePage(thread)).toContain('</html>')
    }))

  it('refuses what was asked of a thread that has ended, and begins another', () =>
    withThread(async (thread) => {
      const refused = expect(thread.make(question)).rejects.toThrow('has ended')
      await setImmediate()
      await thread.close()
      await refused
      expect(await makePage(thread)).toContain('</html>')
    }))
})
