import type { IncomingHttpHeaders } from 'node:http'

export interface DocumentRequest {
  method: string
  headers: IncomingHttpHeaders
  sha256: string
  byteSize: number
  /** Milliseconds. */
  lastModified: number
}

export interface ResponsePlan {
  status: 200 | 206 | 304 | 416
  /** The bytes to send, both included; `end` is `start - 1` if the response has no body. */
  start: number
  end: number
  headers: Record<string, string>
  /**
   * Whether this response, once sent whole, is recorded (CONTRACT section 4): the body of a GET that ends with the document's
   * last byte.
   */
  completes: boolean
  /** A request for several ranges is answered whole, and counts as ranges do. */
  part: 'whole' | 'range' | 'piece' | 'prefetched' | 'revalidated'
}

/** Decides how to answer a request for a document: RFC 9110, sections 13 (conditions) and 14 (ranges). */
export function planResponse(request: DocumentRequest): ResponsePlan {
  const { method, headers, byteSize } = request
  const validators = {
    etag: `"${request.sha256}"`,
    'last-modified': new Date(request.lastModified).toUTCString(),
    'accept-ranges': 'bytes',
  }
  if (isCurrent(headers, validators)) return withoutBody(304, validators)

  const mayBePart = method === 'GET' && isUnchanged(headers['if-range'], validators)
  const range = mayBePart ? parseRange(headers.range, byteSize) : undefined
  if (range === 'unsatisfiable') {
    return withoutBody(416, { ...validators, 'content-range': `bytes */${byteSize}` })
  }
  const { start, end } = range ?? { start: 0, end: byteSize - 1 }
  const hasBody = method !== 'HEAD'
  const isAhead = isPrefetch(headers)
  const isRange = range !== undefined || (mayBePart && SEVERAL_RANGES.test(headers.range ?? ''))
  return {
    status: range ? 206 : 200,
    start,
    end: hasBody ? end : start - 1,
    headers: {
      'content-type': 'application/pdf',
      'content-length': String(end - start + 1),
      ...(range && { 'content-range': `bytes ${start}-${end}/${byteSize}` }),
      ...validators,
    },
    completes: method === 'GET' && end === byteSize - 1 && !(isAhead && range),
    part: isAhead ? 'prefetched' : !isRange ? 'whole' : end === byteSize - 1 ? 'range' : 'piece',
  }
}

type Validators = { etag: string; 'last-modified': string }

function withoutBody(status: 304 | 416, headers: Record<string, string>): ResponsePlan {
  return { status, start: 0, end: -1, headers, completes: false, part: 'revalidated' }
}

/** Whether the client has the document already: an entity tag outweighs a date (RFC 9110, section 13.2.2). */
function isCurrent(headers: IncomingHttpHeaders, current: Validators): boolean {
  const tags = headers['if-none-match']
  // Splitting at commas is safe because our own tag has none.
  if (tags !== undefined)
    return tags
      .split(',')
      .some((tag) => ['*', current.etag].includes(tag.trim().replace(/^W\//, '')))
  return Date.parse(headers['if-modified-since'] ?? '') >= Date.parse(current['last-modified'])
}

/** If-Range compares strongly: the very same tag, or the very same date (RFC 9110, section 13.1.5). */
function isUnchanged(ifRange: string | string[] | undefined, current: Validators): boolean {
  return ifRange === undefined || ifRange === current.etag || ifRange === current['last-modified']
}

const SEVERAL_RANGES = /^bytes=[^,]*,/i
const SINGLE_RANGE = /^bytes=[ \t]*(\d*)-(\d*)[ \t]*$/i

/**
 * A single range, or `undefined` to send the whole file: for another unit, a syntax error, an empty file, or several
 * ranges, which could overlap and cost many times the file (RFC 9110, section 14.2 lets a server ignore Range).
 * Not range-parser, which refuses a suffix longer than the file; by section 14.1.2 that means the whole file.
 */
function parseRange(header: string | undefined, byteSize: number) {
  const [, first = '', last = ''] = SINGLE_RANGE.exec(header ?? '') ?? []
  if ((first === '' && last === '') || byteSize === 0) return undefined
  if (first === '') {
    const length = Math.min(Number(last), byteSize)
    return length === 0
      ? ('unsatisfiable' as const)
      : { start: byteSize - length, end: byteSize - 1 }
  }
  const start = Number(first)
  const end = last === '' ? byteSize - 1 : Math.min(Number(last), byteSize - 1)
  if (last !== '' && Number(last) < start) return undefined
  return start >= byteSize ? ('unsatisfiable' as const) : { start, end }
}

/** `Sec-Purpose: prefetch;prerender` today; the others are what browsers sent before it, and some still do. */
const PURPOSE_HEADERS = ['sec-purpose', 'purpose', 'x-purpose', 'x-moz']
const PREFETCH_PURPOSES = new Set(['prefetch', 'prerender', 'preview', 'instant'])

/** Whether a browser is prefetching: nobody has chosen to read the document yet (CONTRACT section 4). */
export function isPrefetch(headers: IncomingHttpHeaders): boolean {
  const purposes = PURPOSE_HEADERS.flatMap((name) => String(headers[name] ?? '').split(/[;,]/))
  return purposes.some((purpose) => PREFETCH_PURPOSES.has(purpose.trim().toLowerCase()))
}
