import { createBatchBuilder, type DownloadBatch } from './download-batch.ts'
import { readJsonLine } from './json-line.ts'
import { type DownloadRequest, REASONS, type Reason } from './line-parts.ts'
import { hasAgent, readTextLine } from './text-line.ts'

export interface ReaderOptions {
  documentIds: Int32Array
  timeZone: string
  /** Milliseconds; earlier lines are skipped. */
  since: number
  /** Milliseconds; lines at or after this time are skipped. */
  until: number
  /** Milliseconds; lines at or after this time are already recorded. */
  recordedFrom: number
}

export interface Reading {
  lines: number
  skipped: Record<Reason, number>
  first: number | null
  last: number | null
}

export const emptyReading = (): Reading => ({
  lines: 0,
  skipped: Object.fromEntries(REASONS.map((reason) => [reason, 0])) as Record<Reason, number>,
  first: null,
  last: null,
})

/** Collects downloads in batches and counts all other lines. */
export function createLogReader(options: ReaderOptions, onBatch: (batch: DownloadBatch) => void) {
  const existing = new Set(options.documentIds)
  const builder = createBatchBuilder()
  const reading = emptyReading()
  let file = 0
  let isFirstPiece = true
  let isCut = false
  let previous = ''

  function read(bytes: Buffer, isTerminated: boolean): Reason | DownloadRequest {
    if (bytes[0] === OPEN_BRACE) return readJsonLine(bytes.toString(), options.timeZone)
    const line = bytes.toString('latin1')
    const before = previous
    previous = line
    // A line cut off between the size and the user agent would look like the common format.
    const isPart = !isTerminated && (isCut || (hasAgent(before) && !hasAgent(line)))
    const outcome = readTextLine(line)
    return isPart && typeof outcome !== 'string' ? 'malformed' : outcome
  }

  function outside({ documentId, at }: DownloadRequest): Reason | undefined {
    if (!existing.has(documentId)) return 'unknown_document'
    if (at < options.since) return 'before_since'
    if (at >= options.until) return 'after_until'
    return at >= options.recordedFrom ? 'already_recorded' : undefined
  }

  function take(bytes: Buffer | undefined, isTerminated: boolean): void {
    reading.lines += 1
    const outcome = bytes ? read(bytes, isTerminated) : 'too_long'
    const reason = typeof outcome === 'string' ? outcome : outside(outcome)
    if (reason !== undefined) reading.skipped[reason] += 1
    if (reason !== undefined || typeof outcome === 'string') return
    reading.first = Math.min(reading.first ?? outcome.at, outcome.at)
    reading.last = Math.max(reading.last ?? outcome.at, outcome.at)
    builder.add(outcome)
    if (builder.isFull()) flush()
  }

  function flush(): void {
    const batch = builder.take(file)
    if (batch) onBatch(batch)
  }

  const splitter = createLineSplitter(take)
  return {
    reading,
    push(piece: Buffer): void {
      const hasMark = isFirstPiece && piece.indexOf(BYTE_ORDER_MARK) === 0
      isFirstPiece = false
      splitter.push(hasMark ? piece.subarray(BYTE_ORDER_MARK.length) : piece)
    },
    /** Ends the current log. @param cut whether the log was cut off, so that an unterminated last line is incomplete */
    end(cut: boolean): void {
      isCut = cut
      splitter.end()
      flush()
      file += 1
      isFirstPiece = true
      isCut = false
      previous = ''
    },
  }
}

const OPEN_BRACE = 0x7b
const BYTE_ORDER_MARK = Buffer.from([0xef, 0xbb, 0xbf])
const LF = 0x0a
const CR = 0x0d
const NOTHING = Buffer.alloc(0)
/** Far longer than any server's line: nginx and Apache accept at most 32 kB of headers. */
const MAX_LINE_BYTES = 256 * 1024

/** @param take gets undefined for a line that was too long */
function createLineSplitter(take: (line: Buffer | undefined, isTerminated: boolean) => void) {
  /** The line's parts, from one or more pieces; empty once the line is too long. */
  let parts: Buffer[] = []
  let length = 0

  function hold(part: Buffer): void {
    length += part.length
    if (length > MAX_LINE_BYTES) parts = []
    else parts.push(part)
  }

  function give(isTerminated: boolean): void {
    const line = parts.length > 1 ? Buffer.concat(parts) : (parts[0] ?? NOTHING)
    const isTooLong = length > MAX_LINE_BYTES
    parts = []
    length = 0
    if (isTooLong) take(undefined, isTerminated)
    else take(line.at(-1) === CR ? line.subarray(0, -1) : line, isTerminated)
  }

  return {
    push(piece: Buffer): void {
      let start = 0
      for (let end = piece.indexOf(LF); end >= 0; end = piece.indexOf(LF, start)) {
        hold(piece.subarray(start, end))
        give(true)
        start = end + 1
      }
      if (start < piece.length) hold(piece.subarray(start))
    },
    end(): void {
      if (length > 0) give(false)
    },
  }
}
