import { connect } from 'node:net'
import { describe, expect, it } from 'vitest'
import { inDatabaseOf } from '../support/database-of.ts'
import { runningSite } from '../support/running-site.ts'
import { startThreeEntries } from '../support/three-entries.ts'

interface AccessRow {
  document_id: number
  client_ip: string | null
  user_agent: string
  is_robot: number
}

const site = runningSite(startThreeEntries)

const accesses = () =>
  inDatabaseOf(
    site.docket.folder,
    (db): Promise<AccessRow[]> =>
      db.selectFrom('document_accesses').selectAll().orderBy('id').execute(),
  )

/** The records that `work` leaves, after a pause in which an unwanted one would appear. */
async function recordsOf(work: () => Promise<unknown>, expected: number): Promise<AccessRow[]> {
  const before = (await accesses()).length
  await work()
  if (expected > 0) await expect.poll(async () => (await accesses()).length - before).toBe(expected)
  else await new Promise((resolve) => setTimeout(resolve, 300))
  return (await accesses()).slice(before)
}

const download = (headers: Record<string, string> = {}, method = 'GET') =>
  fetch(`${site.docket.url}/api/documents/1/download`, { method, headers }).then(
    async (response) => {
      await response.arrayBuffer()
      return response
    },
  )

describe('what counts as a download', () => {
  it.each<[string, Record<string, string>, number, number]>([
    ['a whole file', {}, 200, 1],
    ['a range before the last byte', { range: 'bytes=0-1023' }, 206, 0],
  ])('%s', async (name, headers, status, count) => {
    const client = { ...headers, 'user-agent': encodeURI(name) }
    const rows = await recordsOf(
      async () => expect((await download(client)).status).toBe(status),
      count,
    )
    expect(rows).toHaveLength(count)
  })

  it('a prefetch whose reader then finds it unchanged, once; its user agent is read as UTF-8', async () => {
    const client = { 'user-agent': Buffer.from('Café').toString('latin1') }
    const rows = await recordsOf(async () => {
      const ahead = await download({ ...client, 'sec-purpose': 'prefetch' })
      const reader = { ...client, 'if-none-match': ahead.headers.get('etag') ?? '' }
      for (let times = 0; times < 2; times += 1) expect((await download(reader)).status).toBe(304)
    }, 1)
    expect(rows.map(({ user_agent }) => user_agent)).toEqual(['Café'])
  })

  it('six requests for several ranges, as one view', async () => {
    const ranges = { range: 'bytes=0-9,100-109', 'user-agent': 'Adobe' }
    const rows = await recordsOf(async () => {
      for (let times = 0; times < 6; times += 1) expect((await download(ranges)).status).toBe(200)
    }, 1)
    expect(rows).toHaveLength(1)
  })

  it('not a transfer that the visitor breaks off', async () => {
    const rows = await recordsOf(
      () =>
        new Promise<void>((resolve) => {
          const { port, hostname } = new URL(site.docket.url)
          const socket = connect(Number(port), hostname)
          socket.write('GET /api/documents/2/download HTTP/1.1\r\nHost: x\r\n\r\n')
          socket.once('data', () => {
            socket.destroy()
            resolve()
          })
        }),
      0,
    )
    expect(rows).toHaveLength(0)
  })

  it.each([
    ['the right-most untrusted address', '203.0.113.9, 198.51.100.7, 127.0.0.3', '198.51.100.7'],
    ['nothing that is no address', 'unknown', null],
  ])('with %s as the visitor', async (_, forwarded, ip) => {
    const [row] = await recordsOf(
      () => download({ 'x-forwarded-for': forwarded, 'user-agent': 'Googlebot/2.1' }),
      1,
    )
    expect(row).toMatchObject({
      document_id: 1,
      client_ip: ip,
      user_agent: 'Googlebot/2.1',
      is_robot: 1,
    })
  })
})
