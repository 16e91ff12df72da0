/* `node bench/s3.ts`: how much memory 200 slow readers of a 100 MB PDF take if the file is in a store. Prints one row. */
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { newDataFolder, removeFolder, startDocket } from '../test/support/run-docket.ts'
import { S3_KEYS } from '../test/support/s3-server.ts'
import { loadSmallDocket } from '../test/support/small-docket.ts'
import { describeMachine, residentMemory } from './measuring/machine.ts'
import { measureSlowReaders } from './measuring/slow-readers.ts'

const MB = 1024 * 1024

const folder = newDataFolder()
const { store, url } = await findStore()
const environment = { ...S3_KEYS, ...awsSettings(), STORAGE_URL: url }
await loadSmallDocket(environment, folder, [100 * MB])
const docket = await startDocket(environment, folder)
try {
  const address = `${docket.url}/api/documents/1/download`
  const pid = docket.process.pid ?? 0
  // One download first, so that one-time allocations are not counted.
  await (await fetch(address)).arrayBuffer()
  const before = residentMemory(pid)
  const rise = await measureSlowReaders(address, pid)
  console.table([
    {
      what: '200 slow readers of a 100 MB PDF in a store',
      before: `${Math.round(before / MB)} MB`,
      result: `memory +${Math.round(rise / MB)} MB`,
      promised: 'less than 100 MB',
    },
  ])
  console.log(describeMachine())
} finally {
  await docket.stop('SIGKILL')
  store?.kill('SIGKILL')
  removeFolder(folder)
}

/** The store of S3_TEST_URL, or s3rver in a separate process, so that its memory is not counted. */
async function findStore() {
  const input = process.env.S3_TEST_URL
  if (input !== undefined) return { store: undefined, url: input }
  const store = fork(new URL('./measuring/s3-process.ts', import.meta.url))
  const [url] = (await once(store, 'message')) as [string]
  return { store, url }
}

function awsSettings(): Record<string, string> {
  const settings = Object.entries(process.env).filter(([name]) => name.startsWith('AWS_'))
  return Object.fromEntries(settings) as Record<string, string>
}
