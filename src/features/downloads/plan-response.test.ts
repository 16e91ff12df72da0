import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isPrefetch, planResponse } from './plan-response.ts'

const SHA256 = 'ab'.repeat(32)
const ETAG = `"${SHA256}"`
const FILED = 'Thu, 30 Jul 2026 14:00:00 GMT'
const EARLIER = 'Wed, 29 Jul 2026 14:00:00 GMT'
const LATER = 'Fri, 31 Jul 2026 14:00:00 GMT'

/** For a document of this size that was filed at FILED. */
const plan = (headers: Record<string, string> = {}, method = 'GET', byteSize = 1000) =>
  planResponse(
    { method, headers },
    // HTTP dates have whole seconds; stored times have milliseconds.
    { sha256: SHA256, byte_size: byteSize, updated_at: Date.parse(FILED) + 678 },
  )

test('the whole document, with what later requests need', () => {
  expect(plan()).toEqual({
    status: 200,
    start: 0,
    end: 999,
    headers: {
      'content-type': 'application/pdf',
      'content-length': '1000',
      etag: ETAG,
      'last-modified': FILED,
      'accept-ranges': 'bytes',
    },
    completes: true,
    part: 'whole',
  })
})

test('HEAD is GET without the bytes or ranges, and not a download', () => {
  const head = plan({}, 'HEAD')
  expect(head).toEqual({ ...plan(), end: -1, completes: false })
  expect(plan({ range: 'bytes=0-9' }, 'HEAD')).toEqual(head)
})

describe('a single range', () => {
  test.each([
    ['bytes=0-', 0, 999, true],
    ['bytes=0-998', 0, 998, false],
    ['bytes=999-', 999, 999, true],
    ['bytes=500-99999999999999999999999', 500, 999, true],
    ['bytes=0-0', 0, 0, false],
    ['bytes=-1', 999, 999, true],
    ['bytes=-5000', 0, 999, true],
    ['BYTES= 0-9 ', 0, 9, false],
  ])('%s: %d to %d', (range, start, end, completes) => {
    expect(plan({ range })).toMatchObject({
      status: 206,
      start,
      end,
      completes,
      part: completes ? 'range' : 'piece',
      headers: {
        'content-range': `bytes ${start}-${end}/1000`,
        'content-length': String(end - start + 1),
        etag: ETAG,
      },
    })
  })

  test.each([
    ['range', 'bytes=0-9,20-29'],
    ['range', 'bytes=0-9, bytes=20-29'],
    ...['pages=1-2', 'bytes=0x1-0x5', 'bytes 0-9', ''].map((range) => ['whole', range] as const),
  ] as const)('the whole file, as %s, for "%s"', (part, range) => {
    expect(plan({ range })).toEqual({ ...plan(), part })
  })

  test.each(['bytes=1000-', 'bytes=1000-2000', 'bytes=-0', `bytes=${'9'.repeat(400)}-`])(
    '%s cannot be satisfied',
    (range) => {
      expect(plan({ range })).toMatchObject({
        status: 416,
        end: -1,
        completes: false,
        headers: { 'content-range': 'bytes */1000' },
      })
    },
  )

  test('an empty document has none', () => {
    for (const range of ['bytes=0-', 'bytes=-5', 'bytes=-0']) {
      expect(plan({ range }, 'GET', 0)).toMatchObject({ status: 200, start: 0, end: -1 })
    }
  })
})

test.each([
  [ETAG, 206],
  [FILED, 206],
  [`W/${ETAG}`, 200],
  ['"other"', 200],
  [LATER, 200],
])('a request with If-Range: %s is answered with %d', (ifRange, status) => {
  expect(plan({ range: 'bytes=0-9', 'if-range': ifRange }).status).toBe(status)
  // It is evaluated before the range.
  const outside = { range: 'bytes=5000-', 'if-range': ifRange }
  expect(plan(outside).status).toBe(status === 206 ? 416 : 200)
})

