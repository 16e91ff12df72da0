import { describe, expect, onTestFinished, test } from 'vitest'
import { openSent, readers, reportTo } from '../../../../test/support/bounced-mail.ts'
import { clerk, until } from '../../../../test/support/delivery.ts'
import { LOST_READER as reader } from '../../../../test/support/report-table.ts'
import type { DialectName } from '../../../platform/database/dialect.ts'
import type { Delivery } from '../../../platform/database/schema.ts'
import { subscribe } from '../../subscriptions/subscribe/subscribe.ts'
import {
  removeSubscriber,
  resumeSubscription,
  unsubscribe,
} from '../../subscriptions/unsubscribe.ts'
import { countStates } from '../queries.ts'
import { handleReport } from './handle-report.ts'
import { findBounceMailbox } from './queries.ts'

const UNKNOWN_USER = 'Postfix, unknown user'
const mailbox = (address: string) => ({ accepted: true, address, key: address }) as const

/** A message that the server has taken, but has not answered until `reply.resolve()`. */
async function openUnanswered(dialect: DialectName, subscribers: number) {
  const { platform, sink, ...sent } = await openSent(dialect, subscribers)
  const reply = Promise.withResolvers<void>()
  onTestFinished(() => reply.resolve())
  sink.behave(reader, { kind: 'accept', after: reply.promise, reply: `2.1.5 <${reader}> Ok` })
  const id = await sent.announce()
  const { from } = await until(() => sink.received.find(({ to }) => to.includes(reader)))
  const raw = reportTo(UNKNOWN_USER, from)
  const finish = () => sent.untilFinished(id)
  return { platform, id, reply, raw, finish, readLog: sent.readLog }
}

/** One subscriber, whose messages come back after a given number of hours. */
async function openReturned(dialect: DialectName) {
  const time = { now: Date.UTC(2026, 10, 1) }
  const { platform, send } = await openSent(dialect, 1, { clock: () => time.now })
  const sendAfter = (hours: number) => {
    time.now += hours * 3_600_000
    return send()
  }
  const add = async (hours: number, change: Partial<Delivery>) => {
    const { id } = await sendAfter(hours)
    const sent = platform.db.updateTable('deliveries').where('notification_id', '=', id)
    await sent.set(change).execute()
  }
  const addReturned = async (...hours: number[]) => {
    for (const pause of hours) await add(pause, { state: 'bounced', bounce_cause: 'recipient' })
  }
  const addRefused = (hours: number) => add(hours, { state: 'failed' })
  const reportAfter = async (hours: number, name: string) =>
    handleReport(platform, reportTo(name, (await sendAfter(hours)).envelopeOf(reader)))
  return { platform, addReturned, addRefused, reportAfter }
}

