import { describe, expect, test } from 'vitest'
import { openSent, readers, reportTo } from '../../../../test/support/bounced-mail.ts'
import { countWaiting } from '../../../../test/support/count-waiting.ts'
import { clerk } from '../../../../test/support/delivery.ts'
import { LOST_READER as reader, reportNamed } from '../../../../test/support/report-table.ts'
import { handleReport } from './handle-report.ts'

describe.each(['sqlite', 'postgres'] as const)('complaints on %s', (dialect) => {
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
    const subjects = [1, 2].map((id) => `Subscriber ${id} (r•••@example.org)`)
    const events = subjects.map((subject) => ({ actor: 'report by mail', subject }))
    expect(await complained.execute()).toMatchObject(events)
    expect(sink.received).toHaveLength(3)
  })

  test('a complaint that two processes read at once is in the audit log once', async () => {
    const { platform, send } = await openSent(dialect, 1)
    const raw = reportTo('a complaint', (await send()).envelopeOf(reader))
    const outcomes = await platform.db.transaction().execute(async (trx) => {
      await trx.updateTable('subscriptions').set({ email: reader }).execute()
      const both = [handleReport(platform, raw), handleReport(platform, raw)]
      if (dialect === 'postgres') {
        await expect.poll(() => countWaiting(platform.db), { timeout: 60_000 }).toBe(2)
      }
      return () => Promise.all(both)
    })
    expect((await outcomes()).toSorted()).toEqual(['already known', 'complained'])
    const log = platform.db.selectFrom('audit_log').select('action')
    expect(await log.where('action', '=', 'subscriber.complained').execute()).toHaveLength(1)
  })
})

describe('complaints', () => {
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
})
