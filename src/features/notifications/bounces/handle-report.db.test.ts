import { sql } from 'kysely'
import { describe, expect, onTestFinished, test } from 'vitest'
import { BOUNCE_ADDRESS, openSent, reportTo } from '../../../../test/support/bounced-mail.ts'
import {
  addEntry,
  addSubscribers,
  announce,
  clerk,
  openDeliveryFixture,
  readLog,
  startWorker,
  until,
  untilFinished,
} from '../../../../test/support/delivery.ts'
import { LOST_READER as reader, reportNamed } from '../../../../test/support/report-table.ts'
import type { DialectName } from '../../../platform/database/dialect.ts'
import type { Queryable } from '../../../platform/database/schema.ts'
import type { Platform } from '../../../platform/platform.ts'
import { subscribe } from '../../subscriptions/subscribe/subscribe.ts'
import {
  removeSubscriber,
  resumeSubscription,
  unsubscribe,
} from '../../subscriptions/unsubscribe.ts'
import { countStates } from '../queries.ts'
import { handleReport } from './handle-report.ts'
import { findBounceMailbox } from './queries.ts'

/** The states of the subscriptions. */
async function readers({ db }: Platform) {
  const rows = await db.selectFrom('subscriptions').select('state').orderBy('id').execute()
  return rows.map(({ state }) => state)
}

const UNKNOWN_USER = 'Postfix, unknown user'
const mailbox = (address: string) => ({ accepted: true, address, key: address }) as const

/** A message that the server has taken, but has not answered until `reply.resolve()`. */
async function openUnanswered(dialect: DialectName, subscribers: number) {
  const { platform, sink } = await openSent(dialect, subscribers)
  const reply = Promise.withResolvers<void>()
  onTestFinished(() => reply.resolve())
  sink.behave(reader, { kind: 'accept', after: reply.promise, reply: `2.1.5 <${reader}> Ok` })
  const id = await announce(platform, await addEntry(platform.db))
  const { from } = await until(() => sink.received.find(({ to }) => to.includes(reader)))
  return { platform, id, reply, raw: reportTo(UNKNOWN_USER, from) }
}

/** One subscriber, whose messages come back after a given number of hours. */
async function openReturned(dialect: DialectName) {
  const time = { now: Date.UTC(2026, 10, 1) }
  const { platform, send } = await openSent(dialect, 1, () => time.now)
  const sendAfter = (hours: number) => {
    time.now += hours * 3_600_000
    return send()
  }
  const addReturned = async (...hours: number[]) => {
    for (const pause of hours) {
      const { id } = await sendAfter(pause)
      const returned = platform.db.updateTable('deliveries').where('notification_id', '=', id)
      await returned.set({ state: 'bounced', bounce_cause: 'recipient' }).execute()
    }
  }
  const addRefused = async (hours: number) => {
    const { id } = await sendAfter(hours)
    const refused = platform.db.updateTable('deliveries').where('notification_id', '=', id)
    await refused.set({ state: 'failed' }).execute()
  }
  const reportAfter = async (hours: number, name: string) =>
    handleReport(platform, reportTo(name, (await sendAfter(hours)).envelopeOf(reader)))
  return { platform, addReturned, addRefused, reportAfter }
}

