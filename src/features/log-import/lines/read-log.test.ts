import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  clfTime,
  combined,
  downloadOf,
  type LoggedRequest,
} from '../../../../test/support/access-log.ts'
import { AT, CADDY, OPTIONS, readLog, target } from '../../../../test/support/read-log.ts'
import { createLogReader } from './read-log.ts'

test('both days on which the clocks change come out right', () => {
  const line = (time: string) => `1.2.3.4 - - [${time}] "GET ${target} HTTP/1.1" 200 1\n`
  const times = [
    '02/Nov/2025:01:30:00 -0400',
    '02/Nov/2025:01:30:00 -0500',
    '09/Mar/2025:03:30:00 -0400',
  ]
  const { downloads } = readLog(times.map(line))
  expect(downloads.map(({ at }) => new Date(at).toISOString())).toEqual([
    '2025-11-02T05:30:00.000Z',
    '2025-11-02T06:30:00.000Z',
    '2025-03-09T07:30:00.000Z',
  ])
})

test('a last line without its end counts when it is whole', () => {
  const line = combined({ at: AT })
  expect(readLog([`${line}\n${line}`]).downloads).toHaveLength(2)
  expect(readLog([`${line}\n${line}`], {}, true).downloads).toHaveLength(1)
})

test('a log cut anywhere holds no download that the whole one does not', () => {
  const whole = `${combined({ at: AT })} 0.004\n${combined({ at: AT + 1000 })} 0.004\n`
  const { keys } = readLog([whole])
  for (let end = whole.indexOf('\n') + 1; end <= whole.length; end += 1)
    expect(keys).toEqual(expect.arrayContaining(readLog([whole.slice(0, end)]).keys))
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
  expect({ lines, tooLong: skipped.too_long, downloads: downloads.length }).toEqual({
    lines: 2,
    tooLong: 1,
    downloads: 1,
  })
})

test('user agents without end make small batches', () => {
  const sizes: number[] = []
  const reader = createLogReader(OPTIONS, ({ downloads }) => sizes.push(downloads.length))
  for (let index = 0; index < 4500; index += 1)
    reader.push(Buffer.from(`${combined({ at: AT, userAgent: `${index}${'y'.repeat(600)}` })}\n`))
  expect(sizes).toEqual([2001, 2001])
})

const sum = ({ lines, skipped, downloads }: ReturnType<typeof readLog>) => ({
  lines,
  accounted: Object.values(skipped).reduce((total, count) => total + count, downloads.length),
})

test('any bytes are read without an error, and every line is accounted for', () => {
  const word = fc.constantFrom(
    '"',
    '\\',
    '[',
    ']',
    ' ',
    '\n',
    '\r\n',
    'GET ',
    target,
    ' HTTP/1.1" 200 5',
    `[${clfTime(AT)}] "`,
    '{"ts":1e9,',
    '"status":200}',
    '\0',
    '1.2.3.4 - - ',
  )
  const bytes = fc.oneof(
    fc.uint8Array({ maxLength: 400 }).map((array) => Buffer.from(array)),
    fc.array(word, { maxLength: 30 }).map((words) => Buffer.from(words.join(''))),
  )
  fc.assert(
    fc.property(bytes, (log) => {
      const { lines, accounted } = sum(readLog([log]))
      expect(accounted).toBe(lines)
      const parts = log.toString('latin1').split(/\r+\n?|\n/)
      expect(lines).toBe(parts.at(-1) === '' ? parts.length - 1 : parts.length)
    }),
    { numRuns: 200 },
  )
})

const agent = fc
  .string({
    unit: fc.constantFrom('a', 'Z', '"', '\\', ' ', 'é', '(', '/', '=', '<', '漢'),
    maxLength: 20,
  })
  .map((text) => text.trim())
  .filter((text) => text !== '-' && text !== '')
const asNginx = (text: string) =>
  [...Buffer.from(text)]
    .map((byte) =>
      byte < 32 || byte > 126 || byte === 34 || byte === 92
        ? `\\x${byte.toString(16).toUpperCase().padStart(2, '0')}`
        : String.fromCharCode(byte),
    )
    .join('')
const asApache = (text: string) =>
  [...Buffer.from(text)]
    .map((byte) =>
      byte === 34 || byte === 92
        ? `\\${String.fromCharCode(byte)}`
        : byte < 32 || byte > 126
          ? `\\x${byte.toString(16).padStart(2, '0')}`
          : String.fromCharCode(byte),
    )
    .join('')
const request = fc.record({
  at: fc
    .integer({ min: Date.UTC(1999, 0) / 1000, max: Date.UTC(2026, 0) / 1000 })
    .map((seconds) => seconds * 1000),
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
      time_local: clfTime(at, offset),
      remote_addr: client,
      request: `GET ${downloadOf(id)}${query} HTTP/2.0`,
      status,
      http_user_agent: userAgent,
    }),
  Caddy: ({ at, id, status, client, userAgent, query }) =>
    JSON.stringify({
      ts: at / 1000,
      request: {
        client_ip: client,
        method: 'GET',
        uri: downloadOf(id) + query,
        headers: { 'User-Agent': [userAgent] },
      },
      status,
    }),
  Traefik: ({ at, id, status, client, userAgent, query }) =>
    JSON.stringify({
      StartUTC: new Date(at).toISOString(),
      ClientHost: client,
      RequestMethod: 'GET',
      RequestPath: downloadOf(id) + query,
      DownstreamStatus: status,
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

test('where the pieces of a stream end is no matter', () => {
  const lines: LoggedRequest[] = [
    { at: AT },
    { at: AT + 1000, target: '/other' },
    { at: AT, userAgent: 'é"x' },
    { at: AT, status: 206 },
    { at: AT, method: 'POST' },
  ]
  const log = Buffer.from(`${lines.map(combined).join('\r\n')}\n${JSON.stringify(CADDY)}\n\nx`)
  const whole = readLog([log])
  fc.assert(
    fc.property(fc.array(fc.nat(log.length), { maxLength: 12 }), (cuts) => {
      const edges = [0, ...cuts.toSorted((a, b) => a - b), log.length]
      const pieces = edges.slice(1).map((end, index) => log.subarray(edges[index], end))
      expect(readLog(pieces)).toEqual(whole)
    }),
  )
})
