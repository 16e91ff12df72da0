import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { addAdministrator, newSignedIn } from '../../../test/support/accounts-server.ts'
import { addNotification } from '../../../test/support/add-notification.ts'
import { eachServer } from '../../../test/support/each-server.ts'
import { addDocuments } from '../../../test/support/expected-figures.ts'
import { shownText } from '../../../test/support/shown-text.ts'
import { startServer } from '../../../test/support/start-server.ts'
import type { DialectName } from '../../platform/database/dialect.ts'
import { savePause } from '../notifications/deliver/worker-queries.ts'

const TOKEN = 'a token of at least sixteen characters'

async function start(dialect: DialectName) {
  const server = await startServer(dialect, { METRICS_TOKEN: TOKEN })
  await addDocuments(server.platform.db, 1)
  await addAdministrator(server.platform)
  return { ...server, client: await newSignedIn(server) }
}

eachServer('/metrics', start, (server) => {
  const get = (headers: Record<string, string> = {}) =>
    fetch(`${server.origin}/metrics`, { headers })

  test('answers programs on this machine, and whoever shows the token; others get a 404', async () => {
    expect((await get()).status).toBe(200)
    const visitor = { 'x-forwarded-for': '192.0.2.7' }
    const bearer = (token: string) => ({ ...visitor, authorization: `Bearer ${token}` })
    expect((await get({ 'x-forwarded-for': '127.0.0.1' })).status).toBe(200)
    expect((await get(bearer(TOKEN))).status).toBe(200)
    for (const headers of [
      ...[visitor, bearer(''), bearer('undefined'), bearer(`${TOKEN}x`)],
      { ...visitor, authorization: TOKEN },
      { 'x-forwarded-for': '127.0.0.1, 192.0.2.7' },
      { 'x-forwarded-for': 'unknown' },
      { 'x-real-ip': '192.0.2.7' },
    ])
      expect((await get(headers)).status, JSON.stringify(headers)).toBe(404)
  })

  test('has requests by route and status, and the state of mail, backups, and documents', async () => {
    const { db, config } = server.platform
    const now = server.time.now
    const id = await addNotification(db, 1, { created_at: now, finished_at: null })
    const line = { notification_id: id, token: '', attempts: 0, server_reply: '', message_id: '' }
    const rows = (['queued', 'deferred', 'sent'] as const).map((state, index) => ({
      ...{ ...line, state, recipient: `${index}@example.com` },
      ...{ next_attempt_at: 0, created_at: now - 60_000 * index, updated_at: 1 },
    }))
    await db.insertInto('deliveries').values(rows).execute()
    const note = JSON.stringify({ finished_at: '2026-07-20T03:00:00Z' })
    writeFileSync(join(config.dataDir, 'last-backup.json'), note)
    await savePause(db, { until: 0, reply: '421 try later' })
    await fetch(`${server.origin}/entries/999`)
    await fetch(`${server.origin}/no/such/address`)
    const response = await get()
    expect(response.headers.get('content-type')).toMatch(/^text\/plain; version=0\.0\.4/)
    const lines = (await response.text()).split('\n')
    for (const expected of [
      'docket_http_request_seconds_count{route="/entries/:id",status="404"} 1',
      'docket_http_request_seconds_count{route="none",status="404"} 1',
      'docket_downloads_total 0',
      'docket_deliveries{state="queued"} 1',
      'docket_deliveries{state="bounced"} 0',
      'docket_delivery_queue_age_seconds 60',
      'docket_mail_paused 1',
      `docket_last_backup_timestamp_seconds ${Date.UTC(2026, 6, 20, 3) / 1000}`,
      'docket_documents_missing 0',
      'docket_recognition_waiting_pages 0',
    ])
      expect(lines).toContain(expected)
    await savePause(db, undefined)
  })

  test('the dashboard and the body of /readyz say that the last backup is too old', async () => {
    const text = shownText((await server.client.get('/admin')).body)
    const sentence = /For the server’s operator: backup: the last backup ended \d+ hours ago: run/
    expect(text).toMatch(sentence)
    const ready = await fetch(`${server.origin}/readyz`)
    expect(ready.status).toBe(200)
    expect(await ready.json()).toEqual({ status: 'ok', warnings: ['backup'] })
  })
})
