import { PassThrough, Readable } from 'node:stream'
import { describe, expect, test } from 'vitest'
import {
  addEntry,
  addSubscribers,
  announce,
  clerk,
  openDeliveryPlace,
  startWorker,
  untilFinished,
} from '../../../../test/support/delivery.ts'
import { reportShapes } from '../../../../test/support/report-shapes.ts'
import type { Platform } from '../../../platform/platform.ts'
import { subscribe } from '../../subscriptions/subscribe/subscribe.ts'
import { removeSubscriber, resumeSubscription } from '../../subscriptions/unsubscribe.ts'
import { countStates } from '../queries.ts'
import { runBounce } from './commands.ts'
import { handleReport } from './handle-report.ts'
import { findBounceMailbox } from './queries.ts'

const ADDRESS = 'bounce@docket.example.com'

/** Three subscribers who were sent a notification, and the bounce address of each message. */
async function openSent(dialect: 'sqlite' | 'postgres', subscribers = 3) {
  const place = await openDeliveryPlace(dialect, { MAIL_BOUNCE_ADDRESS: ADDRESS })
  const { platform, sink } = place
  await addSubscribers(platform.db, subscribers)
  startWorker(platform)
  const send = async (): Promise<{ id: number; envelopeOf: (recipient: string) => string }> => {
    const before = sink.received.length
    const id = await announce(platform, await addEntry(platform.db))
    await untilFinished(platform, id)
    const sent = sink.received.slice(before)
    return {
      id,
      envelopeOf: (recipient) => sent.find(({ to }) => to.includes(recipient))?.from ?? 'nobody',
    }
  }
  return { ...place, send }
}

const shape = (name: string) => reportShapes.find(([existing]) => existing === name)?.[1] ?? ''
const report = (name: string, address: string) =>
  Buffer.from(shape(name).replaceAll('BOUNCE', address))

const readers = (platform: Platform) =>
  platform.db
    .selectFrom('subscriptions')
    .select(['email', 'state'])
    .orderBy('id')
    .execute()
    .then((rows) => rows.map(({ state }) => state))

const reader = 'reader0@example.org'
const clientIp = '192.0.2.1'

