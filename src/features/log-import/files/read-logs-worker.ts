import { createReadStream, fstatSync } from 'node:fs'
import { Socket } from 'node:net'
import { workerData } from 'node:worker_threads'
import { answerCalls, lowerPriority } from '../../../platform/threads/thread.ts'
import {
  createLogReader,
  type DownloadBatch,
  type ReaderOptions,
  type Reading,
} from '../lines/read-log.ts'
import { describeProblem, type Packing, unpack } from './unpack.ts'

/* The thread that reads and parses the lines while the main thread writes the records. */

export interface LogsToRead extends ReaderOptions {
  /** Paths, or `-` for standard input. */
  files: string[]
}

export interface FileReport {
  name: string
  packing: Packing
  bytes: number
  lines: number
  problem?: string
}

export interface ReaderMessage {
  /** In all files so far. */
  bytes: number
  batch?: DownloadBatch
  /** For a file that has just been read, with the totals over all files so far. */
  report?: FileReport
  reading?: Reading
}

const PROGRESS_BYTES = 1024 * 1024
const PIECE = 64 * 1024
const STANDARD_INPUT = 0

// Only this thread: if the writing thread had to wait for the CPU during a transaction, visitors' downloads would wait too.
lowerPriority()
const messages = readAll(workerData as LogsToRead)
answerCalls({ next: async () => (await messages.next()).value })

async function* readAll(options: LogsToRead): AsyncGenerator<ReaderMessage> {
  const full: DownloadBatch[] = []
  let bytes = 0
  let shown = 0
  const reader = createLogReader(options, (batch) => full.push(batch))
  const withBytes = () => full.splice(0).map((batch) => ({ bytes, batch }))
  for (const name of options.files) {
    const report: FileReport = { name, packing: 'plain', bytes: 0, lines: 0 }
    const linesBefore = reader.reading.lines
    async function* countBytes() {
      for await (const piece of openLog(name)) {
        report.bytes += piece.length
        bytes += piece.length
        yield piece
      }
    }
    try {
      const unpacked = unpack(countBytes(), (packing) => {
        report.packing = packing
      })
      for await (const piece of unpacked) {
        reader.push(piece)
        yield* withBytes()
        if (bytes - shown < PROGRESS_BYTES) continue
        shown = bytes
        yield { bytes }
      }
    } catch (error) {
      report.problem = describeProblem(error)
    }
    reader.end(report.problem !== undefined)
    yield* withBytes()
    report.lines = reader.reading.lines - linesBefore
    yield { bytes, report, reading: reader.reading }
  }
}

function openLog(path: string): AsyncIterable<Buffer> {
  if (path !== '-') return createReadStream(path, { highWaterMark: PIECE })
  const input = fstatSync(STANDARD_INPUT)
  // A pipe may be non-blocking: read as a file, it would fail whenever nothing has come yet.
  if (input.isFIFO() || input.isSocket())
    return new Socket({ fd: STANDARD_INPUT, readable: true, writable: false })
  return createReadStream('/dev/stdin', { highWaterMark: PIECE })
}
