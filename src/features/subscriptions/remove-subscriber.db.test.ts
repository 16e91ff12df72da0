import { expect, test } from 'vitest'
import { addNotification } from '../../../test/support/add-notification.ts'
import { addEntry } from '../../../test/support/delivery.ts'
import { eachDatabase } from '../../../test/support/each-database.ts'
import { NotFoundError } from '../../platform/http/errors.ts'
import { insertSubscription } from './queries.ts'
import { removeSubscriber, unsubscribeOnRequest, withoutAddresses } from './unsubscribe.ts'

const actor = { administrator: { id: 7, email: 'clerk@court.example' }, clientIp: '192.0.2.7' }

eachDatabase('an administrator', (database) => {
  const platform = () => ({ db: database.db, clock: () => 5000 })

  async function add(name: string) {
    const email = `${name}@Example.com`
    const fields = { email, email_key: email.toLowerCase(), token: `token-of-${name}` }
    const row = await insertSubscription(database.db, { ...fields, state: 'active' }, 1000)
    if (!row) throw new Error(`${name} is there already`)
    return row
  }

  /** One message to each, and one to a test recipient. */
  async function notify(subscriptions: { id: number; email: string; token: string }[]) {
    const notification_id = await addNotification(database.db, await addEntry(database.db))
    for (const { id, email, token } of subscriptions) {
      const row = {
        ...{ notification_id, subscription_id: id, recipient: email, token },
        ...({ state: 'sent', attempts: 1, message_id: '<1@example.com>' } as const),
        ...{ next_attempt_at: 1, created_at: 1, updated_at: 1 },
        server_reply: `250 2.1.5 <${email.toLowerCase()}> accepted, queued as 4F00`,
      }
      await database.db.insertInto('deliveries').values(row).execute()
    }
  }

  /** All tables with text about people, as one string. */
  async function wholeDatabase(): Promise<string> {
    const rows = await Promise.all(
      (['subscriptions', 'deliveries', 'notifications', 'audit_log', 'throttles'] as const).map(
        (table) => database.db.selectFrom(table).selectAll().execute(),
      ),
    )
    return JSON.stringify(rows).toLowerCase()
  }

  test('removes an address for good: no table has it, the delivery log keeps its lines', async () => {
    const [grace, hedy, other] = [await add('Grace'), await add('Hedy'), await add('Other')]
    await notify([grace, hedy, other])
    await notify([grace, hedy, other])
    await unsubscribeOnRequest(platform(), grace.id, actor)
    expect(await wholeDatabase()).toContain('grace@example.com')

    await removeSubscriber(platform(), grace.id, actor)
    await removeSubscriber(platform(), hedy.id, actor)

    const left = await wholeDatabase()
    for (const gone of ['grace', 'hedy']) expect(left).not.toContain(gone)
    expect(left).toContain('other@example.com')
    const log = await database.db
      .selectFrom('deliveries')
      .select(['recipient', 'state', 'server_reply', 'message_id'])
      .where('subscription_id', '=', grace.id)
      .execute()
    const server_reply = '250 2.1.5 <[removed]> accepted, queued as 4F00'
    const sent = { state: 'sent', server_reply, message_id: '<1@example.com>' }
    expect(log).toEqual(Array(2).fill({ recipient: `removed subscriber ${grace.id}`, ...sent }))
  })

  test('cannot change whom another has removed, and then nothing is logged', async () => {
    const { id } = await add('Joan')
    await removeSubscriber(platform(), id, actor)
    const before = await database.db.selectFrom('audit_log').select('id').execute()
    await expect(removeSubscriber(platform(), id, actor)).rejects.toThrow(NotFoundError)
    await expect(unsubscribeOnRequest(platform(), id, actor)).rejects.toThrow(NotFoundError)
    expect(await database.db.selectFrom('audit_log').select('id').execute()).toEqual(before)
  })
})

const ODD = "a+b.c*(d)|e$^{f}?='~"

test.each([
  ['550 5.1.1 <Ada@Example.com>: no such user', '550 5.1.1 <[removed]>: no such user'],
  ['550 Unknown user "ADA" here', '550 Unknown user "[removed]" here'],
  ['250 2.0.0 Ok: queued as ADA12F', '250 2.0.0 Ok: queued as ADA12F'],
  [`550 <${ODD}@example.com> ${ODD}`, '550 <[removed]> [removed]'],
])('a server’s reply %j is kept without the address', (reply, expected) => {
  expect(withoutAddresses(reply, ['ada@example.com', `${ODD}@example.com`])).toBe(expected)
})
