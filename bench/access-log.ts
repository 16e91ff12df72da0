import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, existsSync, mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { newDataFolder, removeFolder, startDocket } from '../test/support/run-docket.ts'
import { writeLog } from './cases/access-log-file.ts'
import { loadCase } from './cases/docket-case.ts'
import type { Row } from './measuring/row.ts'
import { measureVisitors, VISITORS_HOW } from './measuring/visitors.ts'

const LINES = 1_000_000
const TURNS = 3
const MB = 1024 * 1024

export const ACCESS_LOG_HOW = `Logs of ${LINES.toLocaleString('en-US')} lines of the combined format. The peer is GoAccess with \`--log-format=COMBINED -o report.json\`; ours imports into a fresh SQLite database, from the start of the program to its end, every record committed. The median of ${TURNS} alternating runs. ${VISITORS_HOW} They are served from the database that receives the import.`

/** How fast a log is imported, compared with GoAccess, in how much memory, and how it affects visitors. */
export async function measureAccessLog(): Promise<Row[]> {
  const folder = newDataFolder()
  try {
    const { usualId } = await loadCase(folder)
    const all = await writeLog(join(folder, 'downloads.log'), LINES, 1)
    const few = await writeLog(join(folder, 'usual.log'), LINES, 0.05)
    return [
      await compareImport(folder, few, '5 in 100 are downloads', '3 or more'),
      await compareImport(folder, all, 'downloads alone', '1.5 or more'),
      await measureMemory(folder, all),
      ...(await measureImporting(folder, all, usualId)),
    ]
  } finally {
    removeFolder(folder)
  }
}

interface Timed {
  seconds: number
  /** Peak resident memory, in bytes. */
  memory: number
}

async function compareImport(
  folder: string,
  log: string,
  what: string,
  promised: string,
): Promise<Row> {
  const turns: { peer: Timed; ours: Timed; ratio: number }[] = []
  for (let turn = 0; turn < TURNS; turn += 1) {
    const peer = await goAccess(folder, log)
    const ours = await importInto(freshCopy(folder), log)
    turns.push({ peer, ours, ratio: peer.seconds / ours.seconds })
  }
  const median = turns.toSorted((a, b) => a.ratio - b.ratio)[Math.floor(TURNS / 2)]
  if (!median) throw new Error('nothing was measured')
  return {
    what: `importing a log, ${what}`,
    peer: `GoAccess: ${describe(median.peer)}`,
    ours: describe(median.ours),
    result: median.ratio.toFixed(2),
    promised,
  }
}

const describe = ({ seconds, memory }: Timed) =>
  `${Math.round(LINES / seconds).toLocaleString('en-US')} lines/s, ${Math.round(memory / MB)} MB`

function goAccess(folder: string, log: string): Promise<Timed> {
  const report = join(folder, 'report.json')
  const words = ['--log-format=COMBINED', '--no-global-config', '--no-progress', '-o', report]
  return time('goaccess', [log, ...words], {})
}

function importInto(folder: string, log: string): Promise<Timed> {
  const words = ['bin/docket.mjs', 'documents:import-access-log', log]
  return time(process.execPath, words, { DATA_DIR: folder })
}

/** A database with the documents and no records. */
function freshCopy(folder: string): string {
  const copy = join(folder, 'copy')
  removeFolder(copy)
  mkdirSync(join(copy, 'documents'), { recursive: true })
  for (const name of ['docket.db', 'docket.db-wal', 'secret-key']) {
    if (existsSync(join(folder, name))) cpSync(join(folder, name), join(copy, name))
  }
  return copy
}

/** Runs a program to its end and watches its memory. @throws if it fails */
async function time(
  program: string,
  words: string[],
  environment: Record<string, string>,
): Promise<Timed> {
  const began = performance.now()
  const child = spawn(program, words, {
    env: { PATH: process.env.PATH, HOME: process.env.HOME, ...environment },
    stdio: 'ignore',
  })
  const ended = once(child, 'close')
  let memory = 0
  while (child.exitCode === null) {
    await Promise.race([ended, setTimeout(20)])
    memory = Math.max(memory, peakMemory(child.pid ?? 0))
  }
  if (child.exitCode !== 0) throw new Error(`${program} ended with ${child.exitCode}`)
  return { seconds: (performance.now() - began) / 1000, memory }
}

/** The peak that the system recorded, in bytes; 0 once the process has ended. */
function peakMemory(pid: number): number {
  try {
    const [, kilobytes] =
      /VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? []
    return Number(kilobytes ?? 0) * 1024
  } catch {
    return 0
  }
}

async function measureMemory(folder: string, log: string): Promise<Row> {
  const long = await writeLog(join(folder, 'long.log'), 3 * LINES, 1)
  const { memory } = await importInto(freshCopy(folder), long)
  const short = await importInto(freshCopy(folder), log)
  return {
    what: 'memory at most, log of 3,000,000 downloads',
    peer: `1,000,000 downloads: ${Math.round(short.memory / MB)} MB`,
    ours: '',
    result: `${Math.round(memory / MB)} MB`,
    promised: 'less than 200 MB',
  }
}

/** The same visitors, with and without an import into the database that serves them. */
async function measureImporting(folder: string, log: string, documentId: number): Promise<Row[]> {
  const copy = freshCopy(folder)
  cpSync(join(folder, 'documents'), join(copy, 'documents'), { recursive: true })
  const docket = await startDocket({ LOG_LEVEL: 'info' }, copy, join(copy, 'docket.log'))
  const pages = {
    'home page': `${docket.url}/`,
    '300 kB PDF': `${docket.url}/api/documents/${documentId}/download`,
  }
  try {
    return await measureVisitors(pages, 'a log is imported', () => beginImport(copy, log))
  } finally {
    await docket.stop()
  }
}

/** Resolves after three seconds, when lines are being written. @returns a function that stops it, or throws if it has already ended */
async function beginImport(copy: string, log: string): Promise<() => Promise<void>> {
  const importing = spawn(
    process.execPath,
    ['bin/docket.mjs', 'documents:import-access-log', log],
    { env: { PATH: process.env.PATH, DATA_DIR: copy }, stdio: 'ignore' },
  )
  await setTimeout(3000)
  return async () => {
    if (importing.exitCode !== null) throw new Error('the import ended before it was measured')
    importing.kill('SIGKILL')
    await once(importing, 'close')
  }
}
