/*
 * The peer: nodemailer's pool, without a database, in a separate process. The parent sends a `PoolTask` and gets back
 * the first error, or nothing.
 */
import { once } from 'node:events'
import { createTransport } from 'nodemailer'
import type { PoolTask } from './nodemailer-pool.ts'

const [task] = (await once(process, 'message')) as [PoolTask]
const { count, template, connections } = task
const pool = createTransport({
  pool: true,
  host: '127.0.0.1',
  port: task.port,
  ignoreTLS: true,
  maxConnections: connections,
})

let next = 0

/** Twice as many messages wait as there are connections, so that no connection is ever idle. */
async function feed(): Promise<void> {
  while (next < count) {
    const number = next++
    await pool.sendMail({
      ...template,
      to: { name: '', address: `reader${number}@example.org` },
      messageId: `<notification-1.delivery-${number}@127.0.0.1>`,
    })
  }
}

try {
  await Promise.all(Array.from({ length: connections * 2 }, feed))
  process.send?.('')
} catch (error) {
  process.send?.((error as Error).message)
}
pool.close()
process.disconnect()
