import { describe, expect, test } from 'vitest'
import { announce, readLog, readStates, unsubscribe } from '../../../../test/support/delivery.ts'
import { LIVE, openNotifications } from '../../../../test/support/notifications-server.ts'
import { shownText } from '../../../../test/support/shown-text.ts'

describe.each(['sqlite', 'postgres'] as const)('sending deliveries again on %s', (dialect) => {
  test('a retry is chosen by state or by line, and is in the audit log', async () => {
    const { client, platform, path } = await openNotifications(dialect, LIVE, 5)
    const place = (await client.post(path)).location ?? ''
    const { db } = platform
    const set = (number: number, state: 'failed' | 'uncertain' | 'sent') =>
      db
        .updateTable('deliveries')
        .set({ state })
        .where('recipient', '=', `reader${number}@example.org`)
        .execute()
    for (const number of [0, 1]) await set(number, 'failed')
    for (const number of [2, 3]) await set(number, 'uncertain')
    await set(4, 'sent')
    await db.updateTable('notifications').set({ finished_at: 1 }).execute()

    const none = await client.post(`${place}/retry`)
    expect(none.status).toBe(422)
    expect(shownText(none.body)).toContain('Select at least one failed or uncertain delivery')
    const log = await readLog(platform)
    const ids = [1, 4].map((number) => log[`reader${number}@example.org`]?.id)
    const sentOnly = await client.post(`${place}/retry`, { delivery: String(ids[1]) })
    expect(sentOnly.status).toBe(422)

    expect((await client.post(`${place}/retry`, { delivery: String(ids[0]) })).status).toBe(303)
    expect(Object.values(await readStates(platform))).toEqual([
      'failed',
      'queued',
      'uncertain',
      'uncertain',
      'sent',
    ])
    expect((await client.post(`${place}/retry`, { state: 'uncertain' })).status).toBe(303)
    expect(Object.values(await readStates(platform))).toEqual([
      'failed',
      'queued',
      'queued',
      'queued',
      'sent',
    ])
    const actions = await db.selectFrom('audit_log').select('action').orderBy('id').execute()
    expect(
      actions.map(({ action }) => action).filter((action) => /retried/.test(action)),
    ).toHaveLength(2)
    expect((await client.get(place)).body).toContain('data-live-url')
  })

  test('a retry leaves the lines of those who have unsubscribed as they are', async () => {
    const { client, platform, path } = await openNotifications(dialect, LIVE, 2)
    const place = (await client.post(path)).location ?? ''
    await platform.db.updateTable('deliveries').set({ state: 'uncertain' }).execute()
    await platform.db.updateTable('notifications').set({ finished_at: 1 }).execute()
    await unsubscribe(platform, 'reader0@example.org')
    expect((await client.post(`${place}/retry`, { state: 'uncertain' })).status).toBe(303)
    expect(Object.values(await readStates(platform))).toEqual(['uncertain', 'queued'])
    await unsubscribe(platform, 'reader1@example.org')
    await platform.db.updateTable('deliveries').set({ state: 'uncertain' }).execute()
    const nobody = await client.post(`${place}/retry`, { state: 'uncertain' })
    expect(nobody.status).toBe(422)
    expect(shownText(nobody.body)).toContain('to someone who is still subscribed')
  })

  test('a retry waits for another notification of the entry', async () => {
    const { client, platform, entryId, path } = await openNotifications(dialect, LIVE)
    const place = (await client.post(path)).location ?? ''
    await platform.db.updateTable('deliveries').set({ state: 'failed' }).execute()
    await platform.db.updateTable('notifications').set({ finished_at: 1 }).execute()
    await announce(platform, entryId, true)
    const refused = await client.post(`${place}/retry`, { state: 'failed' })
    expect(refused.status).toBe(409)
    expect(shownText(refused.body)).toContain('is still being sent')
  })
})
