import { expect, test } from 'vitest'
import { at, eachAccessServer, MIXED_RANGE, rowsOf } from '../../../../test/support/access-pages.ts'

eachAccessServer(
  'single downloads on the Document Access page',
  ({ server, open, openAt, csv }) => {
    test('single downloads, newest first, with what was recorded of the visitor', async () => {
      await server.platform.db
        .updateTable('document_accesses')
        .set({ client_ip: null })
        .where('accessed_at', '=', at('2026-07-30T10:00'))
        .execute()
      const body = await open(`${MIXED_RANGE}&view=download`)
      expect(rowsOf(body)).toEqual([
        ['08/01/2026, 11:00 AM', '1', 'Exhibit 1', '192.0.2.9', 'Bot: Bot/1'],
        ['08/01/2026, 10:00 AM', '1', 'Exhibit 1', '192.0.2.1', 'Firefox'],
        ['07/30/2026, 10:00 AM', '2', 'Exhibit 2', 'not recorded', 'Firefox'],
        ['07/30/2026, 12:00 AM', '1', 'Exhibit 1', '192.0.2.1', 'Firefox'],
        ['07/29/2026, 11:59 PM', '2', 'Exhibit 2', 'not recorded', 'Firefox'],
        ['07/28/2026, 12:00 PM', '1', 'Exhibit 1', 'not recorded', 'Firefox'],
      ])
      const [, , , erased, , never] = await csv(`${MIXED_RANGE}&view=download`)
      expect([erased?.[3], never?.[3]]).toEqual(['', ''])
    })

    test('pages of single downloads lead on and leave none out', async () => {
      const accessed_at = at('2026-08-01T10:00')
      const sent = Array.from({ length: 101 }, (_, index) => `${index}`)
      await server.record(sent.map((user_agent) => ({ accessed_at, user_agent })))
      const first = await open('from=2026-08-01&to=2026-08-01&view=download')
      const next = (body: string) => /rel="next" href="([^"]*)"/.exec(body)?.[1] ?? ''
      const second = await openAt(next(first).replaceAll('&amp;', '&'), '', 200)
      expect(next(second)).toBe('')
      const agents = [first, second].map((body) => rowsOf(body).map((row) => row[4]))
      expect(agents.map(({ length }) => length)).toEqual([100, 1])
      expect(new Set(agents.flat()).size).toBe(101)
    })
  },
)
