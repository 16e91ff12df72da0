import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  clfTime,
  combined,
  downloadOf,
  type LoggedRequest,
} from '../../../../test/support/access-log.ts'
import { AT, CADDY, readLog, target } from '../../../../test/support/read-log.ts'

test('times are right on both days on which the clocks change', () => {
  const times = ['02/Nov/2025:01:30:00 -0400', '02/Nov/2025:01:30:00 -0500']
  const line = (time: string) => `1.2.3.4 - - [${time}] "GET ${target} HTTP/1.1" 200 1\n`
  const { downloads } = readLog([...times, '09/Mar/2025:03:30:00 -0400'].map(line))
  const hours = ['2025-11-02T05:30Z', '2025-11-02T06:30Z', '2025-03-09T07:30Z']
  expect(downloads.map(({ at }) => at)).toEqual(hours.map(Date.parse))
})

test('a last line without its end counts when it is whole', () => {
  const line = combined({ at: AT })
  expect(readLog([`${line}\n${line}`]).downloads).toHaveLength(2)
  expect(readLog([`${line}\n${line}`], {}, true).downloads).toHaveLength(1)
})

test.each(['0.004', '"203.0.113.5, 10.0.0.1" 0.004'])(
  'a log whose lines end in %s, cut anywhere, holds no download that the whole one does not',
  (more) => {
    const line = (at: number) => `${combined({ at })} ${more}\n`
    const whole = `${line(AT)}hello\n${line(AT + 1000)}`
    const { keys } = readLog([whole])
    for (let end = whole.indexOf('\n') + 1; end <= whole.length; end += 1)
      expect(keys).toEqual(expect.arrayContaining(readLog([whole.slice(0, end)]).keys))
  },
)

test('a first line cut within its list of proxies is no download', () => {
  const { downloads, skipped } = readLog([`${combined({ at: AT })} "203.0.113`])
  expect([downloads, skipped.malformed]).toEqual([[], 1])
})

test('a log of the common format cut in its last size holds the same download', () => {
  const whole = `1.2.3.4 - - [${clfTime(AT)}] "GET ${target} HTTP/1.1" 200 5120\n`
  expect(readLog([whole.slice(0, -3)]).keys).toEqual(readLog([whole]).keys)
})

test('a byte order mark at the beginning is no part of the first line', () => {
  expect(readLog([`\xef\xbb\xbf${combined({ at: AT })}\n`]).downloads).toHaveLength(1)
})

test('a line of 100 MB is one line, too long, and the next one is read', () => {
  const piece = Buffer.alloc(1024 * 1024, 'x')
  const pieces = Array.from({ length: 100 }, () => piece)
  const { lines, skipped, downloads } = readLog([...pieces, `\n${combined({ at: AT })}\n`])
  expect([lines, skipped.too_long, downloads.length]).toEqual([2, 1, 1])
})

test('any bytes are read without an error, and every line is accounted for', () => {
  const word = fc.constantFrom(
    ...['"', '\\', '[', ']', ' ', '\n', '\r\n', '\0', '{"ts":1e9,', '"status":200}', 'GET '],
    ...['1.2.3.4 - - ', `[${clfTime(AT)}] "`, target, ' HTTP/1.1" 200 5'],
  )
  const bytes = fc.oneof(
    fc.uint8Array({ maxLength: 400 }).map((array) => Buffer.from(array)),
    fc.array(word, { maxLength: 30 }).map((words) => Buffer.from(words.join(''))),
  )
  fc.assert(
    fc.property(bytes, (log) => {
      const { lines, skipped, downloads } = readLog([log])
      const counts = [downloads.length, ...Object.values(skipped)]
      expect(counts.reduce((total, count) => total + count)).toBe(lines)
      const parts = log.toString('latin1').split(/\r+\n?|\n/)
      expect(lines).toBe(parts.at(-1) === '' ? parts.length - 1 : parts.length)
    }),
    { numRuns: 200 },
  )
})

const agent = fc
  .string({ unit: fc.constantFrom(...'aZ"\\ é(/=<漢'), maxLength: 20 })
  .map((text) => text.trim())
  .filter((text) => text !== '-' && text !== '')
