import { once } from 'node:events'
import { parentPort, workerData } from 'node:worker_threads'
import { lowerPriority } from '../../../platform/threads/lower-priority.ts'
import type {
  DownloadBatch,
  FileReport,
  ReaderMessage,
  ReaderOptions,
} from '../lines/download-batch.ts'
import { createLogReader, type LogReader } from '../lines/read-log.ts'
import { addProgress, noProgress } from '../lines/reading-progress.ts'
import { toLogProblem } from '../log-problem.ts'
import { readPieces } from './read-pieces.ts'
import { unpack } from './unpack.ts'

/* The thread that reads and sorts the lines, while the main one writes the records. */

/** Messages on their way at most, so that a slow database does not fill the memory. */
const MOST_UNDER_WAY = 2
const LINES_BETWEEN_REPORTS = 20_000

// Only this thread: the other writes, and while it waits for its turn in a transaction, visitors' downloads wait with it.
lowerPriority()
const port = parentPort as NonNullable<typeof parentPort>
const options = workerData as ReaderOptions
let done = noProgress()
let underWay = 0
/** Lines of this file as of which the other thread has been told. */
let reported = 0
port.on('message', () => {
  underWay -= 1
})

for (const [file, name] of options.files.entries()) {
  const report: FileReport = { name, packing: 'plain', bytes: 0, lines: 0 }
  const progress = () => addProgress(done, reader.reading, report.bytes)
  const reader = createLogReader(file, options, (batch) => {
    sendBatch(batch, progress())
    reported = reader.reading.lines
  })
  reported = 0
  await readFile(report, reader)
  done = progress()
  send({ kind: 'file', report, progress: done })
}
send({ kind: 'end' })
port.unref()

/** Fills the report in. */
async function readFile(report: FileReport, reader: LogReader): Promise<void> {
  async function* counted() {
    for await (const piece of readPieces(report.name)) {
      report.bytes += piece.length
      yield piece
    }
  }
  const pieces = unpack(counted(), (packing) => {
    report.packing = packing
  })
  try {
    for await (const piece of pieces) {
      reader.push(piece)
      report.lines = reader.reading.lines
      while (underWay >= MOST_UNDER_WAY) await once(port, 'message')
      if (report.lines - reported < LINES_BETWEEN_REPORTS) continue
      reported = report.lines
      sendReading(report)
    }
  } catch (error) {
    report.problem = toLogProblem(error).message
  }
  reader.end(report.problem !== undefined)
  report.lines = reader.reading.lines
}

function sendReading(report: FileReport): void {
  const { bytes, lines } = done
  send({
    kind: 'reading',
    file: report,
    bytes: bytes + report.bytes,
    lines: lines + report.lines,
  })
}

function sendBatch(batch: DownloadBatch, progress: ReturnType<typeof noProgress>): void {
  const { documentIds, times, statuses, visitors, lines, sources, agents } = batch
  const columns = [documentIds, times, statuses, visitors, lines, sources, agents]
  send(
    { kind: 'batch', batch, progress },
    columns.map((column) => column.buffer as ArrayBuffer),
  )
}

function send(message: ReaderMessage, transfer: ArrayBuffer[] = []): void {
  underWay += 1
  port.postMessage(message, transfer)
}
