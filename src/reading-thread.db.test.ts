import { execFileSync } from 'node:child_process'
import { setImmediate } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { adminFrame } from '../test/support/admin-frame.ts'
import { eachDatabase } from '../test/support/each-database.ts'
import type { AccessPageRequest } from './features/statistics/pages/document-access-page.tsx'
import { createReadingThread, type Thread } from './platform/threads/thread.ts'

const { assets: _, ...frame } = adminFrame
const timeZone = 'America/New_York'

const question: AccessPageRequest = {
  query: { from: '2026-08-01', to: '2026-08-02' },
  layout: { ...frame, title: 'Document Access', current: '/admin/document-access' },
  document: undefined,
  now: Date.UTC(2026, 7, 3),
}

eachDatabase('the thread of the Document Access page', (database) => {
  async function withThread(work: (thread: Thread) => Promise<void>) {
    const thread = createReadingThread({ databaseUrl: database.url, timeZone })
    await work(thread).finally(thread.end)
  }

  const makePage = async (thread: Thread, changes: Partial<AccessPageRequest> = {}) => {
    const input = { ...question, ...changes }
    return thread.call<string>('makeAccessPage', input)
  }

  it('may begin early, and a program with nothing else to do ends', () => {
    const module = new URL('./platform/threads/thread.ts', import.meta.url).href
    const config = JSON.stringify({ databaseUrl: database.url, timeZone })
    const program = `process.on('worker', () => console.log('begun'))
      import('${module}').then((m) => m.createReadingThread(${config}).begin())`
    const options = { encoding: 'utf8', timeout: 30_000 } as const
    expect(execFileSync(process.execPath, ['-e', program], options)).toBe('begun\n')
  })

  it('passes errors on, and keeps answering, with the built files of this program', () =>
    withThread(async (thread) => {
      await expect(makePage(thread, { query: undefined })).rejects.toThrow(/undefined/)
      expect(await makePage(thread)).toMatch(/href="\/assets\/admin-\w+\.css"/)
    }))

  it('rejects calls to a thread that has ended, and starts another', () =>
    withThread(async (thread) => {
      const refused = expect(makePage(thread)).rejects.toThrow('has ended')
      await setImmediate()
      await thread.end()
      await refused
      expect(await makePage(thread)).toContain('</html>')
    }))
})
