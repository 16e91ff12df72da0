import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  newDataFolder,
  type RunningDocket,
  removeFolder,
  startDocket,
} from '../support/run-docket.ts'
import { loadSmallDocket } from '../support/small-docket.ts'
import { recordedTransfers, take, transferName } from '../support/transfers.ts'

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

function casesOf(documents: number[], endings: Parameters<typeof take>[1]['ending'][]) {
  return documents.flatMap((document) =>
    CONNECTIONS.flatMap((connection) =>
      endings.map((ending) => ({ document, connection, ending })),
    ),
  )
}
