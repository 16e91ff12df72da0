import { statSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Database } from '../src/platform/database/schema.ts'
import { signIn } from '../test/support/admin-client.ts'
import {
  newDataFolder,
  type RunningDocket,
  removeFolder,
  runDocket,
  startDocket,
} from '../test/support/run-docket.ts'
import type { Visitor } from '../test/support/visitor.ts'
import { DOCUMENTS_EACH, ENTRIES, loadScaleCase, SUBSCRIBERS } from './cases/scale-case.ts'
import { bytesOf } from './measuring/disk-space.ts'
import { startMailSink } from './measuring/mail-sink.ts'
import type { Row } from './measuring/row.ts'

const TURNS = 5
const MB = 1024 * 1024

export const SCALE_HOW = `For planning (see the end of this page): one process on SQLite with ${ENTRIES.toLocaleString('en-US')} entries of ${DOCUMENTS_EACH} documents
each and ${SUBSCRIBERS.toLocaleString('en-US')} subscribers. Pages: the median of ${TURNS}, each after a change to the docket, so that none is cached. "Longest
silence": the longest the site answered no one while the deliveries were being queued.`

/** The cost of far more entries and subscribers than usual. There is no peer: these figures are for planning. */
export async function measureScale(): Promise<Row[]> {
  const folder = newDataFolder()
  const sink = await startMailSink()
  try {
    const db = await loadScaleCase(folder)
    const environment = { NOTIFICATIONS_MODE: 'live', SMTP_URL: sink.url }
    const docket = await startDocket(environment, folder, join(folder, 'log'))
    try {
      const admin = await signIn(docket.url)
      return [
        ...(await measurePages(docket, admin, db)),
        await measureBackup(folder),
        ...(await measureQueueing(docket, admin, db)),
      ]
    } finally {
      await docket.stop()
      await db.destroy()
    }
  } finally {
    await sink.stop()
    removeFolder(folder)
  }
}

const row = (what: string, ours: string, result = ''): Row => ({
  what,
  peer: '',
  ours,
  result,
  promised: '',
})

async function measurePages(docket: RunningDocket, admin: Visitor, db: Database) {
  const pages: [what: string, path: string][] = [
    ['home page, rendered', '/'],
    ['entry page, rendered', `/entries/${Math.floor(ENTRIES / 2)}`],
    ['feed, rendered', '/feed.xml'],
    ['administrator’s list of all entries', '/admin/entries'],
    ['administrator’s list of subscribers', '/admin/subscribers'],
  ]
  const rows: Row[] = []
  for (const [what, path] of pages) {
    const times: number[] = []
    let bytes = 0
    for (let turn = 0; turn < TURNS; turn += 1) {
      await db
        .updateTable('case_settings')
        .set({ judge: `Judge ${turn}` })
        .execute()
      const began = performance.now()
      const answer = await admin.get(path)
      bytes = Buffer.byteLength(answer.body)
      times.push(performance.now() - began)
      if (answer.status !== 200) throw new Error(`${docket.url}${path} answered ${answer.status}`)
    }
    const median = times.toSorted((a, b) => a - b)[(TURNS - 1) / 2] ?? 0
    rows.push(row(what, `${(bytes / MB).toFixed(2)} MB of HTML`, `${Math.round(median)} ms`))
  }
  return rows
}

async function measureQueueing(docket: RunningDocket, admin: Visitor, db: Database) {
  await admin.get('/admin/entries/1/notifications/new')
  const watch = watchSilence(docket.url)
  const began = performance.now()
  const answer = await admin.post('/admin/entries/1/notifications', {})
  const seconds = (performance.now() - began) / 1000
  if (answer.status !== 303) throw new Error(`Send Notification answered ${answer.status}`)
  const silence = await watch.stop()
  const each = (await bytesOf(db, ['deliveries'])) / SUBSCRIBERS
  return [
    row(
      `queueing ${SUBSCRIBERS.toLocaleString('en-US')} deliveries`,
      `${seconds.toFixed(1)} s, longest silence ${Math.round(silence)} ms`,
      `${Math.round(SUBSCRIBERS / seconds).toLocaleString('en-US')}/s`,
    ),
    row('disk space for each delivery', 'with indexes', `${Math.round(each)} bytes`),
  ]
}

/** Requests the home page nonstop. */
function watchSilence(url: string) {
  let isOver = false
  let longest = 0
  const watching = (async () => {
    while (!isOver) {
      const began = performance.now()
      await (await fetch(url)).arrayBuffer()
      longest = Math.max(longest, performance.now() - began)
      await sleep(5)
    }
  })()
  return {
    async stop() {
      isOver = true
      await watching
      return longest
    },
  }
}

async function measureBackup(folder: string): Promise<Row> {
  const copy = join(folder, 'copy.db')
  const began = performance.now()
  const { code, stderr } = await runDocket(['database:backup', copy], { DATA_DIR: folder })
  if (code !== 0) throw new Error(stderr)
  const seconds = (performance.now() - began) / 1000
  const size = statSync(copy).size / MB
  return row('database:backup', `${Math.round(size)} MB`, `${Math.round(size / seconds)} MB/s`)
}
