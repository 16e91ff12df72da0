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

/** The records that `work` leaves. */
async function recordsOf(work: () => Promise<unknown>): Promise<AccessRow[]> {
  const before = (await accesses()).length
  await work()
  await expect.poll(async () => (await accesses()).length).toBeGreaterThan(before)
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
  it('a whole file, and nothing else', async () => {
    const rows = await recordsOf(async () => {
      expect((await download({ range: 'bytes=0-1023' })).status).toBe(206)
      expect((await download()).status).toBe(200)
    })
    expect(rows).toHaveLength(1)
  })

  it('a reader once, who fetches ranges from the middle for longer than half an hour', async () => {
    const reader = { 'user-agent': 'Slow reader' }
    const pass = (minutes: number) =>
      inDatabaseOf(site.docket.folder, (db) =>
        db
          .updateTable('download_chains')
          .set(({ eb }) => ({ last_at: eb('last_at', '-', minutes * 60_000) }))
          .execute(),
      )
    const newest = () =>
      inDatabaseOf(site.docket.folder, (db) =>
        db
          .selectFrom('download_chains')
          .select(({ fn }) => fn.max('last_at').as('at'))
          .executeTakeFirstOrThrow(),
      )
    const rows = await recordsOf(async () => {
      await download({ ...reader, range: 'bytes=-10' })
      await pass(20)
      const before = Number((await newest()).at)
      await download({ ...reader, range: 'bytes=0-9' })
      await expect.poll(async () => Number((await newest()).at)).toBeGreaterThan(before)
      await pass(20)
      await download({ ...reader, range: 'bytes=-10' })
    })
    expect(rows).toHaveLength(1)
  })

  it('a prefetch whose reader then finds it unchanged, once; its user agent is read as UTF-8', async () => {
    const client = { 'user-agent': Buffer.from('Café').toString('latin1') }
    const rows = await recordsOf(async () => {
      const ahead = await download({ ...client, 'sec-purpose': 'prefetch' })
      const reader = { ...client, 'if-none-match': ahead.headers.get('etag') ?? '' }
      for (let times = 0; times < 2; times += 1) expect((await download(reader)).status).toBe(304)
    })
    expect(rows.map(({ user_agent }) => user_agent)).toEqual(['Café'])
  })

  it.each([
    ['the right-most untrusted address', '203.0.113.9, 198.51.100.7, 127.0.0.3', '198.51.100.7'],
    ['nothing that is no address', 'unknown', null],
  ])('with %s as the visitor', async (_, forwarded, ip) => {
    const headers = { 'x-forwarded-for': forwarded, 'user-agent': 'Googlebot/2.1' }
    const [row] = await recordsOf(() => download(headers))
    expect(row).toMatchObject({
      document_id: 1,
      client_ip: ip,
      user_agent: 'Googlebot/2.1',
      is_robot: 1,
    })
  })
})
