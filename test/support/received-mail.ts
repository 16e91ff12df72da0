import PostalMime from 'postal-mime'
import { afterAll, afterEach, beforeAll, expect } from 'vitest'
import type { Mailer, MailMessage } from '../../src/platform/mail/mail.ts'
import { createSmtpMailer } from '../../src/platform/mail/smtp-mailer.ts'
import { type SmtpSink, startSmtpSink } from './smtp-sink.ts'

export const message: MailMessage = {
  messageId: '<notification-3.delivery-7@docket.example.com>',
  from: 'Docket Notifications <docket@example.com>',
  to: 'jane@example.com',
  subject: 'Smith v. Jones, No. 1:25-cv-01234: Order (ECF 45)',
  html: '<p>An order was filed.</p>',
  text: 'An order was filed.',
  headers: {
    'List-Unsubscribe': '<https://docket.example.com/unsubscribe/abc>',
    'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
  },
}

interface MailFixture {
  /** Both set before the first test; nothing is received when a test begins. */
  sink: SmtpSink
  mailer: Mailer
}

/** A mailer and the server it hands its mail to, for all tests of a file. */
export function useMailer(): MailFixture {
  const fixture = {} as MailFixture
  beforeAll(async () => {
    fixture.sink = await startSmtpSink()
    fixture.mailer = createSmtpMailer(fixture.sink.url, { connections: 2 })
  })
  afterEach(() => {
    fixture.sink.received.length = 0
  })
  afterAll(async () => {
    await fixture.mailer.close()
    await fixture.sink.close()
  })
  return fixture
}

/** `message`, changed, over the real protocol, as the receiving side has it after removing dot-stuffing. */
export async function arrived({ mailer, sink }: MailFixture, change: Partial<MailMessage>) {
  const result = await mailer.send({ ...message, ...change })
  expect(result).toMatchObject({ outcome: 'sent' })
  const received = sink.received.at(-1)
  if (!received) throw new Error('nothing was received')
  const raw = received.raw.toString('latin1')
  return { received, raw, mail: await PostalMime.parse(received.raw) }
}

export const lines = (text: string) => text.replace(/\r\n/g, '\n')
/** postal-mime adds a line break to the end of every part. */
export const read = (text: string | undefined) => lines(text ?? '').replace(/\n$/, '')
