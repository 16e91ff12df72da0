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
      const start = at('2026-08-01T00:00')
      // Several with the same time, so that a page ends between them.
      const many = Array.from({ length: 250 }, (_, index) => ({
        accessed_at: start + Math.floor(index / 7) * 60_000,
        client_ip: '192.0.2.1',
        user_agent: `agent ${index}`,
      }))
      await server.record(many)
      const agents = (body: string) => rowsOf(body).map((row) => row[4])
      const link = (body: string, rel: string) =>
        new RegExp(`rel="${rel}" href="([^"]*)"`).exec(body)?.[1]?.replaceAll('&amp;', '&') ?? ''
      const first = await open('from=2026-08-01&to=2026-08-01&view=download')
      const second = await openAt(link(first, 'next'), '', 200)
      const third = await openAt(link(second, 'next'), '', 200)
      expect([first, second, third].map((body) => agents(body).length)).toEqual([100, 100, 50])
      expect(new Set([first, second, third].flatMap(agents)).size).toBe(250)
      expect(link(third, 'next')).toBe('')
      expect(agents(await open('from=2026-08-01&to=2026-08-01&view=download&after=x'))).toEqual(
        agents(first),
      )
    })
  },
)
