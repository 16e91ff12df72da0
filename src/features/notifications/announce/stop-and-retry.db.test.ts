import { describe, expect, test } from 'vitest'
import {
  readLog,
  readStates,
  unsubscribe,
  untilFinished,
} from '../../../../test/support/delivery.ts'
import { LIVE, openNotifications } from '../../../../test/support/notifications-server.ts'
import { shownText } from '../../../../test/support/shown-text.ts'

/** Five recipients: two have it, one is uncertain, two are waiting. */
async function openHalfSent(dialect: 'sqlite' | 'postgres') {
  const server = await openNotifications(dialect, LIVE, 5)
  const place = (await server.client.post(server.path)).location ?? ''
  const set = (number: number, state: 'sent' | 'uncertain') =>
    server.platform.db
      .updateTable('deliveries')
      .set({ state })
      .where('recipient', '=', `reader${number}@example.org`)
      .execute()
  await Promise.all([set(0, 'sent'), set(1, 'sent'), set(2, 'uncertain')])
  return { ...server, place, id: Number(place.split('/').at(-1)) }
}

describe.each(['sqlite', 'postgres'] as const)('the Stop button on %s', (dialect) => {
  test('asks once, saying how many have it and how many will not; then it ends', async () => {
    const { client, platform, worker, place, id } = await openHalfSent(dialect)
    expect((await client.get(place)).body).toContain(`href="${place}/stop"`)
    const stopPage = await client.get(`${place}/stop`)
    expect(stopPage.status).toBe(200)
    expect(shownText(stopPage.body)).toContain(
      '2 recipients have the message, 1 more may have it, and 2 will not get it',
    )
    expect(stopPage.body).toContain(`method="post" action="${place}/stop"`)
    expect(Object.values(await readStates(platform))).not.toContain('skipped')

    const stopped = await client.post(`${place}/stop`)
    expect([stopped.status, stopped.location]).toEqual([303, place])
    expect(shownText((await client.get(place)).body)).toContain('The notification was stopped.')
    expect((await client.post(`${place}/stop`)).status).toBe(303)
    expect((await client.get(`${place}/stop`)).status).toBe(303)

    worker.start()
    await untilFinished(platform, id)
    const page = await client.get(place)
    expect(page.body).not.toContain(`href="${place}/stop"`)
    expect(shownText(page.body)).toContain('Skipped 0 Stopped by an administrator')
    expect(shownText(page.body)).toContain('Stopped by an administrator. Sent to 3: ')
    expect(page.body).toContain('data-count="skipped">2<')
    const csv = await client.get(`${place}.csv`)
    expect(csv.body).toContain('"skipped",0,"Stopped by an administrator"')
    expect(shownText((await client.get('/admin/notifications')).body)).toContain('Stopped')
    const log = await platform.db.selectFrom('audit_log').selectAll().orderBy('id').execute()
    expect(log.filter(({ action }) => action === 'notification.stopped')).toMatchObject([
      {
        actor: 'clerk@example.com',
        details: `notification ${id}: 2 recipients have the message, 1 more may have it, and 2 will not get it`,
      },
    ])
  })
})

describe.each(['sqlite', 'postgres'] as const)('a retry that is called off on %s', (dialect) => {
  const reply = 'The mail server stopped answering after the message was handed over'

  test.each([
    ['by the Stop button', 'Stopped by an administrator'],
    ['because they left', 'Unsubscribed before the message was sent'],
  ])('%s keeps in the log that the message may have arrived', async (_, reason) => {
    const { client, platform, worker, place, id } = await openHalfSent(dialect)
    const { db } = platform
    await db.updateTable('deliveries').set({ state: 'uncertain', server_reply: reply }).execute()
    await db.updateTable('notifications').set({ finished_at: 1 }).execute()
    expect((await client.post(`${place}/retry`, { state: 'uncertain' })).status).toBe(303)
    if (reason.startsWith('Stopped')) await client.post(`${place}/stop`)
    else await unsubscribe(platform, ...Object.keys(await readLog(platform)))
    worker.start()
    await untilFinished(platform, id)
    const log = Object.values(await readLog(platform))
    expect(new Set(log.map(({ server_reply }) => server_reply))).toEqual(
      new Set([`${reason}; before: ${reply}`]),
    )
  })
})

describe('the Stop button', () => {
  test('one that has ended is not stopped', async () => {
    const { client, platform, place } = await openHalfSent('sqlite')
    await platform.db.updateTable('notifications').set({ finished_at: 1 }).execute()
    expect((await client.post(`${place}/stop`)).status).toBe(409)
    expect((await client.post('/admin/notifications/999/stop')).status).toBe(404)
    expect((await client.post(`${place}/stop`, { _csrf: 'forged' })).status).toBe(403)
  })

  test('an uncertain one can be sent once more afterwards, alone, while the entry is public', async () => {
    const { client, platform, worker, entryId, place, id } = await openHalfSent('sqlite')
    await client.post(`${place}/stop`)
    expect((await client.post(`${place}/retry`, { state: 'uncertain' })).status).toBe(409)
    worker.start()
    await untilFinished(platform, id)
    const setStatus = (status: 'draft' | 'published') =>
      platform.db.updateTable('entries').set({ status }).where('id', '=', entryId).execute()
    await setStatus('draft')
    expect((await client.post(`${place}/retry`, { state: 'uncertain' })).status).toBe(409)
    await setStatus('published')
    expect((await client.post(`${place}/retry`, { state: 'uncertain' })).status).toBe(303)
    await untilFinished(platform, id)
    expect(Object.values(await readStates(platform))).toEqual([
      'sent',
      'sent',
      'sent',
      'skipped',
      'skipped',
    ])
  })
})
