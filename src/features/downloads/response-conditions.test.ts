import { describe, expect, test } from 'vitest'
import {
  EARLIER,
  ETAG,
  FILED,
  LATER,
  plan,
  SHA256,
} from '../../../test/support/planned-response.ts'

test.each([
  [ETAG, 206],
  [FILED, 206],
  [`W/${ETAG}`, 200],
  ['"other"', 200],
  [EARLIER, 200],
  [LATER, 200],
  ['', 200],
])('a request with If-Range: %s is answered with %d', (ifRange, status) => {
  expect(plan({ range: 'bytes=0-9', 'if-range': ifRange }).status).toBe(status)
})

test('If-Range is evaluated before the range', () => {
  expect(plan({ range: 'bytes=5000-', 'if-range': '"other"' }).status).toBe(200)
})

describe('conditions', () => {
  test.each<[number, Record<string, string>]>([
    [304, { 'if-none-match': ETAG }],
    [304, { 'if-none-match': `W/${ETAG}` }],
    [304, { 'if-none-match': `"other", W/"more",${ETAG}` }],
    [304, { 'if-none-match': '*' }],
    [200, { 'if-none-match': '"other"' }],
    [200, { 'if-none-match': SHA256 }],
    [200, { 'if-none-match': '' }],
    [304, { 'if-modified-since': FILED }],
    [304, { 'if-modified-since': LATER }],
    [304, { 'if-modified-since': 'Thursday, 30-Jul-26 14:00:00 GMT' }],
    [200, { 'if-modified-since': EARLIER }],
    [200, { 'if-modified-since': 'Thu, soon' }],
    // A tag takes precedence over a date.
    [200, { 'if-none-match': '"other"', 'if-modified-since': LATER }],
    [304, { 'if-none-match': ETAG, range: 'bytes=0-9' }],
    [206, { 'if-none-match': '"other"', range: 'bytes=0-9' }],
  ])('%d for %o', (status, headers) => {
    const answer = plan(headers)
    expect(answer.status).toBe(status)
    expect(plan(headers, 'HEAD').status).toBe(status === 206 ? 200 : status)
    if (status < 300) return
    expect(answer).toMatchObject({ end: -1, completes: false, headers: { etag: ETAG } })
    expect(answer.headers).not.toHaveProperty('content-length')
  })
})
