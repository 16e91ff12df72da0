import { printable } from '../../../shared/clean-text.ts'
import * as rules from '../../downloads/download-rules.ts'
import { readJsonLine } from './json-line.ts'
import {
  type DownloadRequest,
  malformed,
  type Outcome,
  REASONS,
  type Reason,
} from './line-parts.ts'
import { countEndFields, readTextLine } from './text-line.ts'

export interface ReaderOptions {
  documentIds: Int32Array
  timeZone: string
  /** Milliseconds; `since` is included, the other two times are not. */
  since: number
  until: number
  /** The service itself recorded what came later. */
  recordedFrom: number
  batchSize: number
}

export interface Reading {
  lines: number
  skipped: Record<Reason, number>
  /** The first of each kind; files are counted from 0, lines from 1. */
  malformed: { problem: string; file: number; line: number; text: string }[]
}

export function emptyReading(): Reading {
  const skipped = Object.fromEntries(Object.keys(REASONS).map((reason) => [reason, 0]))
  return { lines: 0, skipped: skipped as Reading['skipped'], malformed: [] }
}

export interface DownloadBatch {
  file: number
  downloads: LoggedDownload[]
}

export type LoggedDownload = ReturnType<typeof loggedDownload>

/** Collects downloads in batches and counts all other lines. */
export function createLogReader(options: ReaderOptions, onBatch: (batch: DownloadBatch) => void) {
  const published = new Set(options.documentIds)
  let downloads: DownloadBatch['downloads'] = []
  const reading = emptyReading()
  /** Servers' clocks may differ a little. */
  const newest = Date.now() + 60 * 60_000
  let file = 0
  let linesBefore = 0
  let isCut = false
  const recent: string[] = []

  function read(raw: Buffer, isTerminated: boolean): Outcome {
    const bytes = withoutPadding(raw)
    if (OPEN_BRACE === bytes[bytes[0] === OPEN_BRACKET ? 1 : 0])
      return readJsonLine(bytes.toString(), options.timeZone)
    const line = bytes.toString('latin1')
    // A line cut off between the size and the user agent would look like the common format.
    const fields = isTerminated ? 0 : countEndFields(line)
    const isShort =
      !isTerminated && ['', ...Object.values(recent)].some((one) => countEndFields(one) > fields)
    recent[reading.lines % MAX_RECENT] = line
    const isPart = isShort || (!isTerminated && isCut)
    const outcome = readTextLine(line, options.timeZone)
    const isOther = !isDownload(outcome) && typeof outcome !== 'string'
    // Containers' logs, and the system's, have the time and a name before the line. Behind a quote, a visitor may have written it.
    const json = isOther ? line.indexOf('{"') : -1
    if (json > 0 && line.indexOf('"') === json + 1)
      return readJsonLine(bytes.toString('utf8', json), options.timeZone)
    return isPart && isDownload(outcome) ? malformed('cut off') : outcome
  }

  function selected(request: DownloadRequest): Outcome {
    const { documentId, at } = request
    if (!published.has(documentId)) return 'unknown_document'
    if (at < OLDEST) return 'too_old'
    if (at > newest) return 'in_future'
    if (at < options.since) return 'before_since'
    if (at >= options.until) return 'after_until'
    return at >= options.recordedFrom ? 'already_recorded' : request
  }

  function take(bytes: Buffer | undefined, isTerminated: boolean): void {
    reading.lines += 1
    const logged = bytes ? read(bytes, isTerminated) : 'too_long'
    const outcome = isDownload(logged) ? selected(logged) : logged
    if (typeof outcome === 'string') reading.skipped[outcome] += 1
    else if ('problem' in outcome) countMalformed(outcome.problem, bytes)
    else if (downloads.push(loggedDownload(outcome)) === options.batchSize) flush()
  }

  function countMalformed(problem: string, bytes: Buffer = NOTHING): void {
    reading.skipped.malformed += 1
    if (reading.malformed.some((one) => one.problem === problem)) return
    const text = printable(bytes.toString('utf8', 0, 4 * EXAMPLE_LENGTH)).slice(0, EXAMPLE_LENGTH)
    reading.malformed.push({ problem, file, line: reading.lines - linesBefore, text })
  }

  function flush(): void {
    if (downloads.length > 0) onBatch({ file, downloads })
    downloads = []
  }

  const splitter = createLineSplitter(take)
  return {
    reading,
    push: splitter.push,
    /** Ends the current log. @param cut whether the log was cut off, so that an unterminated last line is incomplete */
    end(cut: boolean): void {
      isCut = cut
      splitter.end()
      flush()
      file += 1
      linesBefore = reading.lines
      isCut = false
      recent.length = 0
    },
  }
}

/** Named as in the database. */
function loggedDownload(request: DownloadRequest) {
  const { documentId, at, status, client } = request
  const user_agent = rules.storedUserAgent(request.userAgent)
  return {
    document_id: documentId,
    at,
    status,
    user_agent,
    is_robot: rules.isRobot(user_agent) ? 1 : 0,
    visitor: rules.visitorOf(documentId, client, user_agent),
    source: status === 206 ? rules.sourceOf(documentId, client) : 0,
    /** Distinguishes the line from others of the same visitor and time. */
    line: rules.digest(request.identity),
  }
}

/** Before the first web server. */
const OLDEST = Date.UTC(1990, 0, 1)
const EXAMPLE_LENGTH = 200
const isDownload = (outcome: Outcome): outcome is DownloadRequest =>
  typeof outcome !== 'string' && 'documentId' in outcome

/** Lines before the last one of a log, which shows what a whole line has. */
const MAX_RECENT = 20

const OPEN_BRACE = 0x7b
const OPEN_BRACKET = 0x5b
/** NULs of logrotate's copytruncate, blanks, a comma of a list, and byte order marks of joined files. */
const PADDING = new Set([0x00, 0x09, 0x20, 0x2c, 0xef, 0xbb, 0xbf])

function withoutPadding(bytes: Buffer): Buffer {
  let start = 0
  while (PADDING.has(bytes[start] ?? -1)) start += 1
  return bytes.subarray(start)
}
const CR = 0x0d
const NOTHING = Buffer.alloc(0)
/** Far longer than any server's line: nginx and Apache accept at most 32 kB of headers. */
const MAX_LINE_BYTES = 256 * 1024

/** @param take gets undefined for a line that was too long */
function createLineSplitter(take: (line: Buffer | undefined, isTerminated: boolean) => void) {
  /** The line's parts, from one or more pieces; empty once the line is too long. */
  let parts: Buffer[] = []
  let length = 0
  let wasReturn = false

  function hold(part: Buffer): void {
    length += part.length
    if (length > MAX_LINE_BYTES) parts = []
    else parts.push(part)
  }

  function give(isTerminated: boolean): void {
    const line = length > MAX_LINE_BYTES ? undefined : Buffer.concat(parts)
    parts = []
    length = 0
    take(line, isTerminated)
  }

  return {
    /** A line ends with LF, with CR, or with CRs and an LF. */
    push(piece: Buffer): void {
      let start = 0
      for (const { 0: end, index } of piece.toString('latin1').matchAll(/\r+\n?|\n/g)) {
        const isRestOfEnd = wasReturn && index === 0
        if (!isRestOfEnd) {
          hold(piece.subarray(start, index))
          give(true)
        }
        start = index + end.length
      }
      hold(piece.subarray(start))
      if (piece.length > 0) wasReturn = piece.at(-1) === CR
    },
    end(): void {
      if (length > 0) give(false)
    },
  }
}
