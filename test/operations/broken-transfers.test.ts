import { once } from 'node:events'
import { connect } from 'node:net'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import SQLite from 'better-sqlite3'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  newDataFolder,
  type RunningDocket,
  removeFolder,
  startDocket,
} from '../support/run-docket.ts'
import { loadSmallDocket } from '../support/small-docket.ts'

/* CONTRACT section 4 with the whole program. */

const SIZES = [40_000, 300_000, 3_000_000, 11_000_000]
const CONNECTIONS = ['keep-alive', 'close'] as const

let docket: RunningDocket
let port: number

beforeAll(async () => {
  const folder = newDataFolder()
  await loadSmallDocket({}, folder, SIZES)
  docket = await startDocket({}, folder)
  port = Number(new URL(docket.url).port)
})

afterAll(async () => {
  await docket.stop('SIGKILL')
  removeFolder(docket.folder)
})

test('a visitor who stops early has no record, one who reads all has one, on any connection', async () => {
  const whole = casesOf([1, 2, 3, 4], ['reads all, FIN', 'reads all, RST'])
  // The kernels take all of a smaller file, and it counts as sent.
  const broken = casesOf([4], ['stops early, FIN', 'stops early, RST'])
  await Promise.all([...whole, ...broken].map((transfer) => take(port, transfer)))
  await expect
    .poll(() => recordedTransfers(docket.folder).sort(), { timeout: 10_000 })
    .toEqual(whole.map(transferName).sort())
})

function casesOf(documents: number[], endings: Ending[]): Transfer[] {
  return documents.flatMap((document) =>
    CONNECTIONS.flatMap((connection) =>
      endings.map((ending) => ({ document, connection, ending })),
    ),
  )
}

/** How a visitor takes a document: whole or in part, and how they leave. */
type Ending = 'stops early, FIN' | 'stops early, RST' | 'reads all, FIN' | 'reads all, RST'

interface Transfer {
  document: number
  connection: 'keep-alive' | 'close'
  ending: Ending
}

/** The user agent of a transfer, which identifies its record. */
const transferName = ({ document, connection, ending }: Transfer) =>
  `${document}, ${connection}, ${ending}`

/** Downloads the document on a separate connection. */
async function take(port: number, transfer: Transfer): Promise<void> {
  const { document, connection, ending } = transfer
  const visitor = connect({ port, host: '127.0.0.1', allowHalfOpen: true }).on('error', () => {})
  const head = [
    `GET /api/documents/${document}/download HTTP/1.1`,
    'Host: x',
    `User-Agent: ${transferName(transfer)}`,
    `Connection: ${connection}`,
  ]
  visitor.write(`${head.join('\r\n')}\r\n\r\n`)
  if (ending.startsWith('reads')) {
    await readWhole(visitor)
  } else {
    await once(visitor, 'readable')
    visitor.read(1000)
    await setTimeout(300)
  }
  if (ending.includes('RST')) visitor.resetAndDestroy()
  else visitor.end()
  await setTimeout(200)
  visitor.destroy()
}

async function readWhole(visitor: ReturnType<typeof connect>): Promise<void> {
  let expected = Number.POSITIVE_INFINITY
  let received = 0
  let head = ''
  visitor.on('data', (bytes: Buffer) => {
    received += bytes.length
    if (expected < Number.POSITIVE_INFINITY) return
    head += bytes.toString('latin1')
    const end = head.indexOf('\r\n\r\n')
    if (end !== -1) expected = end + 4 + Number(/content-length: (\d+)/i.exec(head)?.[1])
  })
  while (received < expected && !visitor.closed) await setTimeout(1)
}

/** The user agents of the recorded downloads. */
function recordedTransfers(folder: string): string[] {
  const database = new SQLite(join(folder, 'docket.db'), { readonly: true })
  const names = database.prepare('select user_agent from document_accesses').pluck().all()
  database.close()
  return names as string[]
}
