import { parse } from 'csv-parse/sync'
import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type AccessServer, startAccess } from '../../../test/support/access-server.ts'
import { DOCUMENTS, randomAccess } from '../../../test/support/random-accesses.ts'
import { createVisitor } from '../../../test/support/visitor.ts'

const PAGE = '/admin/document-access'
const at = (time: string) => Date.parse(`${time}-04:00`)

/** 2 downloads without an IP, then 4 by two visitors of whom one is a robot. */
const MIXED = [
  { accessed_at: at('2026-07-28T12:00'), source: 'access_log' },
  { accessed_at: at('2026-07-29T23:59'), source: 'access_log', document_id: 2 },
  { accessed_at: at('2026-07-30T00:00'), client_ip: '192.0.2.1' },
  { accessed_at: at('2026-07-30T10:00'), client_ip: '192.0.2.1', document_id: 2 },
  { accessed_at: at('2026-08-01T10:00'), client_ip: '192.0.2.1' },
  { accessed_at: at('2026-08-01T11:00'), client_ip: '192.0.2.9', is_robot: 1, user_agent: 'Bot/1' },
] as const
const MIXED_RANGE = 'from=2026-07-27&to=2026-08-02'

/** The text of `data-figure`, undefined where the figure is not presented. */
const figure = (body: string, name: string) =>
  new RegExp(`data-figure="${name}"[^>]*>([^<]*)<`).exec(body)?.[1]

const text = (html: string) =>
  html
    .replaceAll(/<title>.*?<\/title>/g, '')
    .replaceAll(/<[^>]+>/g, ' ')
    .replaceAll(/\s+/g, ' ')

/** The cells of each row of the table's body. */
const rowsOf = (body: string) =>
  [...(/<tbody>(.*?)<\/tbody>/s.exec(body)?.[1] ?? '').matchAll(/<tr[^>]*>(.*?)<\/tr>/gs)].map(
    ([, row = '']) =>
      [...row.matchAll(/<td[^>]*>(.*?)<\/td>/gs)].map(([, cell = '']) => text(cell).trim()),
  )

