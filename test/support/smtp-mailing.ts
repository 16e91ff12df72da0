import { createServer, type Socket } from 'node:net'
import { onTestFinished } from 'vitest'
import type { Mailer, MailMessage } from '../../src/platform/mail/mail.ts'
import { createSmtpMailer } from '../../src/platform/mail/smtp-mailer.ts'
import { listenAnywhere } from './free-port.ts'
import { message } from './received-mail.ts'
import { type SinkOptions, type SmtpSink, startSmtpSink } from './smtp-sink.ts'

/* Servers and mailers that end with the test. */

export async function sinkWith(options?: SinkOptions): Promise<SmtpSink> {
  const sink = await startSmtpSink(options)
  onTestFinished(() => sink.close())
  return sink
}

export function mailerFor(smtpUrl: string, connections = 2): Mailer {
  const mailer = createSmtpMailer(smtpUrl, { connections })
  onTestFinished(() => mailer.close())
  return mailer
}

/** A server that speaks only as much SMTP as the test needs. @returns its port */
export async function listenSmtp(onConnection: (socket: Socket) => void): Promise<number> {
  const server = createServer((socket) => {
    socket.on('error', () => {})
    onConnection(socket)
  })
  onTestFinished(() => new Promise((resolve) => server.close(() => resolve())))
  return listenAnywhere(server)
}

export const mailTo = (to: string): MailMessage => ({
  ...message,
  messageId: `<to-${encodeURIComponent(to)}@docket.example.com>`,
  to,
})