describe.each(['sqlite', 'postgres'] as const)('reports on %s', (dialect) => {
  test('an address that does not exist is marked once, and gets no more mail', async () => {
    const { platform, sink, send } = await openSent(dialect)
    const { id, envelopeOf } = await send()
    const raw = reportTo(UNKNOWN_USER, envelopeOf(reader))
    expect(await handleReport(platform, raw)).toBe('bounced')
    expect(await handleReport(platform, raw)).toBe('already known')
    expect(await countStates(platform.db, id)).toMatchObject({ sent: 2, bounced: 1 })
    const line = platform.db.selectFrom('deliveries').selectAll().where('recipient', '=', reader)
    const server_reply = expect.stringMatching(/^Returned \(5\.1\.1\): 550 5\.1\.1 /)
    expect(await line.executeTakeFirst()).toMatchObject({ state: 'bounced', server_reply })
    expect(await readers(platform)).toEqual(['bounced', 'active', 'active'])
    await send()
    expect(sink.received.filter(({ to }) => to.includes(reader))).toHaveLength(1)
  })

  test('what a server refuses without a reason counts only on three days in a row', async () => {
    const { platform, addReturned, addRefused, reportAfter } = await openReturned(dialect)
    await addReturned(0, 1, 1)
    await reportAfter(24, 'refused without a reason')
    await reportAfter(24, 'Zimbra, quota')
    await addReturned(24)
    await reportAfter(24, 'refused without a reason')
    expect(await readers(platform)).toEqual(['active'])
    // It never left, so it neither arrived nor came back.
    await addRefused(1)
    await reportAfter(24, 'refused without a reason')
    expect(await readers(platform)).toEqual(['bounced'])
    await resumeSubscription(platform, 1, clerk)
    await reportAfter(0, 'refused without a reason')
    expect(await readers(platform)).toEqual(['active'])
  })

  test('a report that is forged, foreign, or about a removed subscriber changes nothing', async () => {
    const { platform, send } = await openSent(dialect)
    const { id, envelopeOf } = await send()
    const forged = envelopeOf(reader).replace(/.@/, (end) => (end === '0@' ? '1@' : '0@'))
    const reported = (to: string) => handleReport(platform, reportTo(UNKNOWN_USER, to))
    expect(await reported(forged)).toBe('unknown token')
    expect(await reported('bounce@docket.example.com')).toBe('not a report')
    expect((await findBounceMailbox(platform.db)).unknown_reports).toBe(1)
    expect(await countStates(platform.db, id)).toMatchObject({ sent: 3, bounced: 0 })
    await removeSubscriber(platform, 1, clerk)
    const raw = reportTo(UNKNOWN_USER, envelopeOf(reader))
    expect(await handleReport(platform, raw)).toBe('bounced')
    expect(await readers(platform)).toEqual(['active', 'active'])
  })

  test('neither the server’s reply nor a report brings back the address of a removed subscriber', async () => {
    const { platform, reply, raw, finish, readLog } = await openUnanswered(dialect, 2)
    await removeSubscriber(platform, 1, clerk)
    reply.resolve()
    await finish()
    const [removed, other] = Object.values(await readLog()).toSorted((a, b) => a.id - b.id)
    expect(removed).toMatchObject({ state: 'sent', server_reply: '' })
    expect(other?.server_reply).toContain('Ok')
    expect(await handleReport(platform, raw)).toBe('bounced')
    expect(JSON.stringify(await readLog())).not.toContain(reader)
  })
})

// On SQLite alone: the tests above run these queries on both databases.
describe('reports', () => {
  test('“Resume e-mail” and subscribing again clear it; the audit log has no address', async () => {
    const { platform, send } = await openSent('sqlite')
    const { envelopeOf } = await send()
    for (const recipient of [reader, 'reader1@example.org']) {
      const raw = reportTo(UNKNOWN_USER, envelopeOf(recipient), recipient)
      expect(await handleReport(platform, raw)).toBe('bounced')
    }
    await resumeSubscription(platform, 1, clerk)
    await resumeSubscription(platform, 1, clerk)
    expect(await subscribe(platform, mailbox('reader1@example.org'))).toBe('reactivated')
    expect(await readers(platform)).toEqual(['active', 'active', 'active'])
    const log = await platform.db.selectFrom('audit_log').selectAll().execute()
    expect(log.filter(({ action }) => action === 'subscriber.written-again')).toHaveLength(1)
    expect(JSON.stringify(log)).not.toContain(reader)
  })

  test.each(['Zimbra, quota', 'Exchange Online, blocked', 'Postfix, gave up after five days'])(
    'what may pass, or is the sender’s fault, ends no subscription: %s',
    async (name) => {
      const { platform, addReturned, reportAfter } = await openReturned('sqlite')
      await addReturned(25, 25, 25)
      expect(await reportAfter(25, name)).toBe('bounced')
      expect(await readers(platform)).toEqual(['active'])
    },
  )

  test('a report that is faster than the server’s own reply is kept', async () => {
    const { platform, id, reply, raw, finish } = await openUnanswered('sqlite', 1)
    expect(await handleReport(platform, raw)).toBe('bounced')
    reply.resolve()
    await finish()
    expect(await countStates(platform.db, id)).toMatchObject({ sent: 0, bounced: 1 })
    expect(await readers(platform)).toEqual(['bounced'])
  })

  test.each([UNKNOWN_USER, 'a complaint'])(
    'a late report of an older message does not undo a new subscription: %s',
    async (name) => {
      const { platform, send } = await openSent('sqlite', 1)
      const { envelopeOf } = await send()
      await unsubscribe(platform, { id: 1 })
      expect(await subscribe(platform, mailbox(reader))).toBe('reactivated')
      await handleReport(platform, reportTo(name, envelopeOf(reader)))
      expect(await readers(platform)).toEqual(['active'])
    },
  )
})
