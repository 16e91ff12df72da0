import { createBatchBuilder } from './batch-builder.ts'
import type { DownloadBatch, ReaderOptions } from './download-batch.ts'
import { readJsonLine } from './json-line.ts'
import { type LogReading, noneSkipped, widen } from './reading-progress.ts'
import type { DownloadRequest, Reason } from './request.ts'
import { createLineSplitter } from './split-lines.ts'
import { type LineShape, readTextLine } from './text-line.ts'

const OPEN_BRACE = 0x7b
const BYTE_ORDER_MARK = Buffer.from([0xef, 0xbb, 0xbf])

/**
 * Sorts the lines of one log, piece by piece: downloads into batches, all others are counted.
 * @param onBatch takes what is full at once, within `push`
 */
export function createLogReader(
  file: number,
  options: Omit<ReaderOptions, 'files'>,
  onBatch: (batch: DownloadBatch) => void,
) {
  const known = new Set(options.documentIds)
  const builder = createBatchBuilder(file)
  const reading: LogReading = { lines: 0, skipped: noneSkipped(), span: undefined }
  const shape: LineShape = { hasQuoted: false, hasAgent: false }
  let isFirstPiece = true
  let isCut = false

  function read(bytes: Buffer, start: number, end: number, isTerminated: boolean) {
    const previousHadQuoted = shape.hasQuoted
    if (bytes[start] === OPEN_BRACE) return readJsonLine(bytes, start, end, options.timeZone)
    const read = readTextLine(bytes, start, end, shape)
    // Cut between the size and the user agent it would look like a line of the common format.
    const isShort = shape.hasQuoted ? !shape.hasAgent : previousHadQuoted
    const isPart = !isTerminated && (isCut || isShort)
    return isPart && typeof read !== 'string' ? 'malformed' : read
  }

  function take(request: DownloadRequest): void {
    const reason = outside(request)
    if (reason) {
      reading.skipped[reason] += 1
      return
    }
    reading.span = widen(reading.span, request.at)
    builder.add(request)
    if (builder.isFull()) flush()
  }

  function outside({ documentId, at }: DownloadRequest): Reason | undefined {
    if (!known.has(documentId)) return 'unknown_document'
    if (at < options.since) return 'before_since'
    if (at >= options.until) return 'after_until'
    return at >= options.recordedFrom ? 'already_recorded' : undefined
  }

  function flush(): void {
    const batch = builder.take()
    if (batch) onBatch(batch)
  }

  const splitter = createLineSplitter({
    line(bytes, start, end, isTerminated) {
      reading.lines += 1
      const result = read(bytes, start, end, isTerminated)
      if (typeof result === 'string') reading.skipped[result] += 1
      else take(result)
    },
    tooLong() {
      reading.lines += 1
      reading.skipped.too_long += 1
    },
  })

  return {
    reading,
    push(piece: Buffer): void {
      const hasMark = isFirstPiece && piece.indexOf(BYTE_ORDER_MARK) === 0
      isFirstPiece = false
      splitter.push(hasMark ? piece.subarray(BYTE_ORDER_MARK.length) : piece)
    },
    /** @param cut the log ends in the middle, so that a last line without an end is not whole */
    end(cut: boolean): void {
      isCut = cut
      splitter.end()
      flush()
    },
  }
}
