import fc from 'fast-check'
import { beforeAll, expect, test } from 'vitest'
import { eachDatabase } from '../../../test/support/each-database.ts'
import type { SubscriptionState } from '../../platform/database/schema.ts'
import { parseTableFilter } from '../../platform/http/request/parse.ts'
import { filteredAddress } from '../../ui/table-filter.tsx'
import {
  countSubscribers,
  countSubscribersByState,
  iterateSubscribers,
  listSubscribers,
  type SubscriberFilter,
} from './queries.ts'

const STATES = ['active', 'unsubscribed', 'pending'] as const
const states: SubscriptionState[] = ['active', 'active', 'unsubscribed', 'pending']
const names = ['Ada', 'bob', 'o_o', 'fifty%off', 'back\\slash', 'ümlaut', "o'neil", 'x']

const joined = { state: 'active' as SubscriptionState, created_at: 1, updated_at: 1 }

const people = Array.from({ length: 240 }, (_, index) => {
  const email = `${names[index % names.length]}.${index}@Example${index % 3}.com`
  return {
    email,
    email_key: email.toLowerCase(),
    token: `token-${index}`,
    state: states[index % states.length] ?? 'active',
    created_at: index,
    updated_at: index,
  }
})

const all: SubscriberFilter = { q: '', state: undefined }
const everything = { limit: 1000, offset: 0 }

/** The expected results, newest first. */
const expected = ({ q, state }: SubscriberFilter) =>
  people
    .filter((one) => one.email.toLowerCase().includes(q.toLowerCase()))
    .filter((one) => !state || one.state === state)
    .map((one) => one.email)
    .reverse()

eachDatabase('the subscriber list', (database) => {
  beforeAll(async () => {
    await database.db.insertInto('subscriptions').values(people).execute()
  })

  const emailsOf = async (filter: SubscriberFilter) =>
    (await listSubscribers(database.db, filter, everything)).map((row) => row.email)

  test('is counted by state', async () => {
    expect(await countSubscribersByState(database.db)).toEqual({
      active: 120,
      unsubscribed: 60,
      pending: 60,
      bounced: 0,
    })
  })

  test('is searched for what is typed, whatever its case, and for nothing else', async () => {
    for (const q of ['ADA', 'example1', '_', '%', '\\', "'", '@', 'nobody', '.1', 'MLAUT']) {
      for (const state of [undefined, 'active', 'unsubscribed'] as const) {
        const filter = { q, state }
        expect(await emailsOf(filter), JSON.stringify(filter)).toEqual(expected(filter))
        expect(await countSubscribers(database.db, filter)).toBe(expected(filter).length)
      }
    }
  })

  test('finds an internationalized domain as typed and in its ASCII form', async () => {
    await database.db
      .insertInto('subscriptions')
      .values({
        email: 'eva@müller.de',
        email_key: 'eva@xn--mller-kva.de',
        token: 'token-eva',
        state: 'active',
        created_at: 1,
        updated_at: 1,
      })
      .execute()
    for (const q of ['müller', 'ller.de', 'XN--mller']) {
      expect(await emailsOf({ q, state: undefined })).toEqual(['eva@müller.de'])
    }
    await database.db.deleteFrom('subscriptions').where('token', '=', 'token-eva').execute()
  })

  test('comes by date or by address, either way round, and by the id where two are alike', async () => {
    const twins = ['z', 'y'].map((name) => ({
      ...joined,
      email: `AA.${name}@example.com`,
      email_key: `aa.${name}@example.com`,
      token: `token-${name}`,
    }))
    await database.db.insertInto('subscriptions').values(twins).execute()
    const sorted = async (sort: SubscriberFilter['sort'], q: string) =>
      (await listSubscribers(database.db, { q, state: undefined, sort }, everything)).map(
        ({ email }) => email,
      )
    const byDate = await sorted('date', 'a')
    // Added last, but with the date of the second one.
    expect(byDate.slice(1, 4)).toEqual([
      'bob.1@Example1.com',
      'AA.z@example.com',
      'AA.y@example.com',
    ])
    expect(await sorted(undefined, 'a')).toEqual(byDate.toReversed())
    expect(await sorted('address', 'aa.')).toEqual(['AA.y@example.com', 'AA.z@example.com'])
    const byAddress = await sorted('address', 'x')
    expect(byAddress.slice(2, 4)).toEqual(['Ada.0@Example0.com', 'Ada.104@Example2.com'])
    expect(await sorted('-address', 'x')).toEqual(byAddress.toReversed())
    await database.db
      .deleteFrom('subscriptions')
      .where('token', 'in', ['token-z', 'token-y'])
      .execute()
  })

  test.each([1, 7, 80, 240, 241, 1000])(
    'is read whole in pieces of %i, while others change it',
    async (pieceLength) => {
      const read: string[] = []
      const signedOut = { ...joined, email: 'Ada@new', email_key: 'ada@new', token: 'token-new' }
      const filter = { q: 'ada', state: 'active' } as const
      for await (const row of iterateSubscribers(database.db, filter, pieceLength)) {
        if (read.length === 0)
          await database.db.insertInto('subscriptions').values(signedOut).execute()
        read.push(row.email)
      }
      await database.db.deleteFrom('subscriptions').where('token', '=', 'token-new').execute()
      expect(read).toEqual(expected({ q: 'ada', state: 'active' }))
    },
  )

  test('takes any search text', async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: 'binary', maxLength: 400 }), async (typed) => {
        const { q } = parseTableFilter({ q: typed }, STATES)
        await countSubscribers(database.db, { q, state: undefined })
      }),
      { numRuns: 60 },
    )
  })
})

test('only texts and known states are a filter', () => {
  expect(parseTableFilter({}, STATES)).toEqual(all)
  expect(parseTableFilter({ q: ['a', 'b'], state: ['active'] }, STATES)).toEqual(all)
  expect(parseTableFilter({ q: ' ada\0 ', state: 'toString' }, STATES)).toEqual({
    q: 'ada',
    state: undefined,
  })
  expect(parseTableFilter({ q: 'x'.repeat(100_000), state: 'pending' }, STATES)).toEqual({
    q: 'x'.repeat(320),
    state: 'pending',
  })
})

test('the links of the list keep its filter', () => {
  expect(filteredAddress('/s', all)).toBe('/s')
  expect(filteredAddress('/s', { q: 'a&b', state: 'active' }, 3)).toBe(
    '/s?q=a%26b&state=active&page=3',
  )
})
