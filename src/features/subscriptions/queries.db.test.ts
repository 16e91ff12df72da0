import { beforeAll, expect, test } from 'vitest'
import { eachDatabase } from '../../../test/support/each-database.ts'
import type { SubscriptionState } from '../../platform/database/schema.ts'
import { parseTableFilter } from '../../platform/http/request/parse.ts'
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

const person = (email: string, change: { email_key?: string } = {}) => ({
  ...{ email, email_key: email.toLowerCase(), token: email },
  ...{ state: 'active' as SubscriptionState, created_at: 1, updated_at: 1 },
  ...change,
})

const people = Array.from({ length: 240 }, (_, index) => ({
  ...person(`${names[index % names.length]}.${index}@Example${index % 3}.com`),
  state: states[index % states.length] ?? 'active',
  created_at: index,
}))

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
  const add = (...some: typeof people) =>
    database.db.insertInto('subscriptions').values(some).execute()
  const remove = (...some: typeof people) => {
    const emails = some.map(({ email }) => email)
    return database.db.deleteFrom('subscriptions').where('email', 'in', emails).execute()
  }
  beforeAll(() => add(...people))

  const emailsOf = async (filter: SubscriberFilter) =>
    (await listSubscribers(database.db, filter, everything)).map((row) => row.email)

  test('is counted by state', async () => {
    const counts = { active: 120, unsubscribed: 60, pending: 60, bounced: 0 }
    expect(await countSubscribersByState(database.db)).toEqual(counts)
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
    const eva = person('eva@müller.de', { email_key: 'eva@xn--mller-kva.de' })
    await add(eva)
    for (const q of ['müller', 'ller.de', 'XN--mller'])
      expect(await emailsOf({ q, state: undefined })).toEqual(['eva@müller.de'])
    await remove(eva)
  })

  test('is sorted by date, newest first, and by ID if two are equal', async () => {
    const twins = [person('AA.z@example.com'), person('AA.y@example.com')]
    await add(...twins)
    // Added last, but with the date of the second one.
    const oldest = ['AA.y@example.com', 'AA.z@example.com', 'bob.1@Example1.com']
    expect((await emailsOf({ q: 'a', state: undefined })).slice(-4, -1)).toEqual(oldest)
    await remove(...twins)
  })

  test.each([7, 240, 1000])(
    'is read completely in batches of %i, while others change it',
    async (batchLength) => {
      const read: string[] = []
      const newcomer = person('Ada@new')
      for await (const row of iterateSubscribers(database.db, batchLength)) {
        if (read.length === 0) await add(newcomer)
        read.push(row.email)
      }
      await remove(newcomer)
      expect(read).toEqual(expected(all))
    },
  )
})

test('only texts and known states are a filter', () => {
  const parse = (query: object) => parseTableFilter(query as Record<string, unknown>, STATES)
  expect(parse({})).toEqual(all)
  expect(parse({ q: ['a', 'b'], state: ['active'] })).toEqual(all)
  expect(parse({ q: ' ada\0 ', state: 'toString' })).toEqual({ q: 'ada', state: undefined })
  const long = { q: 'x'.repeat(320), state: 'pending' }
  expect(parse({ ...long, q: 'x'.repeat(100_000) })).toEqual(long)
})
