import { expect, it, vi } from 'vitest'
import { eachDatabase } from '../../../../test/support/each-database.ts'
import { sealTotp } from '../account/totp.ts'
import { listAuditLog } from '../audit-log/queries.ts'
import { insertAdministrator, turnOnTotp } from '../queries.ts'
import { acceptKey, refuseOtherKey } from './secret-key.ts'

const PASSWORD = { password_hash: 'hash', password_is_generated: 0 }
const printed = vi.spyOn(console, 'log').mockImplementation(() => {})

eachDatabase('the key of the installation', (database) => {
  const withKey = (secretKey: string) => ({ db: database.db, secretKey, clock: () => 1000 })
  const actions = async () =>
    (await listAuditLog(database.db, { limit: 10, offset: 0 })).map(({ action }) => action)

  it('is that of the first start; of two starts at once with different keys, one is refused', async () => {
    const [one, other] = [withKey('first of two'), withKey('second of two')]
    const starts = await Promise.allSettled([refuseOtherKey(one), refuseOtherKey(other)])
    const refused = starts.filter(({ status }) => status === 'rejected')
    expect(refused).toHaveLength(1)
    const winner = starts[0]?.status === 'fulfilled' ? one : other
    await refuseOtherKey(winner)
  })

  it('can be changed by the operator, once, and leaves a line in the audit log', async () => {
    const later = withKey('a new one')
    await expect(refuseOtherKey(later)).rejects.toThrow(/^SECRET_KEY .* docket secret:accept$/)
    await acceptKey(later)
    await acceptKey(later)
    expect(await actions()).toEqual(['secret_key.accepted'])
    await refuseOtherKey(later)
    await expect(refuseOtherKey(withKey('first of two'))).rejects.toThrow(/^SECRET_KEY/)
  })

  it('says whose authenticator app no longer works with a new key, and turns nothing off', async () => {
    const { db } = database
    const add = async (email: string, key: string) => {
      const { id = 0 } = (await insertAdministrator(db, { email, ...PASSWORD }, 1000)) ?? {}
      await turnOnTotp(db, id, { sealed: sealTotp(key, id, 'GEZDGNBVGY3TQOJQ'), step: 1 })
    }
    await add('lost@example.com', 'a new one')
    await add('kept@example.com', 'the newest')
    await insertAdministrator(db, { email: 'without@example.com', ...PASSWORD }, 1000)
    await acceptKey(withKey('the newest'))
    const named = /no longer work:\n {2}lost@example\.com\nThey can sign in/
    expect(printed.mock.lastCall?.[0]).toMatch(named)
    const [line] = await listAuditLog(db, { limit: 1, offset: 0 })
    expect(line?.details).toBe('authenticator apps that no longer work: lost@example.com')
    const rows = await db.selectFrom('administrators').select('totp_secret').execute()
    expect(rows.filter(({ totp_secret }) => totp_secret !== null)).toHaveLength(2)
  })

  it('is not in the database', async () => {
    const row = await database.db.selectFrom('installation').selectAll().executeTakeFirstOrThrow()
    expect(JSON.stringify(row)).not.toContain('a new one')
  })
})