test.each<[number, Record<string, string>]>([
  [304, { 'if-none-match': ETAG }],
  [304, { 'if-none-match': `"other", W/"more",W/${ETAG}` }],
  [304, { 'if-none-match': '*' }],
  [200, { 'if-none-match': SHA256 }],
  [200, { 'if-none-match': '' }],
  [304, { 'if-modified-since': FILED }],
  [304, { 'if-modified-since': 'Thursday, 30-Jul-26 14:00:00 GMT' }],
  [200, { 'if-modified-since': EARLIER }],
  [200, { 'if-modified-since': 'Thu, soon' }],
  // A tag takes precedence over a date.
  [200, { 'if-none-match': '"other"', 'if-modified-since': LATER }],
  [304, { 'if-none-match': ETAG, range: 'bytes=0-9' }],
  [206, { 'if-none-match': '"other"', range: 'bytes=0-9' }],
])('%d for the conditions %o', (status, headers) => {
  const answer = plan(headers)
  expect(answer.status).toBe(status)
  expect(plan(headers, 'HEAD').status).toBe(status === 206 ? 200 : status)
  if (status < 300) return
  expect(answer).toMatchObject({ end: -1, completes: false, headers: { etag: ETAG } })
  expect(answer.headers).not.toHaveProperty('content-length')
})

test('a prefetch is not a download yet, but is noted for later; a prefetched range is not', () => {
  const prefetch = { 'sec-purpose': 'prefetch' }
  expect(plan(prefetch)).toEqual({ ...plan(), part: 'prefetched' })
  expect(plan({ ...prefetch, range: 'bytes=500-' })).toMatchObject({ completes: false })
})

const position = fc.oneof(fc.nat(3000), fc.bigInt({ min: 0n, max: 10n ** 30n }), fc.constant(''))
const range = fc.oneof(
  fc.tuple(position, position).map(([first, last]) => `bytes=${first}-${last}`),
  fc.array(fc.tuple(position, position), { minLength: 2 }).map((list) => `bytes=${list}`),
  fc.string(),
)
const methods = fc.constantFrom('GET', 'HEAD')
const validator = fc.constantFrom(ETAG, `W/${ETAG}`, '"x"', '*', FILED, EARLIER, LATER, 'junk')
const purpose = fc.constantFrom('prefetch', 'x')
const conditions = { 'if-none-match': validator, 'if-modified-since': validator }
const headers: fc.Arbitrary<Record<string, string>> = fc.record(
  { range, 'if-range': validator, 'sec-purpose': purpose, ...conditions },
  { requiredKeys: [] },
)

test('always, the bytes lie within the document, the headers say which, and only the last one completes', () => {
  fc.assert(
    fc.property(headers, methods, fc.nat(2000), (sent, method, byteSize) => {
      const answer = plan(sent, method, byteSize)
      const { status, start, end } = answer
      const length = end - start + 1
      expect(start).toBeGreaterThanOrEqual(0)
      expect(length).toBeGreaterThanOrEqual(0)
      expect(end).toBeLessThan(Math.max(byteSize, 0))
      const sentPart = `bytes ${start}-${end}/${byteSize}`
      const contentRange = { 206: sentPart, 416: `bytes */${byteSize}` }
      expect(answer.headers['content-range']).toBe(contentRange[status as 206 | 416])
      if (status === 206) expect(length).toBeGreaterThan(0)
      else expect(length).toBe(status === 200 && method === 'GET' ? byteSize : 0)
      if (method === 'GET' && status < 300) {
        expect(answer.headers['content-length']).toBe(String(length))
      }
      const isWhole = method === 'GET' && status < 300 && end === byteSize - 1
      const isPart = status === 206 && sent['sec-purpose'] === 'prefetch'
      expect(answer.completes).toBe(isWhole && !isPart)
    }),
    { numRuns: 700 },
  )
})

test.each([
  [true, { 'sec-purpose': 'Prefetch;prerender' }],
  [true, { purpose: 'prefetch' }],
  [true, { 'x-purpose': 'preview' }],
  [true, { 'x-moz': 'prefetch' }],
  [false, {}],
  [false, { 'sec-purpose': 'no-prefetching' }],
])('whether a request is a prefetch is %s with the headers %o', (expected, headers) => {
  expect(isPrefetch(headers)).toBe(expected)
})
