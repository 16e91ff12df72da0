import { fork } from 'node:child_process'
import { once } from 'node:events'
import PostalMime from 'postal-mime'
import type { MailSink, Tally } from './mail-sink.ts'

export interface PoolTask {
  port: number
  count: number
  connections: number
  template: MailTemplate
}

interface MailTemplate {
  from: { name: string; address: string }
  subject: string
  html: string
  text: string
  headers: Record<string, string>
}

const headerNames = ['List-Unsubscribe', 'List-Unsubscribe-Post', 'List-Id', 'Auto-Submitted']

/** Parses a message that the service has sent, so that the peer writes and sends the same. */
export async function templateOf(message: string): Promise<MailTemplate> {
  const mail = await PostalMime.parse(Buffer.from(message, 'latin1'))
  const entries = mail.headers.map(({ key, value }) => [key, value] as const)
  const values = new Map(entries)
  return {
    from: { name: mail.from?.name ?? '', address: mail.from?.address ?? '' },
    subject: mail.subject ?? '',
    html: mail.html ?? '',
    text: mail.text ?? '',
    headers: Object.fromEntries(
      headerNames.map((name) => [name, values.get(name.toLowerCase()) ?? '']),
    ),
  }
}

/** Sends the message `count` times with nodemailer's pool. */
export async function sendByPool(sink: MailSink, task: Omit<PoolTask, 'port'>): Promise<Tally> {
  await sink.begin()
  const child = fork(new URL('./pool-process.ts', import.meta.url))
  const exited = once(child, 'exit')
  child.send({ ...task, port: sink.port } satisfies PoolTask)
  const [problem] = (await once(child, 'message')) as [string]
  await exited
  if (problem) throw new Error(`nodemailer's pool: ${problem}`)
  return sink.tally()
}