const hex = (byte: string) => `\\x${byte.charCodeAt(0).toString(16).padStart(2, '0')}`
const bytesOf = (text: string) => Buffer.from(text).toString('latin1')
const asNginx = (text: string) =>
  bytesOf(text).replace(/[^ -~]|["\\]/g, (byte) => `\\x${hex(byte).slice(2).toUpperCase()}`)
const asApache = (text: string) =>
  bytesOf(text)
    .replace(/["\\]/g, '\\$&')
    .replace(/[^ -~]/g, hex)
const request = fc.record({
  at: fc.integer({ min: 915_148_800, max: 1_767_225_600 }).map((seconds) => seconds * 1000),
  offset: fc.integer({ min: -48, max: 56 }).map((quarters) => quarters * 15),
  id: fc.constantFrom(1, 2, 3),
  status: fc.constantFrom(200, 206),
  client: fc.oneof(fc.ipV4(), fc.ipV6()),
  userAgent: agent,
  query: fc.constantFrom('', '?', '?disposition=attachment', '?a=%2F"'),
})
type Request = typeof request extends fc.Arbitrary<infer T> ? T : never
const text =
  (asLogged: (text: string) => string) =>
  ({ at, offset, id, status, client, userAgent, query }: Request) =>
    `${client} - - [${clfTime(at, offset)}] "GET ${asLogged(downloadOf(id) + query)} HTTP/1.1" ${status} 5 "-" "${asLogged(userAgent)}"`
const FORMATS: Record<string, (request: Request) => string> = {
  nginx: text(asNginx),
  Apache: text(asApache),
  'nginx JSON': ({ at, offset, id, status, client, userAgent, query }) =>
    JSON.stringify({
      ...{ time_local: clfTime(at, offset), remote_addr: client, status },
      ...{ request: `GET ${downloadOf(id)}${query} HTTP/2.0`, http_user_agent: userAgent },
    }),
  Caddy: ({ at, id, status, client, userAgent, query }) =>
    JSON.stringify({
      ...{ ts: at / 1000, status },
      request: {
        ...{ client_ip: client, method: 'GET', uri: downloadOf(id) + query },
        headers: { 'User-Agent': [userAgent] },
      },
    }),
  Traefik: ({ at, id, status, client, userAgent, query }) =>
    JSON.stringify({
      ...{ StartUTC: new Date(at), ClientHost: client, DownstreamStatus: status },
      ...{ RequestMethod: 'GET', RequestPath: downloadOf(id) + query },
      'request_User-Agent': userAgent,
    }),
}

test.each(Object.keys(FORMATS))('a request written as %s is read back as it was', (format) => {
  fc.assert(
    fc.property(request, (input) => {
      const { at, id, status, userAgent } = input
      const line = FORMATS[format]?.(input) ?? ''
      expect(readLog([Buffer.from(`${line}\n`)]).downloads).toEqual([{ at, id, status, userAgent }])
    }),
    { numRuns: 200 },
  )
})

test('it does not matter where the pieces of a stream end', () => {
  const lines: Omit<LoggedRequest, 'at'>[] = [
    ...[{}, { target: '/other' }, { userAgent: 'é"x' }, { status: 206 }, { method: 'POST' }],
  ]
  const text = lines.map((line) => combined({ at: AT, ...line })).join('\r\n')
  const log = Buffer.from(`${text}\n${JSON.stringify(CADDY)}\n\nx`)
  const whole = readLog([log])
  // Each byte by itself, with an empty piece after it.
  expect(readLog([...log].flatMap((byte) => [Buffer.of(byte), '']))).toEqual(whole)
  fc.assert(
    fc.property(fc.array(fc.nat(log.length), { maxLength: 12 }), (cuts) => {
      const edges = [0, ...cuts.toSorted((a, b) => a - b), log.length]
      const pieces = edges.slice(1).map((end, index) => log.subarray(edges[index], end))
      expect(readLog(pieces)).toEqual(whole)
    }),
  )
})
