import { sql } from 'kysely'
import { expect, test } from 'vitest'
import {
  at,
  eachAccessServer,
  figure,
  MIXED_RANGE,
  PAGE,
  rowsOf,
} from '../../../test/support/access-pages.ts'
import { newSignedIn } from '../../../test/support/accounts-server.ts'
import { shownText } from '../../../test/support/shown-text.ts'
import { listAuditLog } from '../accounts/audit-log/queries.ts'

eachAccessServer('the Document Access page', ({ server, open, openAt, csv }) => {
  test('the page Document Access of a mixed range has visitors, and a sentence on downloads without an IP', async () => {
    const body = await open(MIXED_RANGE)
    expect([figure(body, 'downloads'), figure(body, 'unique-visitors')]).toEqual(['6', '2'])
    expect(shownText(body)).toContain(
      'Visitor IPs are on record from 07/30/2026 on; 2 of the 6 downloads had none. Downloads without an IP never count as visitors.',
    )
    expect(shownText(body)).toContain('It does not show whether a response was received in full')
    expect(rowsOf(body)).toEqual([
      ['07/27/2026', '0', '', ''],
      ['07/28/2026', '1', '', 'downloads (visitor IPs not recorded)'],
      ['07/29/2026', '1', '', 'downloads (visitor IPs not recorded)'],
      ['07/30/2026', '2', '1', ''],
      ['07/31/2026', '0', '0', ''],
      ['08/01/2026', '2', '2', ''],
      ['08/02/2026', '0', '0', ''],
    ])
  })

  test('a range without IPs: labeled downloads, and no figure of visitors', async () => {
    const body = await open('from=2026-07-27&to=2026-07-29')
    expect(figure(body, 'downloads')).toBe('2')
    expect(figure(body, 'unique-visitors')).toBeUndefined()
    expect(shownText(body)).toContain('2 downloads (visitor IPs not recorded)')
    expect(shownText(body)).toContain('so the number of visitors is unknown')
  })

  test('robots excluded, with both counts', async () => {
    const body = await open(`${MIXED_RANGE}&robots=exclude`)
    expect([figure(body, 'downloads'), figure(body, 'unique-visitors')]).toEqual(['5', '1'])
    for (const shown of [body, await open(MIXED_RANGE)]) {
      expect(shownText(shown)).toContain('Bots included 6')
      expect(shownText(shown)).toContain('Bots excluded 5')
    }
    expect(await csv(`${MIXED_RANGE}&robots=exclude`)).toContainEqual(['08/01/2026', '1', '1'])
    const [exported] = await listAuditLog(server.platform.db, { limit: 1, offset: 0 })
    expect(exported).toMatchObject({
      action: 'document_access.exported',
      subject: 'document-access-by-day-2026-07-27-to-2026-08-02-without-robots.csv',
    })
  })

  test('by document, each leading to its own history', async () => {
    const body = await open(`${MIXED_RANGE}&view=document`)
    expect(rowsOf(body)).toEqual([
      ['1', 'Exhibit 1', '4', '2', '08/01/2026, 11:00 AM', '1 of 4 without a visitor IP'],
      ['2', 'Exhibit 2', '2', '1', '07/30/2026, 10:00 AM', '1 of 2 without a visitor IP'],
    ])
    expect(body).toContain(`href="${PAGE}?from=2026-07-27&amp;to=2026-08-02&amp;document=2"`)
    const history = await open(`${MIXED_RANGE}&document=2`)
    expect(shownText(history)).toContain('No. 2: Exhibit 2')
    expect([figure(history, 'downloads'), figure(history, 'unique-visitors')]).toEqual(['2', '1'])
    expect(rowsOf(history)[3]).toEqual(['07/30/2026', '1', '1', ''])
    expect(await csv(`${MIXED_RANGE}&document=2&view=download`)).toHaveLength(3)
  })

  test('a deleted document keeps its history, and one that never existed is not found', async () => {
    await sql`update documents set deleted_at = 1 where id = 2`.execute(server.platform.db)
    const body = await open(`${MIXED_RANGE}&view=document`)
    expect(rowsOf(body)[1]?.[5]).toBe('1 of 2 without a visitor IP; since deleted')
    expect(figure(await open(`${MIXED_RANGE}&document=2`), 'downloads')).toBe('2')
    await sql`update documents set deleted_at = null where id = 2`.execute(server.platform.db)
    for (const document of ['99', '0', 'x', '2&document=3']) {
      await open(`document=${document}`, 404)
      await openAt(`${PAGE}.csv`, `document=${document}`, 404)
    }
  })

  test('without a range it is the dashboard’s, whose card and list lead here', async () => {
    const times = ['2026-09-22T23:59-04:00', '2026-09-23T00:00-04:00', '2026-11-21T11:59-05:00']
    const client_ip = '192.0.2.1'
    await server.record(times.map((time) => ({ accessed_at: Date.parse(time), client_ip })))
    const body = await open()
    expect(shownText(body)).toContain('09/23/2026 to 11/21/2026')
    expect(figure(body, 'downloads')).toBe('2')
    const dashboard = await openAt('/admin', '', 200)
    expect(figure(dashboard, 'downloads-60-days')).toBe('2')
    expect(dashboard).toMatch(/\d downloads? in the last 7 days, /)
    const link = `${PAGE}?from=2026-09-23&amp;to=2026-11-21`
    expect(dashboard).toContain(`href="${link}"`)
    expect(dashboard).toContain(`href="${link}&amp;document=1"`)
  })

  test('today is the day where the court is', async () => {
    const visitor = await newSignedIn(server)
    server.time.now = Date.UTC(2026, 10, 22, 4, 59)
    expect(shownText((await visitor.get(PAGE)).body)).toContain('to 11/21/2026')
    server.time.now = Date.UTC(2026, 10, 22, 5)
    expect(shownText((await visitor.get(PAGE)).body)).toContain('to 11/22/2026')
  })

  test('a range that is none is refused with a sentence, and has no figures and no file', async () => {
    const query = 'from=2026-08-01&to=%00%3Cscript%3E'
    const body = await open(query, 422)
    expect(shownText(body)).toContain('is not a valid date')
    expect(figure(body, 'downloads')).toBeUndefined()
    const accept = 'application/json'
    const refused = await server.client.get(`${PAGE}.csv?${query}`, { accept })
    expect(refused.status).toBe(422)
    expect(refused.headers.get('content-type')).toContain('problem+json')
  })

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
})
