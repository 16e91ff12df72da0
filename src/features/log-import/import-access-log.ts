import { randomInt } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import { dialectOf, shadowTable, unshadowTable } from '../../platform/database/dialect.ts'
import { holdExclusively } from '../../platform/database/exclusive-lock.ts'
import { isServing } from '../../platform/database/leases.ts'
import type { Database } from '../../platform/database/schema.ts'
import type { Platform } from '../../platform/platform.ts'
import { createThread } from '../../platform/threads/thread.ts'
import { counted } from '../../shared/number-rules.ts'
import { COMMAND_LINE, recordAudit } from '../accounts/audit-log/queries.ts'
import type { FileReport, LogsToRead, ReaderMessage } from './files/read-logs-worker.ts'
import { emptyReading } from './lines/read-log.ts'
import { findServiceStart, listAllDocumentIds } from './queries.ts'
import { settleBursts, storeBatch } from './store-downloads.ts'
import { emptyOutcome, summarize } from './summary.ts'

export interface LogImportOptions extends Pick<LogsToRead, 'files' | 'since' | 'until'> {
  dryRun: boolean
  /** Milliseconds; lines at or after this time are already recorded. Default: the service's first own record. */
  before: number | undefined
  /** By default in a separate thread. */
  read?: (options: LogsToRead) => AsyncIterable<ReaderMessage>
  onReading(bytes: number): void
  /** Another import holds the lock. */
  onWaiting(): void
}

type ImportDeps = Pick<Platform, 'db' | 'config' | 'clock'>

const IMPORT_TABLES = ['imported_lines', 'imported_bursts']
const MAX_RUN = 2 ** 48 - 1

/**
 * Backfills download records from access logs (CONTRACT section 7). After each transaction the database is in a state that
 * a later run can continue from, so the import may be killed at any time and run again.
 */
export async function importAccessLog(platform: ImportDeps, options: LogImportOptions) {
  return platform.db.connection().execute(async (db) => {
    // Before a dry run's copies: that of the records is empty.
    const before = options.before ?? (await findServiceStart(db))
    const work = () => run({ ...platform, db }, { ...options, before })
    if (options.dryRun) return onCopies(db, work)
    const release = await holdExclusively(db, 'access-log-import', options.onWaiting)
    try {
      const summary = await work()
      const { files, imported, withdrawn_range_bursts: removed } = summary
      await recordAudit(db, {
        ...COMMAND_LINE,
        at: platform.clock(),
        action: 'access-log.imported',
        subject: files.map(({ name }) => name).join(', '),
        details: `${counted(imported, 'download')} added, ${removed.toLocaleString('en-US')} removed`,
      })
      return summary
    } finally {
      await release()
    }
  })
}

async function onCopies<T>(db: Database, work: () => Promise<T>): Promise<T> {
  try {
    for (const table of IMPORT_TABLES) await shadowTable(db, table, true)
    await shadowTable(db, 'document_accesses', false)
    return await work()
  } finally {
    for (const table of [...IMPORT_TABLES, 'document_accesses']) await unshadowTable(db, table)
  }
}

/**
 * SQLite allows one writer at a time, and visitors' downloads wait for it: if the service is running, a transaction holds
 * the lock for a few milliseconds and then leaves it free for three times as long. PostgreSQL needs no such pauses.
 */
const [BATCH_ALONE, BATCH_WHILE_SERVING] = [8000, 100]
const REST_FACTOR = 3

async function run({ db, config }: ImportDeps, options: LogImportOptions) {
  const { files, since, until, before, read = readLogs } = options
  const isAlone = dialectOf(db) === 'postgres' || !(await isServing(db))
  const rest = async (ms: number) => isAlone || setTimeout(Math.ceil(REST_FACTOR * ms))
  const run = randomInt(MAX_RUN)
  const outcome = emptyOutcome()
  const reports: FileReport[] = []
  let reading = emptyReading()
  const logs = {
    files,
    documentIds: Int32Array.from(await listAllDocumentIds(db)),
    timeZone: config.timeZone,
    since,
    until,
    recordedFrom: before ?? Number.POSITIVE_INFINITY,
    batchSize: isAlone ? BATCH_ALONE : BATCH_WHILE_SERVING,
  }
  for await (const message of read(logs)) {
    if (message.batch) {
      const began = performance.now()
      await storeBatch(db, message.batch, { run, outcome })
      await rest(performance.now() - began)
    }
    if (message.report) reports.push(message.report)
    reading = message.reading ?? reading
    options.onReading(message.bytes)
  }
  while (await settleBursts(db, { run, outcome })) await rest(SETTLING_MS)
  const recorded_from = before === undefined ? null : new Date(before).toISOString()
  return summarize({ dry_run: options.dryRun, files: reports, recorded_from }, reading, outcome)
}

const SETTLING_MS = 10

/** The thread holds one piece and a few batches; without a limit, V8 would put off garbage collection. */
const MEMORY = { maxYoungGenerationSizeMb: 6, maxOldGenerationSizeMb: 128 }

async function* readLogs(options: LogsToRead): AsyncGenerator<ReaderMessage> {
  const thread = createThread('read-logs-worker.js', {
    workerData: options,
    resourceLimits: MEMORY,
  })
  // One message ahead: a slow database does not fill memory, and the thread does not wait for it.
  function requestNext() {
    const next = thread.call<ReaderMessage | undefined>('next')
    // Nothing awaits it yet if storing fails.
    next.catch(() => {})
    return next
  }
  let coming = requestNext()
  try {
    for (let message = await coming; message; message = await coming) {
      coming = requestNext()
      yield message
    }
  } finally {
    await thread.end()
  }
}
