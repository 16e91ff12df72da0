import { CLF_TIME_LENGTH, readClfTime } from './log-time.ts'
import { type DownloadRequest, documentOf, type Reason, refusal } from './request.ts'
import { pickClient } from './text-client.ts'
import { userAgentText } from './user-agent-text.ts'

const SPACE = 0x20
const QUOTE = 0x22
const HYPHEN = 0x2d
const SLASH = 0x2f
const OPEN = 0x5b
const CLOSE = 0x5d
const BACKSLASH = 0x5c

const PATH_START = Buffer.from('/api/documents/')

/** What the last line had behind its size: tells a whole line from one that was cut there. */
export interface LineShape {
  hasQuoted: boolean
  /** Known of downloads only. */
  hasAgent: boolean
}

/**
 * A line of the common or combined format, with or without a vhost before it and more fields behind it:
 * `client ident user [time] "method target protocol" status size "referrer" "user agent"`. Works on bytes and makes
 * nothing new for the many lines that are no download.
 */
export function readTextLine(
  bytes: Buffer,
  start: number,
  end: number,
  shape: LineShape,
): Reason | DownloadRequest {
  const time = findTime(bytes, start, end)
  const request = time + CLF_TIME_LENGTH + 4
  if (time < 0 || bytes[request - 1] !== QUOTE || bytes[request - 2] !== SPACE) return 'malformed'
  const requestEnd = findRequestEnd(bytes, request, end)
  if (requestEnd < 0) return 'malformed'
  const sizeEnd = findSizeEnd(bytes, requestEnd + 6, end)
  if (sizeEnd < 0) return 'malformed'
  const at = readClfTime(bytes, time + 1)
  if (Number.isNaN(at)) return 'malformed'
  shape.hasQuoted = bytes[sizeEnd + 1] === QUOTE && sizeEnd + 1 < end
  if (!mayBeDownload(bytes, request, requestEnd)) return 'other_path'
  const read = readRequest(
    bytes.toString('latin1', request, requestEnd),
    statusAt(bytes, requestEnd + 2),
  )
  if (typeof read === 'string') return read
  const client = pickClient(bytes.toString('latin1', start, time))
  const agent = shape.hasQuoted ? findUserAgent(bytes, sizeEnd + 2, end) : NO_AGENT
  if (client === undefined || agent === undefined) return 'malformed'
  shape.hasAgent = agent !== NO_AGENT
  const logged = bytes.toString('latin1', agent[0], agent[1])
  const identityEnd = agent === NO_AGENT ? requestEnd + 5 : agent[1] + 1
  return {
    ...read,
    at,
    client,
    userAgent: userAgentText(logged),
    identity: bytes.subarray(start, identityEnd),
  }
}

/** Where `[time]` begins; a user name may hold brackets, too. */
function findTime(bytes: Buffer, start: number, end: number): number {
  const last = end - CLF_TIME_LENGTH - 4
  for (let at = start; at < last; at += 1) {
    if (bytes[at] === OPEN && bytes[at + CLF_TIME_LENGTH + 1] === CLOSE && bytes[at + 3] === SLASH)
      return at
  }
  return -1
}

/** The quote that ends the request: one before a status; others belong to it, escaped or not. */
function findRequestEnd(bytes: Buffer, start: number, end: number): number {
  for (let at = start; at < end - 4; at += 1) {
    const byte = bytes[at]
    if (byte === BACKSLASH) at += 1
    else if (byte === QUOTE && bytes[at + 1] === SPACE && statusAt(bytes, at + 2) > 0) return at
  }
  return -1
}

/** Three digits and a space; 0 for anything else. */
function statusAt(bytes: Buffer, at: number): number {
  let status = 0
  for (let index = at; index < at + 3; index += 1) {
    const digit = (bytes[index] ?? 0) - 48
    if (digit < 0 || digit > 9) return 0
    status = status * 10 + digit
  }
  return bytes[at + 3] === SPACE ? status : 0
}

/** The size is digits or a hyphen, then comes a space or the end. */
function findSizeEnd(bytes: Buffer, start: number, end: number): number {
  let at = start
  if (bytes[at] === HYPHEN) at += 1
  else while (at < end && isDigit(bytes[at])) at += 1
  return at > start && at <= end && (at === end || bytes[at] === SPACE) ? at : -1
}

const isDigit = (byte = 0) => byte >= 48 && byte <= 57

/** Whether it is worth reading: the path begins as a document's does, or the target is in absolute form. */
function mayBeDownload(bytes: Buffer, start: number, end: number): boolean {
  let target = start
  while (target < end && bytes[target] !== SPACE) target += 1
  target += 1
  if (target >= end) return false
  if (bytes[target] !== SLASH) return true
  for (let index = 0; index < PATH_START.length; index += 1) {
    if (bytes[target + index] !== PATH_START[index]) return false
  }
  return true
}

const REQUEST = /^(\S+) (.+?)(?: HTTP\/\d(?:\.\d)?)?$/s

function readRequest(
  request: string,
  status: number,
): Reason | Pick<DownloadRequest, 'documentId' | 'status'> {
  const [, method = '', target = ''] = REQUEST.exec(request) ?? []
  const documentId = documentOf(target)
  if (documentId === undefined) return 'other_path'
  return refusal(method, status) ?? { documentId, status: status as 200 | 206 }
}

const NO_AGENT: [number, number] = [0, 0]

/**
 * Where the second quoted field is, the first being the referrer.
 * @param start behind the referrer's opening quote
 * @returns undefined where a quote is not closed: the line was cut
 */
function findUserAgent(bytes: Buffer, start: number, end: number): [number, number] | undefined {
  const referrerEnd = findClosingQuote(bytes, start, end)
  if (referrerEnd < 0) return undefined
  if (bytes[referrerEnd + 2] !== QUOTE || referrerEnd + 2 >= end) return NO_AGENT
  const agentEnd = findClosingQuote(bytes, referrerEnd + 3, end)
  return agentEnd < 0 ? undefined : [referrerEnd + 3, agentEnd]
}

/** A quote before a space or the end; any other was part of what the browser sent. */
function findClosingQuote(bytes: Buffer, start: number, end: number): number {
  for (let at = start; at < end; at += 1) {
    if (bytes[at] === BACKSLASH) at += 1
    else if (bytes[at] === QUOTE && (at + 1 === end || bytes[at + 1] === SPACE)) return at
  }
  return -1
}
