import { beforeEach, expect, it } from 'vitest'
import { eachDatabase } from '../../../test/support/each-database.ts'
import { returnToThrottle } from '../../platform/database/throttle.ts'
import { countAuditLog, listAuditLog, recordAudit } from './audit-log/queries.ts'
import {
  claimSignIn,
  countActiveAdministrators,
  countUnusedRecoveryCodes,
  findAdministrator,
  findAdministratorByEmail,
  hasAdministrators,
  insertAdministrator,
  insertFirstRunCode,
  isFirstRunCode,
  listAdministrators,
  lockAdministrators,
  removeFirstRunCodes,
  replaceRecoveryCodes,
  takeFirstRunCode,
  turnOffTotp,
  turnOnTotp,
  updateDisabledAt,
  updatePassword,
  useRecoveryCode,
} from './queries.ts'
import {
  findSession,
  insertSession,
  listSessions,
  markSessionSeen,
  removeEndedSessions,
  removeSession,
  removeSessions,
} from './sessions/session-queries.ts'

const NOW = 1_800_000_000_000
const TIMES = { sessionIdleMs: 1000, sessionMaxMs: 10_000 }

eachDatabase('the queries of accounts', (database) => {
  beforeEach(async () => {
    for (const table of [
      'sessions',
      'recovery_codes',
      'administrators',
      'throttles',
      'audit_log',
    ] as const) {
      await database.db.deleteFrom(table).execute()
    }
  })

  const stored = (passwordHash: string, isGenerated = false) => ({ passwordHash, isGenerated })

  const add = async (email = 'a@example.com') => {
    const administrator = await insertAdministrator(database.db, { email, ...stored('hash') }, NOW)
    if (!administrator) throw new Error('there already')
    return administrator
  }

  const addSession = (
    id_hash: string,
    administrator_id: number,
    created_at = NOW,
    last_seen_at = created_at,
  ) =>
    insertSession(database.db, {
      id_hash,
      administrator_id,
      created_at,
      last_seen_at,
      client_ip: null,
      user_agent: '',
    })

  it('keeps one administrator’s account for an address', async () => {
    const { db } = database
    expect(await hasAdministrators(db)).toBe(false)
    const { id } = await add()
    expect(
      await insertAdministrator(db, { email: 'a@example.com', ...stored('other') }, NOW),
    ).toBeUndefined()
    expect(await hasAdministrators(db)).toBe(true)
    expect(await findAdministrator(db, id)).toMatchObject({
      email: 'a@example.com',
      password_hash: 'hash',
    })
    expect((await findAdministratorByEmail(db, 'a@example.com'))?.id).toBe(id)
    expect(await findAdministratorByEmail(db, 'b@example.com')).toBeUndefined()
  })

  it('counts and lists them, disabled ones apart', async () => {
    const { db } = database
    const { id } = await add('b@example.com')
    await add('a@example.com')
    await turnOnTotp(db, id, { sealed: 'SECRET', step: 1 })
    await updateDisabledAt(db, id, NOW)
    await lockAdministrators(db)
    expect(await countActiveAdministrators(db)).toBe(1)
    expect(await listAdministrators(db)).toMatchObject([
      { email: 'a@example.com', has_two_factor: false, disabled_at: null, created_at: NOW },
      { email: 'b@example.com', has_two_factor: true, disabled_at: NOW },
    ])
    await updateDisabledAt(db, id, null)
    expect(await countActiveAdministrators(db)).toBe(2)
  })

  it('changes the password that was verified, no later one', async () => {
    const { db } = database
    const before = await add()
    expect(await updatePassword(db, before, { ...stored('second', true), now: NOW + 1 })).toBe(true)
    expect(await updatePassword(db, before, { ...stored('third'), now: NOW + 2 })).toBe(false)
    expect(await findAdministrator(db, before.id)).toMatchObject({
      password_hash: 'second',
      password_is_generated: 1,
      password_changed_at: NOW + 1,
    })
  })

  it('claims a sign-in of the account as it was read, each step once', async () => {
    const { db } = database
    const plain = await add()
    expect(await claimSignIn(db, plain, null)).toBe(true)
    expect(await turnOnTotp(db, plain.id, { sealed: 'SECRET', step: 5 })).toBe(true)
    expect(await turnOnTotp(db, plain.id, { sealed: 'ANOTHER', step: 6 })).toBe(false)
    expect(await claimSignIn(db, plain, null)).toBe(false)
    const account = await findAdministrator(db, plain.id)
    if (!account) throw new Error('not there')
    expect(await claimSignIn(db, account, 5)).toBe(false)
    expect(await claimSignIn(db, account, 6)).toBe(true)
    expect(await claimSignIn(db, account, 6)).toBe(false)
    expect(await claimSignIn(db, account, null)).toBe(true)
    expect((await findAdministrator(db, plain.id))?.totp_last_step).toBe(6)
    // Used while the clock was 400 days ahead.
    expect(await claimSignIn(db, account, 1_152_006)).toBe(true)
    expect(await claimSignIn(db, account, 8)).toBe(true)
    expect(await claimSignIn(db, account, 6)).toBe(false)
    expect(await claimSignIn(db, { ...account, password_hash: 'old' }, 9)).toBe(false)
    await updateDisabledAt(db, plain.id, NOW)
    expect(await claimSignIn(db, account, 9)).toBe(false)
    await turnOffTotp(db, plain.id)
    expect(await findAdministrator(db, plain.id)).toMatchObject({
      totp_secret: null,
      totp_last_step: null,
    })
  })

  it('uses a recovery code once, and only its owner’s', async () => {
    const { db } = database
    const { id } = await add()
    const other = await add('b@example.com')
    await replaceRecoveryCodes(db, id, ['one', 'two'])
    expect(await useRecoveryCode(db, other.id, { codeHash: 'one', now: NOW })).toBe(false)
    expect(await useRecoveryCode(db, id, { codeHash: 'one', now: NOW })).toBe(true)
    expect(await useRecoveryCode(db, id, { codeHash: 'one', now: NOW })).toBe(false)
    expect(await countUnusedRecoveryCodes(db, id)).toBe(1)
    await replaceRecoveryCodes(db, id, ['three'])
    expect(await useRecoveryCode(db, id, { codeHash: 'two', now: NOW })).toBe(false)
    await turnOffTotp(db, id)
    expect(await countUnusedRecoveryCodes(db, id)).toBe(0)
  })

  it('takes a first-run code once', async () => {
    const { db } = database
    await insertFirstRunCode(db, 'code', NOW)
    expect(await isFirstRunCode(db, 'code')).toBe(true)
    expect(await takeFirstRunCode(db, 'other')).toBe(false)
    expect(await takeFirstRunCode(db, 'code')).toBe(true)
    expect(await takeFirstRunCode(db, 'code')).toBe(false)
    await insertFirstRunCode(db, 'code', NOW)
    await removeFirstRunCodes(db)
    expect(await isFirstRunCode(db, 'code')).toBe(false)
  })

  it('finds sessions until they end, by idleness, age or the account’s end', async () => {
    const { db } = database
    const { id, email } = await add()
    await addSession('s', id)
    const isLive = async (now: number) =>
      (await findSession(db, 's', { ...TIMES, now })) !== undefined
    expect(await findSession(db, 's', { ...TIMES, now: NOW })).toMatchObject({
      administrator_id: id,
      email,
    })
    expect(await isLive(NOW + 999)).toBe(true)
    expect(await isLive(NOW + 1000)).toBe(false)
    await markSessionSeen(db, 's', NOW + 9500)
    expect(await isLive(NOW + 9999)).toBe(true)
    expect(await isLive(NOW + 10_000)).toBe(false)
    await updateDisabledAt(db, id, NOW)
    expect(await isLive(NOW + 9999)).toBe(false)
  })

  it('lists, ends and clears away sessions', async () => {
    const { db } = database
    const { id } = await add()
    const other = await add('b@example.com')
    await addSession('old', id, NOW - 5000)
    await addSession('first', id, NOW - 500)
    await addSession('second', id)
    await addSession('third', id, NOW - 100)
    await addSession('foreign', other.id)
    const hashes = async () =>
      (await listSessions(db, id, { ...TIMES, now: NOW })).map(({ id_hash }) => id_hash)
    expect(await hashes()).toEqual(['second', 'third', 'first'])
    await removeEndedSessions(db, { ...TIMES, now: NOW })
    expect(await db.selectFrom('sessions').selectAll().execute()).toHaveLength(4)
    await removeSession(db, 'third')
    expect(await removeSessions(db, id, 'second')).toBe(1)
    expect(await hashes()).toEqual(['second'])
    expect(await removeSessions(db, id)).toBe(1)
    expect(await findSession(db, 'foreign', { ...TIMES, now: NOW })).toBeDefined()
  })

  it('keeps the audit log newest first, in pages', async () => {
    const { db } = database
    for (const subject of ['one', 'two', 'three']) {
      await recordAudit(db, {
        at: NOW,
        administrator: null,
        action: 'entry.created',
        subject,
        clientIp: null,
      })
    }
    const page = await listAuditLog(db, { limit: 2, offset: 1 })
    expect(page.map(({ subject, actor }) => [subject, actor])).toEqual([
      ['two', 'command line'],
      ['one', 'command line'],
    ])
    expect(await countAuditLog(db)).toBe(3)
  })

  it('gives a throttle one count back, never below none', async () => {
    const { db } = database
    await db.insertInto('throttles').values({ key: 'k', count: 1, resets_at: NOW }).execute()
    for (const expected of [0, 0]) {
      await returnToThrottle(db, 'k')
      expect(await db.selectFrom('throttles').select('count').executeTakeFirst()).toEqual({
        count: expected,
      })
    }
  })
})