describe.each(['sqlite', 'postgres'] as const)('reports on %s', (dialect) => {
  test('an address that does not exist is marked once, and gets no more mail', async () => {
    const { platform, sink, send } = await openSent(dialect)
    const { id, envelopeOf } = await send()
    const raw = report('Postfix, unknown user', envelopeOf(reader))
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

  test('“Resume e-mail” and subscribing again clear it; the audit log has no address', async () => {
    const { platform, send } = await openSent(dialect)
    const { envelopeOf } = await send()
    for (const recipient of [reader, 'reader1@example.org']) {
      const raw = report('Postfix, unknown user', envelopeOf(recipient))
      expect(await handleReport(platform, raw)).toBe('bounced')
    }
    await resumeSubscription(platform, 1, clerk)
    await resumeSubscription(platform, 1, clerk)
    const mailbox = { accepted: true, address: 'reader1@example.org', key: 'reader1@example.org' }
    expect(await subscribe(platform, { ...mailbox, accepted: true })).toBe('reactivated')
    expect(await readers(platform)).toEqual(['active', 'active', 'active'])
    const log = await platform.db.selectFrom('audit_log').selectAll().execute()
    expect(log.filter(({ action }) => action === 'subscriber.written-again')).toHaveLength(1)
    expect(JSON.stringify(log)).not.toContain(reader)
  })

  test('a full mailbox is written to until three notifications in a row came back', async () => {
    const { platform, send } = await openSent(dialect, 1)
    for (const expected of ['active', 'active', 'bounced']) {
      const { envelopeOf } = await send()
      await handleReport(platform, report('Zimbra, quota', envelopeOf(reader)))
      expect(await readers(platform)).toEqual([expected])
    }
  })

  test('one that arrived in between begins the count again', async () => {
    const { platform, send } = await openSent(dialect, 1)
    for (const isReturned of [true, true, false, true, true]) {
      const { envelopeOf } = await send()
      if (isReturned) await handleReport(platform, report('Zimbra, quota', envelopeOf(reader)))
    }
    expect(await readers(platform)).toEqual(['active'])
  })

  test('a complaint ends the subscription, is in the audit log, and mails nobody', async () => {
    const { platform, sink, send } = await openSent(dialect)
    const { email } = clerk.administrator
    const row = { email, password_hash: '', created_at: 0, password_changed_at: 0 }
    await platform.db.insertInto('administrators').values(row).execute()
    const { envelopeOf } = await send()
    const complain = (recipient: string) =>
      handleReport(platform, report('a complaint', envelopeOf(recipient)))
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

  test('a report that comes from our own address is handled once and never answered', async () => {
    const { platform, sink, send } = await openSent(dialect)
    const address = (await send()).envelopeOf(reader)
    const raw = report('Postfix, unknown user', address)
    const looping = Buffer.from(raw.toString().replace(/^From: .*$/m, `From: <${address}>`))
    expect(looping).not.toEqual(raw)
    await handleReport(platform, looping)
    await handleReport(platform, looping)
    expect(await readers(platform)).toEqual(['bounced', 'active', 'active'])
    expect(sink.received).toHaveLength(3)
  })

  test('a report that is forged, foreign, or about a removed subscriber changes nothing', async () => {
    const { platform, send } = await openSent(dialect)
    const { id, envelopeOf } = await send()
    const forged = envelopeOf(reader).replace(/.@/, (end) => (end === '0@' ? '1@' : '0@'))
    expect(await handleReport(platform, report('Postfix, unknown user', forged))).toBe(
      'unknown token',
    )
    expect(await handleReport(platform, report('Postfix, unknown user', ADDRESS))).toBe(
      'not a report',
    )
    expect((await findBounceMailbox(platform.db)).unknown_reports).toBe(1)
    expect(await countStates(platform.db, id)).toMatchObject({ sent: 3, bounced: 0 })
    await removeSubscriber(platform, 1, { ...clerk, clientIp })
    const raw = report('Postfix, unknown user', envelopeOf(reader))
    expect(await handleReport(platform, raw)).toBe('bounced')
    expect(await readers(platform)).toEqual(['active', 'active'])
  })

  test('a message that cannot be read in time is set aside, counted, and changes nothing', async () => {
    const { platform, send } = await openSent(dialect, 1)
    const { id, envelopeOf } = await send()
    const raw = report('Postfix, unknown user', envelopeOf(reader))
    expect(await handleReport(platform, raw, { deadlineMs: 1 })).toBe('set aside')
    expect((await findBounceMailbox(platform.db)).set_aside).toBe(1)
    expect(await countStates(platform.db, id)).toMatchObject({ sent: 1, bounced: 0 })
    expect(await handleReport(platform, raw)).toBe('bounced')
  })

  test.each(reportShapes.filter(([, , said]) => said === undefined))(
    'left alone: %s',
    async (name) => {
      const { platform, send } = await openSent(dialect, 1)
      const { id, envelopeOf } = await send()
      expect(await handleReport(platform, report(name, envelopeOf(reader)))).toBe('not a report')
      expect(await countStates(platform.db, id)).toMatchObject({ sent: 1 })
    },
  )
})

test('without MAIL_BOUNCE_ADDRESS the envelope has the sender of the message', async () => {
  const { platform, sink } = await openDeliveryPlace('sqlite', {
    MAIL_FROM: 'Docket <docket@example.com>',
  })
  await addSubscribers(platform.db, 1)
  startWorker(platform)
  await untilFinished(platform, await announce(platform, await addEntry(platform.db)))
  expect(sink.received.map(({ from }) => from)).toEqual(['docket@example.com'])
})

test('the pipe takes a report of 50 MB, and one that is nested a thousand times', async () => {
  const { platform, send } = await openSent('sqlite', 1)
  const { id, envelopeOf } = await send()
  function* large() {
    yield report('Postfix, unknown user', envelopeOf(reader))
    for (let piece = 0; piece < 50; piece++) yield Buffer.alloc(1024 * 1024, 'x\n')
  }
  const nested = Array.from({ length: 1000 }, (_, depth) => {
    const type = `multipart/mixed; boundary="n${depth}"`
    return `Content-Type: ${type}\n\n--n${depth}`
  }).join('\n')
  const deep = Readable.from([Buffer.from(`To: ${envelopeOf(reader)}\n${nested}`)])
  await runBounce(platform, deep)
  expect(await countStates(platform.db, id)).toMatchObject({ sent: 1 })
  await runBounce(platform, Readable.from(large()))
  expect(await countStates(platform.db, id)).toMatchObject({ bounced: 1 })
})

test('the pipe waits for a report only so long, and then says what to do', async () => {
  const { platform, send } = await openSent('sqlite', 1)
  const { id, envelopeOf } = await send()
  function unended(length: number) {
    const input = new PassThrough({ highWaterMark: 2_000_000 })
    input.write(report('Postfix, unknown user', envelopeOf(reader)))
    input.write(Buffer.alloc(length, 'x\n'))
    return input
  }
  await expect(runBounce(platform, unended(0), 100)).rejects.toThrow(
    'The end of the report did not arrive on standard input within 0.1 seconds.',
  )
  expect(await countStates(platform.db, id)).toMatchObject({ sent: 1 })
  await runBounce(platform, unended(1_000_000), 100)
  expect(await countStates(platform.db, id)).toMatchObject({ bounced: 1 })
})
