import { connect, createServer, type Socket } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { connectMigrated } from '../../../test/support/each-database.ts'
import { listenAnywhere } from '../../../test/support/free-port.ts'
import { sentDocument } from '../../../test/support/rows.ts'
import { connectDatabase } from '../../platform/database/connect.ts'
import type { Database } from '../../platform/database/schema.ts'
import { createDownloadStore } from './queries.ts'
import { createDownloadRecorder } from './record-download.ts'

/* PostgreSQL closes connections while downloads are being recorded: PROMISES 22 and 25. */

const listAgents = async (db: Database) => {
  const rows = await db.selectFrom('document_accesses').select('user_agent').execute()
  return rows.map(({ user_agent }) => user_agent).sort()
}

test.each([
  ['before PostgreSQL has a record', 'insert into document_accesses', 'request'],
  ['before PostgreSQL has the commit', 'commit', 'request'],
  ['after PostgreSQL has committed', 'commit', 'answer'],
] as const)('a connection lost %s: each download is recorded once', async (_, statement, lost) => {
  const { db: observer, url } = await connectMigrated('postgres')
  const proxy = await startFaultyProxy(url, statement, lost)
  const db = await connectDatabase(proxy.url, { onIdleError: () => {} })
  const recorder = createDownloadRecorder(createDownloadStore(db))
  proxy.isArmed = true
  const agents = ['a', 'b', 'c']
  const recorded = await Promise.all(
    agents.map((user_agent) => recorder.record([sentDocument({ user_agent })])),
  )
  // It has disarmed itself.
  expect(proxy.isArmed).toBe(false)
  expect(await listAgents(observer)).toEqual(agents)
  // The ids are those of the records.
  await recorded[1]?.withdraw()
  expect(await listAgents(observer)).toEqual(['a', 'c'])
  await db.destroy()
})

/** Between the service and PostgreSQL: one statement, or its answer, does not arrive. */
async function startFaultyProxy(address: string, statement: string, lost: 'request' | 'answer') {
  const proxy = { url: '', isArmed: false }
  const sockets = new Set<Socket>()
  const target = new URL(address)
  const server = createServer((client) => {
    const onward = connect(Number(target.port), target.hostname)
    for (const socket of [client, onward]) {
      sockets.add(socket)
      socket.on('error', () => {})
    }
    client.on('close', () => onward.destroy())
    onward.on('close', () => client.destroy())
    let isLost = false
    client.on('data', (bytes) => {
      if (proxy.isArmed && bytes.includes(statement)) {
        proxy.isArmed = false
        isLost = true
        if (lost === 'request') return client.destroy()
      }
      return onward.write(bytes)
    })
    onward.on('data', (bytes) => (isLost ? client.destroy() : client.write(bytes)))
  })
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  const port = String(await listenAnywhere(server))
  return Object.assign(proxy, { url: Object.assign(new URL(address), { port }).href })
}
