import { createReadStream, fstatSync } from 'node:fs'
import { Socket } from 'node:net'
import { workerData } from 'node:worker_threads'
import { answerCalls, lowerPriority } from '../../../platform/threads/thread.ts'
import type { DownloadBatch } from '../lines/download-batch.ts'
import { createLogReader, type ReaderOptions, type Reading } from '../lines/read-log.ts'
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

/** All figures are totals over the files so far. */
export interface ReaderMessage {
  bytes: number
  lines: number
  /** Covers the lines handed over so far. */
  reading?: Reading
  batch?: DownloadBatch
  /** For a file that has just been read. */
  report?: FileReport
}

const LINES_BETWEEN_REPORTS = 20_000
const PIECE = 64 * 1024
const STANDARD_INPUT = 0

// Only this thread: if the writing thread had to wait for the CPU during a transaction, visitors' downloads would wait too.
lowerPriority()
const messages = readAll(workerData as LogsToRead)
answerCalls({ next: async () => (await messages.next()).value })

async function* readAll(options: LogsToRead): AsyncGenerator<ReaderMessage> {
  const full: ReaderMessage[] = []
  /** Bytes of the files before this one. */
  let bytes = 0
  let report: FileReport = { name: '', packing: 'plain', bytes: 0, lines: 0 }
  /** Lines already reported to the main thread. */
  let reported = 0
  const progress = () => ({ bytes: bytes + report.bytes, lines: reader.reading.lines })
  const describe = () => ({ ...progress(), reading: structuredClone(reader.reading) })
  const reader = createLogReader(options, (batch) => {
    reported = reader.reading.lines
    full.push({ ...describe(), batch })
  })
  for (const name of options.files) {
    report = { name, packing: 'plain', bytes: 0, lines: 0 }
    const linesBefore = reader.reading.lines
    try {
      for await (const piece of unpackedLog(report)) {
        reader.push(piece)
        yield* full.splice(0)
        if (reader.reading.lines - reported < LINES_BETWEEN_REPORTS) continue
        reported = reader.reading.lines
        yield progress()
      }
    } catch (error) {
      report.problem = describeProblem(error)
    }
    reader.end(report.problem !== undefined)
    yield* full.splice(0)
    report.lines = reader.reading.lines - linesBefore
    yield { ...describe(), report }
    bytes += report.bytes
  }
}

function unpackedLog(report: FileReport): AsyncIterable<Buffer> {
  async function* countLines() {
    for await (const piece of openLog(report.name)) {
      report.bytes += piece.length
      yield piece
    }
  }
  return unpack(countLines(), (packing) => {
    report.packing = packing
  })
}

function openLog(path: string): AsyncIterable<Buffer> {
  if (path !== '-') return createReadStream(path, { highWaterMark: PIECE })
  const input = fstatSync(STANDARD_INPUT)
  // Reading a pipe as a file cannot be interrupted: Ctrl-C would do nothing until the pipe ends.
  if (input.isFIFO() || input.isSocket())
    return new Socket({ fd: STANDARD_INPUT, readable: true, writable: false })
  return createReadStream('/dev/stdin', { highWaterMark: PIECE })
}
