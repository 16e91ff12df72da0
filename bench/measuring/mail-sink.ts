import { fork } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'

export interface Tally {
  messages: number
  /** Distinct recipients: fewer than the messages if someone was mailed twice. */
  recipients: number
  bytes: number
  /** From the first message taken to the last. */
  seconds: number
  connections: number
  /** The first message, as it came over the wire. */
  sample: string
}

export interface MailSink {
  url: string
  port: number
  /** Resets the counts. */
  begin(): Promise<void>
  tally(): Promise<Tally>
  /** @throws if the messages have not arrived in time */
  waitFor(messages: number, withinSeconds: number): Promise<Tally>
  stop(): Promise<void>
}

const CHECK_EVERY_MS = 200

/** An SMTP server that shares neither an event loop nor memory with the sender. */
export async function startMailSink(): Promise<MailSink> {
  const child = fork(new URL('./smtp-sink-process.ts', import.meta.url))
  const [port] = (await once(child, 'message')) as [number]

  async function call(question: 'begin' | 'report'): Promise<Tally> {
    child.send(question)
    const [tally] = (await once(child, 'message')) as [Tally]
    return tally
  }

  return {
    url: `smtp://127.0.0.1:${port}`,
    port,
    begin: async () => void (await call('begin')),
    tally: () => call('report'),
    async waitFor(messages, withinSeconds) {
      const deadline = performance.now() + withinSeconds * 1000
      for (;;) {
        const tally = await call('report')
        if (tally.messages >= messages) return tally
        if (performance.now() > deadline) {
          throw new Error(`${tally.messages} of ${messages} messages in ${withinSeconds} s`)
        }
        await sleep(CHECK_EVERY_MS)
      }
    },
    async stop() {
      const exited = once(child, 'exit')
      child.disconnect()
      await exited
    },
  }
}

export const rateOf = ({ messages, seconds }: Tally): number => (messages - 1) / seconds
