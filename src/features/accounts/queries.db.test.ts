import { beforeEach, expect, it } from 'vitest'
import { eachDatabase } from '../../../test/support/each-database.ts'
import {
  claimSignIn,
  findAdministrator,
  insertAdministrator,
  insertRecoveryCodes,
  turnOffTotp,
  turnOnTotp,
  updateDisabledAt,
  updatePassword,
  useRecoveryCode,
} from './queries.ts'

const NOW = 1_800_000_000_000

eachDatabase('the queries of accounts', (database) => {
  beforeEach(async () => {
    for (const table of ['recovery_codes', 'administrators', 'throttles'] as const)
      await database.db.deleteFrom(table).execute()
  })

  const stored = (password_hash: string, password_is_generated = 0) => ({
    password_hash,
    password_is_generated,
  })

  const add = async (email = 'a@example.com') => {
    const administrator = await insertAdministrator(database.db, { email, ...stored('hash') }, NOW)
    if (!administrator) throw new Error('there already')
    return administrator
  }

  it('changes the password that was verified, no later one', async () => {
    const { db } = database
    const before = await add()
    expect(await updatePassword(db, before, { ...stored('second', 1), now: NOW + 1 })).toBe(true)
    expect(await updatePassword(db, before, { ...stored('third'), now: NOW + 2 })).toBe(false)
    const second = { password_hash: 'second', password_is_generated: 1 }
    const changed = { ...second, password_changed_at: NOW + 1 }
    expect(await findAdministrator(db, before.id)).toMatchObject(changed)
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
    const off = { totp_secret: null, totp_last_step: null }
    expect(await findAdministrator(db, plain.id)).toMatchObject(off)
  })

  it('takes a recovery code of its owner only', async () => {
    const { db } = database
    const { id } = await add()
    const other = await add('b@example.com')
    await insertRecoveryCodes(db, id, ['one'])
    expect(await useRecoveryCode(db, other.id, { hash: 'one', now: NOW })).toBe(false)
    expect(await useRecoveryCode(db, id, { hash: 'one', now: NOW })).toBe(true)
  })
})
