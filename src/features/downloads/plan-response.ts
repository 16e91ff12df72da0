import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'
import type { Document } from '../../platform/database/schema.ts'

export interface ResponsePlan {
  status: 200 | 206 | 304 | 416
  /** The bytes to send, both included; `end` is `start - 1` if the response has no body. */
  start: number
  end: number
  headers: Record<string, string>
  /** Whether this response, once sent whole, is recorded (CONTRACT section 4). */
  completes: boolean
  /** A request for several ranges is answered whole, and counts as ranges do. */
  part: 'whole' | 'range' | 'piece' | 'prefetched' | 'revalidated'
}

/** Decides how to answer a request for a document: RFC 9110, sections 13 (conditions) and 14 (ranges). */
export function planResponse(
  { method, headers }: Pick<IncomingMessage, 'method' | 'headers'>,
  {
    sha256,
    byte_size: byteSize,
    updated_at,
  }: Pick<Document, 'sha256' | 'byte_size' | 'updated_at'>,
): ResponsePlan {
  const validators = {
    etag: `"${sha256}"`,
    'last-modified': new Date(updated_at).toUTCString(),
    'accept-ranges': 'bytes',
  }
  const bodiless = { start: 0, end: -1, completes: false, part: 'revalidated' } as const
  if (isCurrent(headers, validators)) return { status: 304, headers: validators, ...bodiless }

  const mayBePart = method === 'GET' && isUnchanged(headers['if-range'], validators)
  const range = mayBePart ? parseRange(headers.range ?? '', byteSize) : undefined
  if (range === 'unsatisfiable') {
    const outOfRange = { ...validators, 'content-range': `bytes */${byteSize}` }
    return { status: 416, headers: outOfRange, ...bodiless }
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

/** Whether the client has the document already: an entity tag outweighs a date (RFC 9110, section 13.2.2). */
function isCurrent(headers: IncomingHttpHeaders, current: Validators): boolean {
  const tags = headers['if-none-match']
  if (tags === undefined)
    return Date.parse(headers['if-modified-since'] ?? '') >= Date.parse(current['last-modified'])
  // Splitting at commas is safe because our own tag has none.
  const bare = tags.split(',').map((tag) => tag.trim().replace(/^W\//, ''))
  return bare.includes('*') || bare.includes(current.etag)
}

/** If-Range compares strongly: the very same tag, or the very same date (RFC 9110, section 13.1.5). */
function isUnchanged(ifRange: string | string[] | undefined, current: Validators): boolean {
  return ifRange === undefined || ifRange === current.etag || ifRange === current['last-modified']
}

const SEVERAL_RANGES = /^bytes=[^,]*,/i
const SINGLE_RANGE = /^bytes=[ \t]*(\d*)-(\d*)[ \t]*$/i

type ByteRange = { start: number; end: number }

/**
 * A single range, or `undefined` to send the whole file: for another unit, a syntax error, an empty file, or several
 * ranges, which could overlap and cost many times the file (RFC 9110, section 14.2 lets a server ignore Range).
 * Not range-parser, which refuses a suffix longer than the file; by section 14.1.2 that means the whole file.
 */
function parseRange(header: string, byteSize: number): ByteRange | 'unsatisfiable' | undefined {
  const [, first = '', last = ''] = SINGLE_RANGE.exec(header) ?? []
  if ((first === '' && last === '') || byteSize === 0) return undefined
  const isSuffix = first === ''
  if (!isSuffix && last !== '' && Number(last) < Number(first)) return undefined
  const start = isSuffix ? Math.max(0, byteSize - Number(last)) : Number(first)
  const end = isSuffix || last === '' ? byteSize - 1 : Math.min(Number(last), byteSize - 1)
  return start >= byteSize ? 'unsatisfiable' : { start, end }
}

/** `Sec-Purpose: prefetch;prerender` today; the others are what browsers sent before it, and some still do. */
const PURPOSE_HEADERS = ['sec-purpose', 'purpose', 'x-purpose', 'x-moz']
const PREFETCH_PURPOSES = new Set(['prefetch', 'prerender', 'preview', 'instant'])

/** Whether a browser is prefetching: nobody has chosen to read the document yet (CONTRACT section 4). */
export function isPrefetch(headers: IncomingHttpHeaders): boolean {
  const purposes = PURPOSE_HEADERS.flatMap((name) => String(headers[name] ?? '').split(/[;,]/))
  return purposes.some((purpose) => PREFETCH_PURPOSES.has(purpose.trim().toLowerCase()))
}
