import { sql } from 'kysely'
import { beforeAll, expect, it } from 'vitest'
import {
  addAdministrator,
  EMAIL,
  newSignedIn,
  PASSWORD,
} from '../../../../test/support/accounts-server.ts'
import { actionsOf, eachAccountsServer } from '../../../../test/support/each-accounts-server.ts'
import type { Database } from '../../../platform/database/schema.ts'
import { lockAdministrators, updateDisabledAt } from '../queries.ts'
import { disableAdministrator } from './administrators.ts'

const OTHER = 'deputy@example.com'

const OWN = { current_password: PASSWORD }

eachAccountsServer('disabling administrators', (server, dialect) => {
  let otherId: number
  beforeAll(async () => {
    otherId = (await addAdministrator(server.platform, OTHER)).id
  })

  it('a disabled one is out at once and stays out (PROMISES 3)', async () => {
    const visitor = await newSignedIn(server)
    const other = await newSignedIn(server, { email: OTHER })
    await visitor.get('/admin/admins')
    expect(await visitor.post(`/admin/admins/${otherId}/disable`, OWN)).toMatchObject({
      status: 303,
      location: '/admin/admins?done=disabled',
    })
    expect((await other.get('/admin/account')).status).toBe(303)
    await expect(newSignedIn(server, { email: OTHER })).rejects.toThrow('401')
    await visitor.post(`/admin/admins/${otherId}/enable`, OWN)
    // Enabling the account does not revive the old session.
    expect((await other.get('/admin/account')).status).toBe(303)
    await newSignedIn(server, { email: OTHER })
    expect(await actionsOf(server)).toEqual([
      [EMAIL, 'administrator.disabled', OTHER, '192.0.2.7'],
      [null, 'administrator.sign_in_failed', OTHER, '192.0.2.7'].with(0, 'not signed in'),
      [EMAIL, 'administrator.enabled', OTHER, '192.0.2.7'],
    ])
  })

  it('the session check alone also refuses a disabled account', async () => {
    const other = await newSignedIn(server, { email: OTHER })
    const { db } = server.platform
    await db
      .updateTable('administrators')
      .set({ disabled_at: 1 })
      .where('id', '=', otherId)
      .execute()
    expect((await other.get('/admin/account')).status).toBe(303)
  })

  it('no one can disable themselves, or the last administrator', async () => {
    const visitor = await newSignedIn(server)
    const { db } = server.platform
    const own = await db
      .selectFrom('administrators')
      .select('id')
      .where('email', '=', EMAIL)
      .executeTakeFirstOrThrow()
    await visitor.get('/admin/admins')
    const oneself = await visitor.post(`/admin/admins/${own.id}/disable`, OWN)
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
    expect((await visitor.post('/admin/admins/999999/disable', OWN)).status).toBe(404)
    expect((await visitor.post('/admin/admins/x/disable', OWN)).status).toBe(404)
  })

  it('two who disable each other at once leave one', async () => {
    const { db } = server.platform
    const both = await db.selectFrom('administrators').selectAll().execute()
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
    const [first, second] = await db.selectFrom('administrators').select('id').execute()
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
    // SQLite has one writer; on PostgreSQL the first continues only once the second has reached or passed the lock.
    if (dialect === 'postgres')
      await expect.poll(() => isSettled || isSomeoneWaiting(db)).toBe(true)
    commit.resolve()
    await underWay
    expect(await outcome).toBe('refused')
  })
})

async function isSomeoneWaiting(db: Database): Promise<boolean> {
  const { rows } = await sql`select 1 from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`.execute(db)
  return rows.length > 0
}
