import { expect, onTestFinished, test } from 'vitest'
import { eachDatabase } from '../../../../test/support/each-database.ts'
import { loadConfig } from '../../../config.ts'
import { connectDatabase } from '../../../platform/database/connect.ts'
import type { Database } from '../../../platform/database/schema.ts'
import type { Platform } from '../../../platform/platform.ts'
import { findSubscriptionByKey, insertSubscription } from '../queries.ts'
import { unsubscribe } from '../unsubscribe.ts'
import { subscribe as subscribeMailbox } from './subscribe.ts'

const config = loadConfig({})
const secretKey = 'a key for tests only, of enough characters'

const platformOf = (db: Database) => ({ db, config, secretKey, clock: Date.now }) as Platform

/** The outcome, or the error code. */
const subscribe = (db: Database, address: string): Promise<string> =>
  subscribeMailbox(platformOf(db), { address, key: address }).catch(({ code }) => code)

async function stored(db: Database, key: string) {
  const subscription = await findSubscriptionByKey(db, key)
  if (!subscription) throw new Error(`${key} is not there`)
  return subscription
}

eachDatabase('subscribing', (database) => {
  test('of many requests at once, for a new address or to come back, one is welcomed', async () => {
    const other = await connectDatabase(database.url)
    onTestFinished(() => other.destroy())
    const race = async () => {
      const requests = Array.from({ length: 20 }, (_, index) =>
        subscribe(index % 2 ? other : database.db, 'race@example.com'),
      )
      const results = await Promise.all(requests)
      return results.filter((result) => result !== 'already_subscribed')
    }
    expect(await race()).toEqual(['subscribed'])
    await unsubscribe(platformOf(other), await stored(other, 'race@example.com'))
    expect(await race()).toEqual(['reactivated'])
  })

  test('an unconfirmed subscriber is subscribed at once after confirmation was turned off', async () => {
    const email = 'wait@example.com'
    const row = { email, email_key: email, token: 'w', state: 'pending' } as const
    await insertSubscription(database.db, row, 1)
    expect(await subscribe(database.db, email)).toBe('subscribed')
  })

  test('unsubscribing wins over what happened since the row was read', async () => {
    const { db } = database
    await subscribe(db, 'stale@example.com')
    const stale = { ...(await stored(db, 'stale@example.com')), state: 'pending' as const }
    for (let times = 0; times < 2; times++) {
      await unsubscribe(platformOf(db), stale)
      expect((await stored(db, 'stale@example.com')).state).toBe('unsubscribed')
    }
  })
})