/** Statements that wait for another transaction of this PostgreSQL database. */
async function countWaiting(db: Queryable): Promise<number | undefined> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`.execute(db)
  return rows[0]?.count
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
    expect(await line.executeTakeFirst()).toMatchObject({
      state: 'bounced',
      server_reply: expect.stringMatching(/^Returned \(5\.1\.1\): 550 5\.1\.1 /),
    })
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

  test('a complaint ends the subscription, is in the audit log, and mails nobody', async () => {
    const { platform, sink, send } = await openSent(dialect)
    const { email } = clerk.administrator
    const row = { email, password_hash: '', created_at: 0, password_changed_at: 0 }
    await platform.db.insertInto('administrators').values(row).execute()
    const { envelopeOf } = await send()
    const complain = (recipient: string) =>
      handleReport(platform, reportTo('a complaint', envelopeOf(recipient)))
    expect(await complain(reader)).toBe('complained')
    expect(await complain(reader)).toBe('already known')
    expect(await complain('reader1@example.org')).toBe('complained')
    expect(await readers(platform)).toEqual(['unsubscribed', 'unsubscribed', 'active'])
    const log = platform.db.selectFrom('audit_log').selectAll()
    const complained = log.where('action', '=', 'subscriber.complained')
    expect(await complained.execute()).toMatchObject([
      { actor: 'report by mail', subject: 'Subscriber 1 (r•••@example.org)' },
      { actor: 'report by mail', subject: 'Subscriber 2 (r•••@example.org)' },
    ])
    expect(sink.received).toHaveLength(3)
  })

  test('a complaint that two processes read at once is in the audit log once', async () => {
    const { platform, send } = await openSent(dialect, 1)
    const raw = reportTo('a complaint', (await send()).envelopeOf(reader))
    const outcomes = await platform.db.transaction().execute(async (trx) => {
      await trx.updateTable('subscriptions').set({ email: reader }).execute()
      const both = [handleReport(platform, raw), handleReport(platform, raw)]
      if (dialect === 'postgres') await expect.poll(() => countWaiting(trx)).toBe(2)
      return () => Promise.all(both)
    })
    expect((await outcomes()).toSorted()).toEqual(['already known', 'complained'])
    const log = platform.db.selectFrom('audit_log').select('action')
    expect(await log.where('action', '=', 'subscriber.complained').execute()).toHaveLength(1)
  })

  test('a report that is forged, foreign, or about a removed subscriber changes nothing', async () => {
    const { platform, send } = await openSent(dialect)
    const { id, envelopeOf } = await send()
    const forged = envelopeOf(reader).replace(/.@/, (end) => (end === '0@' ? '1@' : '0@'))
    expect(await handleReport(platform, reportTo(UNKNOWN_USER, forged))).toBe('unknown token')
    expect(await handleReport(platform, reportTo(UNKNOWN_USER, BOUNCE_ADDRESS))).toBe(
      'not a report',
    )
    expect((await findBounceMailbox(platform.db)).unknown_reports).toBe(1)
    expect(await countStates(platform.db, id)).toMatchObject({ sent: 3, bounced: 0 })
    await removeSubscriber(platform, 1, clerk)
    const raw = reportTo(UNKNOWN_USER, envelopeOf(reader))
    expect(await handleReport(platform, raw)).toBe('bounced')
    expect(await readers(platform)).toEqual(['active', 'active'])
  })

  test('neither the server’s reply nor a report brings back the address of a removed subscriber', async () => {
    const { platform, id, reply, raw } = await openUnanswered(dialect, 2)
    await removeSubscriber(platform, 1, clerk)
    reply.resolve()
    await untilFinished(platform, id)
    const [removed, other] = Object.values(await readLog(platform)).toSorted((a, b) => a.id - b.id)
    expect(removed).toMatchObject({ state: 'sent', server_reply: '' })
    expect(other?.server_reply).toContain('Ok')
    expect(await handleReport(platform, raw)).toBe('bounced')
    expect(JSON.stringify(await readLog(platform))).not.toContain(reader)
  })

  test('a message that cannot be read in time is set aside, counted, and changes nothing', async () => {
    const { platform, send } = await openSent(dialect, 1)
    const { id, envelopeOf } = await send()
    const raw = reportTo(UNKNOWN_USER, envelopeOf(reader))
    expect(await handleReport(platform, raw, { deadlineMs: 1 })).toBe('set aside')
    expect((await findBounceMailbox(platform.db)).set_aside).toBe(1)
    expect(await countStates(platform.db, id)).toMatchObject({ sent: 1, bounced: 0 })
    expect(await handleReport(platform, raw)).toBe('bounced')
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
    const { platform, id, reply, raw } = await openUnanswered('sqlite', 1)
    expect(await handleReport(platform, raw)).toBe('bounced')
    reply.resolve()
    await untilFinished(platform, id)
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

  test.each(['a complaint with the headers alone', 'a complaint of Hotmail'])(
    'are recognized by the unsubscribe link of the returned message: %s',
    async (name) => {
      const { platform, send } = await openSent('sqlite', 2)
      await send()
      const token = `token-of-${reader}`.replace('@', '%40')
      const raw = (link: string) => Buffer.from(reportNamed(name).replace('TOKEN', link))
      expect(await handleReport(platform, raw('unknown-token'))).toBe('not a report')
      const broken = `${token.slice(0, 9)}=\r\n${token.slice(9)}`
      expect(await handleReport(platform, raw(broken))).toBe('complained')
      expect(await handleReport(platform, raw(token))).toBe('already known')
      expect(await readers(platform)).toEqual(['unsubscribed', 'active'])
    },
  )

  test('are recognized by a link in base64', async () => {
    const { platform, send } = await openSent('sqlite', 1)
    await send()
    const token = `token-of-${reader}`.replace('@', '%40')
    const named = reportNamed('a complaint with the headers alone').replace('TOKEN', token)
    const [before = '', after = ''] = named.split('rfc822-headers\n')
    const returned = `X-Queue: ${'docket '.repeat(20)}${after.slice(0, after.lastIndexOf('\n--'))}`
    const lines = Buffer.from(returned).toString('base64').replace(/.{76}/g, '$&\r\n')
    const raw = `${before}rfc822-headers\nContent-Transfer-Encoding: base64\n\n${lines}\n--b1--`
    expect(await handleReport(platform, Buffer.from(raw))).toBe('complained')
    expect(await readers(platform)).toEqual(['unsubscribed'])
  })

  test('an answer that is not a report is left alone', async () => {
    const { platform, send } = await openSent('sqlite', 1)
    const { id, envelopeOf } = await send()
    const raw = reportTo('an out-of-office answer that quotes a code', envelopeOf(reader))
    expect(await handleReport(platform, raw)).toBe('not a report')
    expect(await countStates(platform.db, id)).toMatchObject({ sent: 1 })
  })
})

test('without MAIL_BOUNCE_ADDRESS the envelope has the sender of the message', async () => {
  const { platform, sink } = await openDeliveryFixture('sqlite', {
    MAIL_FROM: 'Docket <docket@example.com>',
  })
  await addSubscribers(platform.db, 1)
  startWorker(platform)
  await untilFinished(platform, await announce(platform, await addEntry(platform.db)))
  expect(sink.received.map(({ from }) => from)).toEqual(['docket@example.com'])
})
