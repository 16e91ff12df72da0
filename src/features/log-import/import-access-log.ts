import { randomInt } from 'node:crypto'
import type { Database } from '../../platform/database/schema.ts'
import { holdExclusively } from '../../platform/database/sqlite/exclusive-lock.ts'
import { shadowTable, unshadowTable } from '../../platform/database/table-dialect.ts'
import type { Platform } from '../../platform/platform.ts'
import { recordAudit } from '../accounts/audit-log/queries.ts'
import { PAUSE_MS } from '../downloads/download-rules.ts'
import { hasSettledBursts } from './burst-queries.ts'
import { readLogs } from './files/read-logs.ts'
import type { DownloadBatch, ReaderMessage, ReaderOptions } from './lines/download-batch.ts'
import { createRobotMemory } from './lines/robot-memory.ts'
import { createPace, type Pace } from './pace.ts'
import { findLastPeriod, findServiceStart, listAllDocumentIds } from './queries.ts'
import { settleBursts } from './settle-bursts.ts'
import { type BatchContext, storeBatch } from './store-batch.ts'
import { createTally, type ImportSummary } from './summary.ts'

export interface ImportOptions {
  /** Paths, or `-` for standard input. */
  files: string[]
  dryRun: boolean
  /** Milliseconds since 1970 UTC; lines before it are skipped. */
  since: number
  /** Lines from it on are skipped. */
  until: number
  /** Lines from it on are in the records already; by default from the first download that the service recorded. */
  before: number | undefined
  /** Whether the service runs on this database: its visitors then come first. */
  isServing(db: Database): Promise<boolean>
  /** Reads the logs; a thread of its own unless told otherwise. */
  read?: (options: ReaderOptions, stop: AbortSignal) => AsyncIterable<ReaderMessage>
  /** Ends the run after the transaction under way. */
  stop: AbortSignal
  onReading(bytes: number, lines: number): void
  /** Another import holds the lock; this one waits for it. */
  onWaiting(): void
}

/** What a dry run works on copies of. */
const REMEMBERED = ['imported_lines', 'imported_bursts'] as const
const MOST_RANDOM = 2 ** 48 - 1

/**
 * Backfills download records from access logs (CONTRACT section 7). Each transaction leaves the database in a state
 * that a later run goes on from, so it may be stopped or killed at any moment and run again.
 */
export async function importAccessLog(
  platform: Pick<Platform, 'db' | 'config' | 'clock'>,
  options: ImportOptions,
): Promise<ImportSummary> {
  return platform.db.connection().execute(async (db) => {
    const limited = async () => ({ ...options, before: options.before ?? (await findLimit(db)) })
    if (options.dryRun) {
      // Of the records themselves: their copy is empty.
      const found = await limited()
      return onCopies(db, () => run(platform, db, found))
    }
    const release = await holdExclusively(db, 'access-log-import', options.onWaiting)
    try {
      const summary = await run(platform, db, await limited())
      await recordAudit(db, auditLine(platform.clock(), summary))
      return summary
    } finally {
      await release()
    }
  })
}

async function onCopies<T>(db: Database, work: () => Promise<T>): Promise<T> {
  try {
    for (const table of REMEMBERED) await shadowTable(db, table, true)
    await shadowTable(db, 'document_accesses', false)
    return await work()
  } finally {
    for (const table of [...REMEMBERED, 'document_accesses']) await unshadowTable(db, table)
  }
}

async function run(
  { config, clock }: Pick<Platform, 'config' | 'clock'>,
  db: Database,
  options: ImportOptions,
): Promise<ImportSummary> {
  const pace = createPace(db, clock, options.isServing)
  const run = randomInt(MOST_RANDOM)
  const isRobot = createRobotMemory()
  const readings = options.files.map(() => randomInt(MOST_RANDOM))
  const mayUnsettle = await hasSettledBursts(db)
  const newest = { at: ((await findLastPeriod(db)) ?? -1) * PAUSE_MS + PAUSE_MS }
  const tally = createTally()
  let isComplete = false
  for await (const message of (options.read ?? readLogs)(
    {
      files: options.files,
      documentIds: Int32Array.from(await listAllDocumentIds(db)),
      timeZone: config.timeZone,
      since: options.since,
      until: options.until,
      recordedFrom: options.before ?? Number.POSITIVE_INFINITY,
    },
    options.stop,
  )) {
    if (message.kind === 'end') isComplete = true
    if (message.kind === 'reading') options.onReading(message.bytes, message.lines)
    if (message.kind === 'file') {
      tally.files.push(message.report)
      tally.readTo(message.progress)
    }
    if (message.kind === 'batch') {
      const { batch, progress } = message
      const file = readings[batch.file] ?? 0
      await store(db, batch, { file, run, newest, mayUnsettle, isRobot }, pace, tally)
      tally.readTo(progress)
      options.onReading(progress.bytes, progress.lines)
    }
  }
  tally.addSettled(await settleBursts(db, run, isRobot, () => pace.rest(10)))
  const isWhole = isComplete && tally.files.every(({ problem }) => problem === undefined)
  return tally.summarise({
    dry_run: options.dryRun,
    complete: isWhole,
    recorded_from: options.before === undefined ? null : new Date(options.before).toISOString(),
  })
}

/** Logs tell whole seconds: a download of the service's first second may be the one that it recorded. */
async function findLimit(db: Database): Promise<number | undefined> {
  const start = await findServiceStart(db)
  return start === undefined ? undefined : Math.floor(start / 1000) * 1000
}

async function store(
  db: Database,
  batch: DownloadBatch,
  context: BatchContext,
  pace: Pace,
  tally: ReturnType<typeof createTally>,
): Promise<void> {
  let start = 0
  while (start < batch.times.length) {
    const end = Math.min(start + (await pace.size()), batch.times.length)
    const began = performance.now()
    tally.addStored(await storeBatch(db, batch, [start, end], context))
    await pace.rest(performance.now() - began)
    start = end
  }
}

const auditLine = (at: number, { files, imported, withdrawn_range_bursts }: ImportSummary) => ({
  at,
  administrator: null,
  action: 'access-log.imported',
  subject: files.map(({ name }) => name).join(', '),
  details: `${imported} downloads added, ${withdrawn_range_bursts} taken back`,
  clientIp: null,
})
