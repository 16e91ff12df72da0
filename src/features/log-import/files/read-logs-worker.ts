import { workerData } from 'node:worker_threads'
import { answerQuestions, handOver, lowerPriority } from '../../../platform/threads/thread.ts'
import type {
  DownloadBatch,
  FileReport,
  ReaderMessage,
  ReaderOptions,
} from '../lines/download-batch.ts'
import { createLogReader } from '../lines/read-log.ts'
import { addProgress, noProgress } from '../lines/reading-progress.ts'
import { toLogProblem } from '../log-problem.ts'
import { readPieces } from './read-pieces.ts'
import { unpack } from './unpack.ts'

/* The thread that reads and sorts the lines, while the main one writes the records. */

const LINES_BETWEEN_REPORTS = 20_000

// Only this thread: the other writes, and while it waits for its turn in a transaction, visitors' downloads wait with it.
lowerPriority()
const options = workerData as ReaderOptions
const messages = readAll()
answerQuestions({ next: async () => (await messages.next()).value })

async function* readAll(): AsyncGenerator<ReaderMessage, ReaderMessage> {
  let done = noProgress()
  for (const [file, name] of options.files.entries()) {
    const report: FileReport = { name, packing: 'plain', bytes: 0, lines: 0 }
    done = yield* readFile(file, report, done)
    yield { kind: 'file', report, progress: done }
  }
  return { kind: 'end' }
}

type Done = ReturnType<typeof noProgress>

/** Fills the report in. @returns how far reading has come with this file */
async function* readFile(
  file: number,
  report: FileReport,
  done: Done,
): AsyncGenerator<ReaderMessage, Done> {
  const full: ReaderMessage[] = []
  /** Lines of this file that the other thread has been told of. */
  let reported = 0
  const progress = () => addProgress(done, reader.reading, report.bytes)
  const reader = createLogReader(file, options, (batch) => {
    full.push(batchMessage(batch, progress()))
    reported = reader.reading.lines
  })
  try {
    for await (const piece of unpackedPieces(report)) {
      reader.push(piece)
      report.lines = reader.reading.lines
      yield* full.splice(0)
      if (report.lines - reported < LINES_BETWEEN_REPORTS) continue
      reported = report.lines
      const [bytes, lines] = [done.bytes + report.bytes, done.lines + report.lines]
      yield { kind: 'reading', file: report, bytes, lines }
    }
  } catch (error) {
    report.problem = toLogProblem(error).message
  }
  reader.end(report.problem !== undefined)
  report.lines = reader.reading.lines
  yield* full
  return progress()
}

function unpackedPieces(report: FileReport) {
  async function* counted() {
    for await (const piece of readPieces(report.name)) {
      report.bytes += piece.length
      yield piece
    }
  }
  return unpack(counted(), (packing) => {
    report.packing = packing
  })
}

function batchMessage(batch: DownloadBatch, progress: Done): ReaderMessage {
  const { documentIds, times, statuses, visitors, lines, sources, agents } = batch
  const columns = [documentIds, times, statuses, visitors, lines, sources, agents]
  const buffers = columns.map((column) => column.buffer as ArrayBuffer)
  return handOver({ kind: 'batch' as const, batch, progress }, buffers)
}
