import { once } from 'node:events'
import { createReadStream, fstatSync } from 'node:fs'
import { Socket } from 'node:net'
import { parentPort, workerData } from 'node:worker_threads'
import { lowerPriority } from '../../../platform/threads/lower-priority.ts'
import type { DownloadBatch } from '../lines/download-batch.ts'
import { createLogReader, type ReaderOptions, type Reading } from '../lines/read-log.ts'
import { toLogProblem } from '../log-problem.ts'
import { type Packing, unpack } from './unpack.ts'

/* The thread that reads and sorts the lines, while the main one writes the records. */

export interface LogsToRead extends ReaderOptions {
  files: string[]
}

export interface FileReport {
  name: string
  packing: Packing
  /** As it lies on the disk. */
  bytes: number
  lines: number
  /** Why it was not read to its end. */
  problem?: string
}

/** `reading` is of all files up to then, as are `bytes` and `lines` for the progress bar, whose lines may wait for their batch. */
export type ReaderMessage =
  | { kind: 'reading'; bytes: number; lines: number }
  | { kind: 'batch'; batch: DownloadBatch; reading: Reading; bytes: number }
  | { kind: 'file'; report: FileReport; reading: Reading }
  | { kind: 'end' }

/** Messages on their way at most, so that a slow database does not fill the memory. */
const MOST_UNDER_WAY = 2
const LINES_BETWEEN_REPORTS = 20_000
const PIECE = 64 * 1024
const STANDARD_INPUT = 0

// Only this thread: the other writes, and while it waits for its turn in a transaction, visitors' downloads wait with it.
lowerPriority()
const port = parentPort as NonNullable<typeof parentPort>
const options = workerData as LogsToRead
let underWay = 0
let bytes = 0
/** Lines as of which the other thread has been told. */
let reported = 0
port.on('message', () => {
  underWay -= 1
})

const reader = createLogReader(options, (batch) => {
  reported = reader.reading.lines
  send({ kind: 'batch', batch, reading: reader.reading, bytes }, [batch.numbers.buffer])
})
for (const name of options.files) {
  const report = await readFile(name)
  send({ kind: 'file', report, reading: reader.reading })
}
send({ kind: 'end' })
port.unref()

async function readFile(name: string): Promise<FileReport> {
  const report: FileReport = { name, packing: 'plain', bytes: 0, lines: 0 }
  const before = { bytes, lines: reader.reading.lines }
  async function* counted() {
    for await (const piece of openLog(name)) {
      bytes += piece.length
      yield piece
    }
  }
  try {
    const pieces = unpack(counted(), (packing) => {
      report.packing = packing
    })
    for await (const piece of pieces) {
      reader.push(piece)
      while (underWay >= MOST_UNDER_WAY) await once(port, 'message')
      const { lines } = reader.reading
      if (lines - reported < LINES_BETWEEN_REPORTS) continue
      reported = lines
      send({ kind: 'reading', bytes, lines })
    }
  } catch (error) {
    report.problem = toLogProblem(error).message
  }
  reader.end(report.problem !== undefined)
  report.bytes = bytes - before.bytes
  report.lines = reader.reading.lines - before.lines
  return report
}

/** The bytes of a file, or of standard input for `-`. */
function openLog(path: string): AsyncIterable<Buffer> {
  if (path !== '-') return createReadStream(path, { highWaterMark: PIECE })
  const input = fstatSync(STANDARD_INPUT)
  // Waiting for a pipe as for a file could not be ended: Ctrl-C would come to nothing until the pipe ends.
  if (input.isFIFO() || input.isSocket())
    return new Socket({ fd: STANDARD_INPUT, readable: true, writable: false })
  return createReadStream('/dev/stdin', { highWaterMark: PIECE })
}

function send(message: ReaderMessage, transfer: ArrayBufferLike[] = []): void {
  underWay += 1
  port.postMessage(message, transfer as ArrayBuffer[])
}
