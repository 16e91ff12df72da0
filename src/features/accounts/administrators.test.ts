import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import {
  type AccountsServer,
  addAdministrator,
  EMAIL,
  newSignedIn,
  newVisitor,
  startAccounts,
} from '../../../test/support/accounts-server.ts'
import type { Database } from '../../platform/database/schema.ts'
import { recordAudit } from './audit.ts'
import { disableAdministrator } from './disable-administrator.ts'
import { lockAdministrators, updateDisabledAt } from './queries.ts'

const OTHER = 'deputy@example.com'

describe.each(['sqlite', 'postgres'] as const)('administrators on %s', (dialect) => {
  let server: AccountsServer
  let otherId: number
  beforeAll(async () => {
    server = await startAccounts(dialect)
    await addAdministrator(server.platform)
    otherId = (await addAdministrator(server.platform, OTHER)).id
  })
  beforeEach(async () => {
    const { db } = server.platform
    await db.deleteFrom('throttles').execute()
    await db.deleteFrom('audit_log').execute()
    await db.updateTable('administrators').set({ disabled_at: null }).execute()
  })
  afterAll(() => server.close())

  const actions = async () =>
    (await server.platform.db.selectFrom('audit_log').selectAll().orderBy('id').execute())
      .filter(({ action }) => action !== 'administrator.signed_in')
      .map(({ actor, action, subject, client_ip }) => [actor, action, subject, client_ip])

  it('are listed, and added with a password that is made and shown once', async () => {
    const visitor = await newSignedIn(server)
    expect((await visitor.get('/admin/admins')).body).toContain(OTHER)
    const answer = await visitor.post('/admin/admins', { email: ' New@Example.com ', password: '' })
    expect(answer.status).toBe(200)
    const password = /data-generated-password[^>]*>([^<]+)</.exec(answer.body)?.[1] ?? ''
    expect(password).toMatch(/^([a-z2-9]{5}-){4}[a-z2-9]{5}$/)
    expect((await visitor.get('/admin/admins')).body).not.toContain(password)
    await newSignedIn(server, { email: 'new@example.com', password })
    expect(await actions()).toEqual([
      [EMAIL, 'administrator.created', 'new@example.com', '192.0.2.7'],
    ])
  })

  it('are added with a typed password, under the same rules', async () => {
    const visitor = await newSignedIn(server)
    await visitor.get('/admin/admins')
    const add = (email: string, password: string) =>
      visitor.post('/admin/admins', { email, password })
    expect(await add('typed@example.com', 'nine gravel lanterns')).toMatchObject({
      status: 303,
      location: '/admin/admins?done=added',
    })
    for (const [email, password, reason] of [
      ['typed@example.com', 'nine gravel lanterns', 'already an administrator'],
      ['TYPED@example.com', '', 'already an administrator'],
      ['next@example.com', 'short', 'at least 15'],
      ['no address', '', 'not an e-mail address'],
    ] as const) {
      const answer = await add(email, password)
      expect(answer.status).toBe(422)
      expect(answer.body).toContain(reason)
      expect(answer.body).toContain(`value="${email}"`)
    }
    expect(await actions()).toHaveLength(1)
  })

  it('a disabled one is out at once and stays out (PROMISES 3)', async () => {
    const visitor = await newSignedIn(server)
    const other = await newSignedIn(server, { email: OTHER })
    await visitor.get('/admin/admins')
    expect(await visitor.post(`/admin/admins/${otherId}/disable`)).toMatchObject({
      status: 303,
      location: '/admin/admins?done=disabled',
    })
    expect((await other.get('/admin/account')).status).toBe(303)
    await expect(newSignedIn(server, { email: OTHER })).rejects.toThrow('401')
    await visitor.post(`/admin/admins/${otherId}/enable`)
    // The old session does not come back with the account.
    expect((await other.get('/admin/account')).status).toBe(303)
    await newSignedIn(server, { email: OTHER })
    expect(await actions()).toEqual([
      [EMAIL, 'administrator.disabled', OTHER, '192.0.2.7'],
      [null, 'administrator.sign_in_failed', OTHER, '192.0.2.7'].with(0, 'not signed in'),
      [EMAIL, 'administrator.enabled', OTHER, '192.0.2.7'],
    ])
  })

  it('the session check refuses a disabled account by itself, too', async () => {
    const other = await newSignedIn(server, { email: OTHER })
    const { db } = server.platform
    await db
      .updateTable('administrators')
      .set({ disabled_at: 1 })
      .where('id', '=', otherId)
      .execute()
    expect((await other.get('/admin/account')).status).toBe(303)
  })

  it('nobody disables oneself, or the last one', async () => {
    const visitor = await newSignedIn(server)
    const { db } = server.platform
    const own = await db
      .selectFrom('administrators')
      .select('id')
      .where('email', '=', EMAIL)
      .executeTakeFirstOrThrow()
    await visitor.get('/admin/admins')
    const oneself = await visitor.post(`/admin/admins/${own.id}/disable`)
    expect(oneself.status).toBe(409)
    expect(oneself.body).toContain('You cannot disable your own account.')
    await db
      .updateTable('administrators')
      .set({ disabled_at: 1 })
      .where('id', '<>', own.id)
      .execute()
    const operator = { administrator: null, clientIp: null }
    await expect(disableAdministrator(server.platform, own.id, operator)).rejects.toThrow(
      'only administrator',
    )
    expect((await visitor.get('/admin/account')).status).toBe(200)
    expect((await visitor.post('/admin/admins/999999/disable')).status).toBe(404)
    expect((await visitor.post('/admin/admins/x/disable')).status).toBe(404)
  })

  it('two who disable each other at once leave one', async () => {
    const { db } = server.platform
    await db
      .updateTable('administrators')
      .set({ disabled_at: 1 })
      .where('email', 'not in', [EMAIL, OTHER])
      .execute()
    const both = await db
      .selectFrom('administrators')
      .selectAll()
      .where('disabled_at', 'is', null)
      .execute()
    const results = await Promise.allSettled(
      both.map(({ id }, index) =>
        disableAdministrator(server.platform, id, {
          administrator: both[1 - index] ?? null,
          clientIp: null,
        }),
      ),
    )
    expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  })

  it('one who is being disabled at this moment no longer counts as remaining', async () => {
    const { db } = server.platform
    const operator = { administrator: null, clientIp: null }
    const pair = db.selectFrom('administrators').select('id').where('email', 'in', [EMAIL, OTHER])
    await db
      .updateTable('administrators')
      .set({ disabled_at: 1 })
      .where('email', 'not in', [EMAIL, OTHER])
      .execute()
    const [first, second] = await pair.execute()
    if (!first || !second) throw new Error('two are needed')
    const locked = Promise.withResolvers<void>()
    const commit = Promise.withResolvers<void>()
    const underWay = db.transaction().execute(async (trx) => {
      await lockAdministrators(trx)
      await updateDisabledAt(trx, first.id, 1)
      locked.resolve()
      await commit.promise
    })
    await locked.promise
    let isSettled = false
    const outcome = disableAdministrator(server.platform, second.id, operator)
      .then(
        () => 'disabled',
        () => 'refused',
      )
      .finally(() => {
        isSettled = true
      })
    // SQLite has one writer; PostgreSQL is let go on only once the second has come to the lock, or past it.
    if (dialect === 'postgres')
      await expect.poll(() => isSettled || isSomeoneWaiting(db)).toBe(true)
    commit.resolve()
    await underWay
    expect(await outcome).toBe('refused')
  })

  it('what they did is in the audit log: who, what, when, from where (PROMISES 7)', async () => {
    const { db, clock } = server.platform
    for (let i = 1; i <= 60; i++) {
      await recordAudit(db, {
        at: Date.UTC(2026, 6, 30, 4, 5),
        administrator: { id: 1, email: EMAIL },
        action: 'entry.created',
        subject: `ECF ${i} <b>\0\ud800`,
        details: 'x'.repeat(5000),
        clientIp: '203.0.113.9',
      })
    }
    await recordAudit(db, {
      at: clock(),
      administrator: null,
      action: 'docket.imported',
      subject: 'njd_1',
      clientIp: null,
    })
    const visitor = await newSignedIn(server)
    const newest = await visitor.get('/admin/audit-log')
    // The newest line is this sign-in.
    expect(newest.body.indexOf('Administrator signed in')).toBeLessThan(
      newest.body.indexOf('Docket imported'),
    )
    expect(newest.body).toContain('command line')
    expect(newest.body).toContain('07/30/2026 00:05')
    expect(newest.body).toContain('Entry created')
    expect(newest.body).toContain('203.0.113.9')
    expect(newest.body).toContain('ECF 60 &lt;b')
    expect(newest.body).not.toContain('ECF 12 &lt;b')
    const older = await visitor.get('/admin/audit-log?page=2')
    expect(older.body).toContain('ECF 12 &lt;b')
    expect(older.body).not.toContain('ECF 60 &lt;b')
    for (const page of ['0', 'x', '99', '1&page=2']) {
      expect((await visitor.get(`/admin/audit-log?page=${page}`)).status).toBe(200)
    }
  })

  it('a change and its line in the log are there together or not at all', async () => {
    const visitor = await newSignedIn(server)
    await visitor.get('/admin/admins')
    const { db } = server.platform
    await db.schema.alterTable('audit_log').renameTo('audit_log_away').execute()
    try {
      const answer = await visitor.post('/admin/admins', {
        email: 'lost@example.com',
        password: '',
      })
      expect(answer.status).toBe(500)
      expect((await visitor.post(`/admin/admins/${otherId}/disable`)).status).toBe(500)
    } finally {
      await db.schema.alterTable('audit_log_away').renameTo('audit_log').execute()
    }
    const rows = await db.selectFrom('administrators').selectAll().execute()
    expect(rows.find(({ email }) => email === 'lost@example.com')).toBeUndefined()
    expect(rows.find(({ email }) => email === OTHER)?.disabled_at).toBeNull()
  })

  it('pages need an administrator', async () => {
    const stranger = await newVisitor(server)
    for (const path of [
      '/admin/account',
      '/admin/admins',
      '/admin/audit-log',
      '/admin/account/two-factor',
    ]) {
      expect((await stranger.get(path)).location).toMatch(/^\/admin\/login/)
    }
    expect((await stranger.post('/admin/admins', { email: 'x@example.com' })).location).toBe(
      '/admin/login',
    )
  })
})

async function isSomeoneWaiting(db: Database): Promise<boolean> {
  const { rows } = await sql`select 1 from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`.execute(db)
  return rows.length > 0
}
