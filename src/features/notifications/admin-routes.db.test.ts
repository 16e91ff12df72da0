import { describe, expect, test } from 'vitest'
import { addEntry } from '../../../test/support/delivery.ts'
import { addAccesses, addDocument } from '../../../test/support/expected-figures.ts'
import { LIVE, openNotifications, TESTING } from '../../../test/support/notifications-server.ts'
import { shownText } from '../../../test/support/shown-text.ts'
import type { DialectName } from '../../platform/database/dialect.ts'
import { countSetAside, countUnknownReport, markMailbox } from './bounces/queries.ts'
import { savePause } from './deliver/worker-queries.ts'

/** With a notification that waits to be sent; `pageUrl` is its page. */
async function openQueued(
  dialect: DialectName,
  environment: Record<string, string> = LIVE,
  subscribers = 3,
) {
  const server = await openNotifications(dialect, environment, subscribers)
  const pageUrl = (await server.client.post(server.path)).location ?? ''
  const deliveries = server.platform.db.updateTable('deliveries')
  return { ...server, pageUrl, deliveries }
}

describe.each(['sqlite', 'postgres'] as const)('the page of a notification on %s', (dialect) => {
  test('without a mail server the message can be opened from the log', async () => {
    const { client, pageUrl, finish } = await openQueued(dialect, LIVE, 1)
    await finish(pageUrl)
    const { body } = await client.get(pageUrl)
    const [, link = ''] = /href="(\/admin\/deliveries\/\d+\/message)"/.exec(body) ?? []
    const message = await client.get(link)
    expect(message.headers.get('content-type')).toBe('message/rfc822')
    const disposition = message.headers.get('content-disposition')
    expect(disposition).toMatch(/^attachment; filename="?delivery-\d+\.eml/)
    expect(message.body).toContain('To: reader0@example.org')
  })

  test('the log can be searched by recipient, page by page', async () => {
    const { client, deliveries, pageUrl } = await openQueued(dialect, LIVE, 130)
    const fail = (server_reply: string) =>
      deliveries
        .set({ state: 'failed', server_reply })
        .where('recipient', '=', 'reader77@example.org')
        .execute()
    await fail('550 <script>alert(1)</script>')
    const rows = (html: string) => html.match(/reader\d+@example\.org(?!<\/span>)/g)?.length ?? 0
    const first = await client.get(pageUrl)
    expect(rows(first.body)).toBe(100)
    expect(shownText(first.body)).toMatch(/Updated at\s+reader77@example\.org/)
    const [, link = ''] = /<a href="([^"]+)">Remove this address/.exec(first.body) ?? []
    expect(shownText((await client.get(link)).body)).toContain('reader77@example.org')
    await fail('550 5.7.1 blocked')
    expect((await client.get(pageUrl)).body).not.toContain('Remove this address')
    expect(rows((await client.get(`${pageUrl}?page=2`)).body)).toBe(30)
    expect(first.body).not.toContain('<script>alert')
    expect(rows((await client.get(`${pageUrl}?q=READER12`)).body)).toBe(11)
    const long = `q=${'x'.repeat(5000)}`
    for (const odd of ['page=-1', 'page=99', 'q=%00%25_', long])
      expect((await client.get(`${pageUrl}?${odd}`)).status).toBe(200)
  })

  test('in testing mode the page of a notification to subscribers says that it is paused', async () => {
    const { client, platform, pageUrl } = await openQueued(dialect, TESTING)
    await platform.db.updateTable('notifications').set({ mode: 'live' }).execute()
    const page = await client.get(pageUrl)
    expect(shownText(page.body)).toContain('Paused: the service is in testing mode')
    expect(page.body).not.toContain('data-live-url')
  })

  test('the list says why returned mail is not read, and what was not ours', async () => {
    const { client, platform } = await openNotifications(dialect, LIVE)
    const list = async () => shownText((await client.get('/admin/notifications')).body)
    expect(await list()).not.toMatch(/Returned mail|never sent|Set aside/)
    await markMailbox(platform.db, 'The mailbox cannot be read: no route', 0)
    for (const _ of [1, 2]) await countUnknownReport(platform.db)
    await countSetAside(platform.db)
    expect(await list()).toMatch(/Returned mail has not been read since .*: ?.*no route/s)
    expect(await list()).toContain('Ignored: 2 reports about mail this site never sent.')
    expect(await list()).toContain('Set aside: 1 returned message that could not be read.')
  })

  test('the page has the last answer of a server in trouble', async () => {
    const { client, platform, deliveries, pageUrl } = await openQueued(dialect)
    const until = Date.UTC(2026, 6, 30, 16, 5)
    const reply = 'Nothing accepts mail at localhost:25'
    await savePause(platform.db, { until, reply })
    await deliveries.set({ state: 'deferred', next_attempt_at: until }).execute()
    const { body } = await client.get(pageUrl)
    expect(body).toContain(`data-live-url="${pageUrl}.json"`)
    const page = shownText(body)
    expect(page).toContain('The last reply was: Nothing accepts mail at localhost:25')
    expect(page).toContain('The next attempt is at 07/30/2026, 12:05 PM. If this lasts, tell')
    const finished = async (query: string) =>
      JSON.parse((await client.get(`${pageUrl}.json${query}`)).body).finished
    expect(await finished('')).toBe(false)
    expect(await finished('?until=attempted')).toBe(true)
  })

  test('the downloads of the 72 hours after are on its page, those of the entry alone', async () => {
    const { client, platform, entryId, pageUrl } = await openQueued(dialect)
    const other = await addEntry(platform.db, { title: 'Another' })
    const { created_at: start } = await platform.db
      .selectFrom('notifications')
      .select('created_at')
      .executeTakeFirstOrThrow()
    const hour = 3_600_000
    await addDocument(platform.db, 1, entryId)
    await addDocument(platform.db, 2, other)
    const moments = [start - 1, start, start + 71 * hour, start + 72 * hour]
    const downloads = moments.map((accessed_at) => ({ accessed_at }))
    await addAccesses(platform.db, [...downloads, { document_id: 2, accessed_at: start }])
    const { body } = await client.get(pageUrl)
    expect(body).toContain('data-figure="downloads-72-hours">2<')
    expect(shownText(body)).toMatch(
      /in the 72 hours after it was started, bots included \(so far; counting until \d/,
    )
  })
})