describe.each(['sqlite', 'postgres'] as const)('the Document Access page on %s', (dialect) => {
  let server: AccessServer
  beforeAll(async () => {
    server = await startAccess(dialect)
  })
  afterAll(() => server?.close())
  beforeEach(async () => {
    server.time.now = Date.UTC(2026, 10, 21, 17)
    await server.record(MIXED)
  })

  const open = (query = '', status = 200) => openAt(PAGE, query, status)
  async function openAt(path: string, query: string, status: number) {
    const answer = await server.client.get(query ? `${path}?${query}` : path)
    expect(answer.status).toBe(status)
    return answer.body
  }
  /** As a spreadsheet reads it; the bytes are checked by themselves. */
  async function csv(query: string): Promise<string[][]> {
    const body = await openAt(`${PAGE}.csv`, query, 200)
    return parse(body, { bom: true })
  }
  async function csvBytes(query: string): Promise<string> {
    const cookie = [...server.client.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const answer = await fetch(`${server.origin}${PAGE}.csv?${query}`, { headers: { cookie } })
    return Buffer.from(await answer.arrayBuffer()).toString('utf8')
  }

  test('a mixed range: visitors, and a sentence on the downloads without an IP', async () => {
    const body = await open(MIXED_RANGE)
    expect([figure(body, 'downloads'), figure(body, 'unique-visitors')]).toEqual(['6', '2'])
    expect(text(body)).toContain(
      'Visitor IPs exist from 07/30/2026 on; 2 of the 6 downloads had none and are counted as downloads only, never as visitors.',
    )
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

  test('a range without IPs: labelled downloads, and no figure of visitors', async () => {
    const body = await open('from=2026-07-27&to=2026-07-29')
    expect(figure(body, 'downloads')).toBe('2')
    expect(figure(body, 'unique-visitors')).toBeUndefined()
    expect(text(body)).toContain('2 downloads (visitor IPs not recorded)')
    expect(text(body)).toContain('so that no number of visitors can be given')
  })

  test('a range with IPs: no word about others', async () => {
    const body = await open('from=2026-07-30&to=2026-08-02')
    expect([figure(body, 'downloads'), figure(body, 'unique-visitors')]).toEqual(['4', '2'])
    expect(text(body)).not.toContain('Visitor IPs exist from')
  })

  test('an empty range: nobody since IPs are recorded, unknown before', async () => {
    const since = await open('from=2026-09-01&to=2026-09-02')
    expect([figure(since, 'downloads'), figure(since, 'unique-visitors')]).toEqual(['0', '0'])
    const before = await open('from=2025-01-01&to=2025-01-02')
    expect([figure(before, 'downloads'), figure(before, 'unique-visitors')]).toEqual([
      '0',
      undefined,
    ])
  })

  test('robots excluded, with both counts', async () => {
    const body = await open(`${MIXED_RANGE}&robots=exclude`)
    expect([figure(body, 'downloads'), figure(body, 'unique-visitors')]).toEqual(['5', '1'])
    for (const shown of [body, await open(MIXED_RANGE)]) {
      expect(text(shown)).toContain('Robots included 6')
      expect(text(shown)).toContain('Robots excluded 5')
    }
    expect(await csv(`${MIXED_RANGE}&robots=exclude`)).toContainEqual(['08/01/2026', '1', '1'])
  })

  test('by document, each leading to its own history', async () => {
    const body = await open(`${MIXED_RANGE}&view=document`)
    expect(rowsOf(body)).toEqual([
      ['1', 'Exhibit 1', '4', '2', '08/01/2026 11:00', '1 of 4 without a visitor IP'],
      ['2', 'Exhibit 2', '2', '1', '07/30/2026 10:00', '1 of 2 without a visitor IP'],
    ])
    expect(body).toContain(`href="${PAGE}?from=2026-07-27&amp;to=2026-08-02&amp;document=2"`)
    const history = await open(`${MIXED_RANGE}&document=2`)
    expect(text(history)).toContain('No. 2: Exhibit 2')
    expect([figure(history, 'downloads'), figure(history, 'unique-visitors')]).toEqual(['2', '1'])
    expect(rowsOf(history)[3]).toEqual(['07/30/2026', '1', '1', ''])
    expect(await csv(`${MIXED_RANGE}&document=2&view=download`)).toHaveLength(3)
  })

  test('a document that is gone keeps its history, and one that never was is not found', async () => {
    await server.platform.db
      .updateTable('documents')
      .set('deleted_at', 1)
      .where('id', '=', 2)
      .execute()
    const body = await open(`${MIXED_RANGE}&view=document`)
    expect(rowsOf(body)[1]?.[5]).toBe('1 of 2 without a visitor IP; deleted since')
    expect(figure(await open(`${MIXED_RANGE}&document=2`), 'downloads')).toBe('2')
    await server.platform.db
      .updateTable('documents')
      .set('deleted_at', null)
      .where('id', '=', 2)
      .execute()
    for (const document of ['99', '0', 'x', '2&document=3']) {
      await open(`document=${document}`, 404)
      await openAt(`${PAGE}.csv`, `document=${document}`, 404)
    }
  })

  test('single downloads, newest first, with what was recorded of the visitor', async () => {
    await server.platform.db
      .updateTable('document_accesses')
      .set({ client_ip: null, ip_erased: 1 })
      .where('accessed_at', '=', at('2026-07-30T10:00'))
      .execute()
    const body = await open(`${MIXED_RANGE}&view=download`)
    expect(rowsOf(body)).toEqual([
      ['08/01/2026 11:00', '1', 'Exhibit 1', '192.0.2.9', 'Robot: Bot/1'],
      ['08/01/2026 10:00', '1', 'Exhibit 1', '192.0.2.1', 'Firefox'],
      ['07/30/2026 10:00', '2', 'Exhibit 2', 'erased', 'Firefox'],
      ['07/30/2026 00:00', '1', 'Exhibit 1', '192.0.2.1', 'Firefox'],
      ['07/29/2026 23:59', '2', 'Exhibit 2', 'not recorded', 'Firefox'],
      ['07/28/2026 12:00', '1', 'Exhibit 1', 'not recorded', 'Firefox'],
    ])
    const [, , , erased, , never] = await csv(`${MIXED_RANGE}&view=download`)
    expect([erased?.[3], never?.[3]]).toEqual(['', ''])
  })

  test('pages of single downloads lead on and back and leave none out', async () => {
    const start = at('2026-08-01T00:00')
    // Several of the same moment, so that pages end between them.
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
    expect([link(first, 'prev'), link(third, 'next')]).toEqual(['', ''])
    expect(agents(await openAt(link(third, 'prev'), '', 200))).toEqual(agents(second))
    expect(agents(await openAt(link(second, 'prev'), '', 200))).toEqual(agents(first))
    expect(agents(await open('from=2026-08-01&to=2026-08-01&view=download&after=x'))).toEqual(
      agents(first),
    )
  })

  test('without a range it is the dashboard’s, whose card and list lead here', async () => {
    await server.record([
      ...['2026-09-22T23:59', '2026-09-23T00:00', '2026-11-21T11:59'].map((time) => ({
        accessed_at: Date.parse(`${time}${time < '2026-11' ? '-04:00' : '-05:00'}`),
        client_ip: '192.0.2.1',
      })),
    ])
    const body = await open()
    expect(text(body)).toContain('09/23/2026 to 11/21/2026')
    expect(figure(body, 'downloads')).toBe('2')
    const dashboard = await openAt('/admin', '', 200)
    expect(figure(dashboard, 'downloads-60-days')).toBe('2')
    const link = `${PAGE}?from=2026-09-23&amp;to=2026-11-21`
    expect(dashboard).toContain(`href="${link}"`)
    expect(dashboard).toContain(`href="${link}&amp;document=1"`)
  })

  test('today is the day where the court is', async () => {
    server.time.now = Date.UTC(2026, 7, 2, 3, 59)
    expect(text(await open())).toContain('to 08/01/2026')
    server.time.now = Date.UTC(2026, 7, 2, 4)
    expect(text(await open())).toContain('to 08/02/2026')
  })

  test.each([
    ['from=2026-08-02&to=2026-08-01', 'ends before it begins', '2026-08-02'],
    ['from=2027-01-01&to=2027-01-02', 'lies in the future', '2027-01-01'],
    ['from=2026-02-30', 'There is no such day', '2026-02-30'],
    ['from=x%3Cscript%3E', 'There is no such day', 'x&lt;script>'],
    ['from=2026-08-01&from=2026-08-02', 'Give one day', '2026-08-01'],
    ['to=%00', 'There is no such day', ''],
    ['from[]=1&to=2026-13-01', 'There is no such day', '2026-13-01'],
    ['from=1066-10-14', 'There is no such day', '1066-10-14'],
    ['from=1900-01-01', 'longer than 50 years', '1900-01-01'],
    ['view=week', 'The view is', ''],
    ['robots=maybe', 'Robots are to', ''],
    [`from=${'9'.repeat(5000)}`, 'There is no such day', '99999'],
  ])('refuses %s with the form as it was typed', async (query, reason, typed) => {
    const body = await open(query, 422)
    expect(text(body)).toContain(reason)
    expect(body).toContain(`value="${typed}`)
    expect(figure(body, 'downloads')).toBeUndefined()
    const refused = await server.client.get(`${PAGE}.csv?${query}`, { accept: 'application/json' })
    expect(refused.status).toBe(422)
    expect(refused.headers.get('content-type')).toContain('problem+json')
    expect(JSON.parse(refused.body).errors).toMatchObject({})
  })

  test('the files, to the byte', async () => {
    expect(await csvBytes(MIXED_RANGE)).toBe(
      '\ufeffDate,Downloads,Unique visitors\r\n07/27/2026,0,\r\n07/28/2026,1,\r\n07/29/2026,1,\r\n' +
        '07/30/2026,2,1\r\n07/31/2026,0,0\r\n08/01/2026,2,2\r\n08/02/2026,0,0\r\n',
    )
    expect(await csvBytes(`${MIXED_RANGE}&view=document`)).toBe(
      '\ufeffEntry,Document,Downloads,Unique visitors,Last downloaded\r\n' +
        '1,Exhibit 1,4,2,08/01/2026 11:00\r\n2,Exhibit 2,2,1,07/30/2026 10:00\r\n',
    )
    expect(await csvBytes('from=2026-07-27&to=2026-07-29&view=document')).toBe(
      '\ufeffEntry,Document,Downloads,Unique visitors,Last downloaded\r\n' +
        '1,Exhibit 1,1,,07/28/2026 12:00\r\n2,Exhibit 2,1,,07/29/2026 23:59\r\n',
    )
    expect(await csvBytes('from=2026-07-29&to=2026-07-30&view=download')).toBe(
      '\ufeffDownloaded at,Entry,Document,Visitor IP,User agent\r\n' +
        '07/30/2026 10:00,2,Exhibit 2,192.0.2.1,Firefox\r\n' +
        '07/30/2026 00:00,1,Exhibit 1,192.0.2.1,Firefox\r\n' +
        '07/29/2026 23:59,2,Exhibit 2,,Firefox\r\n',
    )
  })

  test('a user agent is text, neither formula nor markup', async () => {
    const agents = ['=HYPERLINK("http://x")', '@SUM(A1)', '<script>alert(1)</script>', 'a\r\n"b",c']
    const accessed_at = at('2026-08-01T10:00')
    await server.record(agents.map((user_agent) => ({ user_agent, accessed_at })))
    const body = await open('from=2026-08-01&to=2026-08-01&view=download')
    expect(body).not.toContain('<script>alert')
    expect(body).toContain('&lt;script>alert(1)')
    const [, ...rows] = await csv('from=2026-08-01&to=2026-08-01&view=download')
    expect(rows.map((row) => row[4]).toSorted()).toEqual(
      [`'${agents[0]}`, `'${agents[1]}`, agents[2], agents[3]].toSorted(),
    )
  })

  test('the file says what is in it, and is no one else’s to read', async () => {
    const answer = await server.client.get(`${PAGE}.csv?${MIXED_RANGE}&view=document`)
    expect(answer.headers.get('content-disposition')).toContain(
      'document-access-by-document-2026-07-27-to-2026-08-02.csv',
    )
    expect(answer.headers.get('cache-control')).toBe('no-store')
    const stranger = createVisitor(server.origin)
    for (const path of [PAGE, `${PAGE}.csv`]) {
      expect((await stranger.get(path)).status).toBe(303)
    }
  })

  test('headline, table, chart and file agree, whatever was recorded, on the days of the clock change too', async () => {
    const sample = fc.tuple(
      fc.array(randomAccess, { maxLength: 30 }),
      fc.constantFrom('from=2026-03-05&to=2026-03-11', 'from=2026-10-29&to=2026-11-04'),
      fc.constantFrom('', '&robots=exclude', '&document=2'),
    )
    const sum = (rows: (string | undefined)[]) =>
      rows.reduce((total, cell) => total + Number(cell), 0)
    await fc.assert(
      fc.asyncProperty(sample, async ([accesses, range, more]) => {
        await server.record(accesses)
        const body = await open(range + more)
        const downloads = Number(figure(body, 'downloads'))
        const rows = rowsOf(body)
        const [, ...lines] = await csv(range + more)
        expect(rows.length).toBe(7)
        expect(lines).toEqual(rows.map((row) => row.slice(0, 3)))
        expect(sum(rows.map((row) => row[1]))).toBe(downloads)
        const bars = [...body.matchAll(/<title>\d\d\/\d\d\/\d{4}: (\d+) download/g)]
        expect(sum(bars.map((bar) => bar[1]))).toBe(downloads)
        const [, ...documents] = await csv(`${range}${more}&view=document`)
        expect(sum(documents.map((line) => line[2]))).toBe(downloads)
        const [, ...singles] = await csv(`${range}${more}&view=download`)
        expect(singles.length).toBe(downloads)
        const ips = new Set(singles.map((line) => line[3]).filter(Boolean))
        if (ips.size > 0) expect(figure(body, 'unique-visitors')).toBe(String(ips.size))
        else if (downloads > 0) expect(figure(body, 'unique-visitors')).toBeUndefined()
      }),
      { numRuns: 8 },
    )
    expect(DOCUMENTS).toBe(3)
  })

  test('a file of many thousands comes whole, in order', async () => {
    const start = at('2026-08-01T00:00')
    await server.record(
      Array.from({ length: 5200 }, (_, index) => ({ accessed_at: start + index * 10_000 })),
    )
    const [, ...rows] = await csv('from=2026-08-01&to=2026-08-01&view=download')
    expect(rows.length).toBe(5200)
    const times = rows.map((row) => row[0] ?? '')
    expect(times).toEqual(times.toSorted().toReversed())
  })
})
