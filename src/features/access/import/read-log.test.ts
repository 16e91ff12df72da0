import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  clfTime,
  combined,
  downloadOf,
  type LoggedRequest,
} from '../../../../test/support/access-log.ts'
import type { DownloadBatch } from './download-batch.ts'
import { createLogReader } from './read-log.ts'

const OPTIONS = {
  documentIds: Int32Array.from([1, 2, 3]),
  timeZone: 'America/New_York',
  since: Number.NEGATIVE_INFINITY,
  until: Number.POSITIVE_INFINITY,
  recordedFrom: Number.POSITIVE_INFINITY,
}

/** Reads a log given in pieces. */
function read(pieces: (string | Buffer)[], options: Partial<typeof OPTIONS> = {}, isCut = false) {
  const batches: DownloadBatch[] = []
  const reader = createLogReader(0, { ...OPTIONS, ...options }, (batch) => batches.push(batch))
  for (const piece of pieces)
    reader.push(typeof piece === 'string' ? Buffer.from(piece, 'latin1') : piece)
  reader.end(isCut)
  const downloads = batches.flatMap((batch) =>
    [...batch.times].map((at, place) => ({
      at,
      id: batch.documentIds[place],
      status: batch.statuses[place],
      userAgent: batch.userAgents[batch.agents[place] ?? -1],
    })),
  )
  const keys = batches.flatMap(({ visitors, lines }) =>
    [...visitors].map((v, i) => `${v} ${lines[i]}`),
  )
  return { ...reader.reading, downloads, keys }
}

const AT = Date.UTC(2025, 2, 1, 12, 30, 15)
const AGENT = 'Mozilla/5.0 (X11; Linux x86_64)'
const one = { at: AT, id: 1, status: 200, userAgent: AGENT }
const target = downloadOf(1)

const CADDY = {
  level: 'info',
  ts: AT / 1000 + 0.25,
  logger: 'http.log.access.log0',
  msg: 'handled request',
  request: {
    remote_ip: '198.51.100.7',
    remote_port: '51234',
    client_ip: '198.51.100.7',
    proto: 'HTTP/2.0',
    method: 'GET',
    host: 'docket.example.com',
    uri: `${target}?disposition=attachment`,
    headers: { 'User-Agent': [AGENT], Accept: ['*/*'] },
  },
  bytes_read: 0,
  user_id: '',
  duration: 0.01,
  size: 5120,
  status: 200,
  resp_headers: { Server: ['Caddy'] },
}

const TRAEFIK = {
  ClientAddr: '198.51.100.7:51234',
  ClientHost: '198.51.100.7',
  DownstreamContentSize: 5120,
  DownstreamStatus: 200,
  Duration: 10_000_000,
  OriginStatus: 200,
  RequestHost: 'docket.example.com',
  RequestMethod: 'GET',
  RequestPath: target,
  RequestProtocol: 'HTTP/2.0',
  StartLocal: '2025-03-01T07:30:15.1-05:00',
  StartUTC: '2025-03-01T12:30:15.123456789Z',
  entryPointName: 'websecure',
  level: 'info',
  msg: '',
  'request_User-Agent': AGENT,
  time: '2025-03-01T12:30:16Z',
}

const nginx = {
  remote_addr: '198.51.100.7',
  request: `GET ${target} HTTP/2.0`,
  status: '200',
  http_user_agent: AGENT,
}

describe('formats, found line by line', () => {
  test.each<[string, string, Partial<typeof one>]>([
    [
      'common',
      `198.51.100.7 - - [${clfTime(AT)}] "GET ${target} HTTP/1.1" 200 5120`,
      { userAgent: '' },
    ],
    ['combined', combined({ at: AT, userAgent: AGENT }), {}],
    ['with a vhost', `docket.example.com:443 ${combined({ at: AT, userAgent: AGENT })}`, {}],
    [
      'with the vhost of the sample',
      `www.example.com 1.2.3.4 - theuser [${clfTime(AT, -300)}] "GET ${target} HTTP/1.0" 200 368`,
      { userAgent: '' },
    ],
    [
      'with more fields',
      `${combined({ at: AT, userAgent: AGENT })} "203.0.113.9, 10.0.0.1" 0.004 - "x"`,
      {},
    ],
    [
      'as Traefik writes it',
      `${combined({ at: AT, userAgent: AGENT })} 17 "docket@file" "http://10.0.0.2:3000" 12ms`,
      {},
    ],
    ['of an IPv6 client', combined({ at: AT, userAgent: AGENT, client: '2001:db8::7' }), {}],
    ['of a named client', combined({ at: AT, userAgent: AGENT, client: 'host-7.example.net' }), {}],
    [
      'of a signed-in user with a space',
      combined({ at: AT, userAgent: AGENT }).replace('- -', '- Jane [x] Doe'),
      {},
    ],
    [
      'another zone',
      combined({ at: AT, userAgent: AGENT }).replace(clfTime(AT), clfTime(AT, -420)),
      {},
    ],
    ['HTTP/2', combined({ at: AT, userAgent: AGENT }).replace('HTTP/1.1', 'HTTP/2.0'), {}],
    ['HTTP/3', combined({ at: AT, userAgent: AGENT }).replace('HTTP/1.1', 'HTTP/3'), {}],
    [
      'a query',
      combined({ at: AT, userAgent: AGENT, target: `${target}?disposition=attachment&a=%2F` }),
      {},
    ],
    [
      'absolute form',
      combined({ at: AT, userAgent: AGENT, target: `HTTPS://docket.example.com:443${target}` }),
      {},
    ],
    ['no size', combined({ at: AT, userAgent: AGENT }).replace(' 5120 ', ' - '), {}],
    ['no user agent', combined({ at: AT, userAgent: '-' }), { userAgent: '' }],
    [
      'a quote as nginx escapes it',
      combined({ at: AT, userAgent: 'a \\x22b\\x22 c' }),
      { userAgent: 'a "b" c' },
    ],
    [
      'a quote as Apache escapes it',
      combined({ at: AT, userAgent: 'a \\"b\\" c\\\\' }),
      { userAgent: 'a "b" c\\' },
    ],
    ['a quote that nobody escaped', combined({ at: AT, userAgent: 'a"b' }), { userAgent: 'a"b' }],
    ['UTF-8', combined({ at: AT, userAgent: 'Caf\xc3\xa9' }), { userAgent: 'Café' }],
    [
      'UTF-8 as nginx escapes it',
      combined({ at: AT, userAgent: 'Caf\\xC3\\xA9' }),
      { userAgent: 'Café' },
    ],
    ['Latin-1', combined({ at: AT, userAgent: 'Caf\xe9' }), { userAgent: 'Café' }],
    [
      'a formula and markup',
      combined({ at: AT, userAgent: '=1+1<script>' }),
      { userAgent: '=1+1<script>' },
    ],
    ['a NUL', combined({ at: AT, userAgent: 'a\0b' }), { userAgent: 'ab' }],
    ['Caddy', JSON.stringify(CADDY), { at: AT + 250 }],
    ['Caddy with its time in words', JSON.stringify({ ...CADDY, ts: '2025/03/01 07:30:15' }), {}],
    [
      'Caddy before 2.5',
      JSON.stringify({
        ...CADDY,
        request: {
          ...CADDY.request,
          remote_ip: undefined,
          client_ip: undefined,
          remote_addr: '198.51.100.7:1',
        },
      }),
      { at: AT + 250 },
    ],
    ['Traefik', JSON.stringify(TRAEFIK), { at: AT + 123 }],
    [
      'nginx with an ISO time',
      JSON.stringify({ time_iso8601: '2025-03-01T07:30:15-05:00', ...nginx }),
      {},
    ],
    ['nginx with its local time', JSON.stringify({ time_local: clfTime(AT, -300), ...nginx }), {}],
    ['nginx with milliseconds', JSON.stringify({ msec: '1740832215.000', ...nginx }), {}],
    [
      'nginx with the target alone',
      JSON.stringify({
        '@timestamp': '2025-03-01T12:30:15+00:00',
        remote_addr: '::1',
        request_method: 'GET',
        request_uri: target,
        uri: '/x',
        status: 200,
        http_user_agent: AGENT,
      }),
      {},
    ],
    [
      'the sample of nginx',
      JSON.stringify({
        ip: '1.2.3.4',
        host: 'x',
        path: `${target}?a=b`,
        status: '200',
        user_agent: AGENT,
        length: 192,
        date: '2025-03-01T13:30:15+01:00',
      }),
      {},
    ],
    ['CRLF', `${combined({ at: AT, userAgent: AGENT })}\r`, {}],
  ])('%s', (_, line, changes) => {
    expect(read([`${line}\n`]).downloads).toEqual([{ ...one, ...changes }])
  })

  test.each([
    ['other_path', combined({ at: AT, target: `${target}/` })],
    ['other_path', combined({ at: AT, target: '/api/documents/01/download' })],
    ['other_path', combined({ at: AT, target: '/api/documents/%31/download' })],
    ['other_path', combined({ at: AT, target: '/api%2Fdocuments/1/download' })],
    ['other_path', combined({ at: AT, target: '/API/documents/1/download' })],
    ['other_path', combined({ at: AT, target: `//x${target}` })],
    ['other_path', combined({ at: AT, target: `/?u=http://x${target}` })],
    ['other_path', `198.51.100.7 - - [${clfTime(AT)}] "-" 408 0 "-" "-"`],
    ['other_path', `198.51.100.7 - - [${clfTime(AT)}] "\\x16\\x03\\x01" 400 150 "-" "-"`],
    ['other_method', combined({ at: AT, method: 'HEAD' })],
    ['other_method', combined({ at: AT, method: 'get' })],
    ['other_status', combined({ at: AT, status: 304 })],
    ['other_status', combined({ at: AT, status: 500 })],
    ['unknown_document', combined({ at: AT, target: downloadOf(4) })],
    ['unknown_document', combined({ at: AT, target: downloadOf(99_999_999_999) })],
    ['malformed', ''],
    ['malformed', 'hello'],
    ['malformed', '{"a":1'],
    ['malformed', '{"level":"info","msg":"serving"}'],
    ['malformed', combined({ at: AT }).replace('/Mar/', '/Mai/')],
    ['malformed', combined({ at: AT }).replace('01/Mar', '31/Feb')],
    ['malformed', combined({ at: AT }).replace(':30:', ':60:')],
    ['malformed', combined({ at: AT }).slice(0, -1)],
    ['malformed', combined({ at: AT }).replace('198.51.100.7', '8.51')],
  ] as const)('%s: %s', (reason, line) => {
    const { skipped, downloads, lines } = read([`${line}\n`])
    expect({ downloads, lines, count: skipped[reason] }).toEqual({
      downloads: [],
      lines: 1,
      count: 1,
    })
  })
})

describe('what a log may do to its reader', () => {
  test('both days on which the clocks change come out right', () => {
    const line = (time: string) => `1.2.3.4 - - [${time}] "GET ${target} HTTP/1.1" 200 1\n`
    const times = [
      '02/Nov/2025:01:30:00 -0400',
      '02/Nov/2025:01:30:00 -0500',
      '09/Mar/2025:03:30:00 -0400',
    ]
    const { downloads } = read(times.map(line))
    expect(downloads.map(({ at }) => new Date(at).toISOString())).toEqual([
      '2025-11-02T05:30:00.000Z',
      '2025-11-02T06:30:00.000Z',
      '2025-03-09T07:30:00.000Z',
    ])
  })

  test('a time without a zone is on the site’s clock, in the gap and in the hour that comes twice, too', () => {
    const line = (ts: string) => `${JSON.stringify({ ...CADDY, ts })}\n`
    const { downloads } = read(['2025-03-09T02:30:00', '2025-11-02T01:30:00'].map(line))
    expect(downloads.map(({ at }) => new Date(at).toISOString())).toEqual([
      '2025-03-09T07:30:00.000Z',
      '2025-11-02T05:30:00.000Z',
    ])
  })

  test('a last line without its end counts when it is whole', () => {
    const line = combined({ at: AT })
    expect(read([`${line}\n${line}`]).downloads).toHaveLength(2)
    expect(read([`${line}\n${line}`], {}, true).downloads).toHaveLength(1)
  })

  test('a log cut anywhere holds no download that the whole one does not', () => {
    const whole = `${combined({ at: AT })} 0.004\n${combined({ at: AT + 1000 })} 0.004\n`
    const { keys } = read([whole])
    for (let end = whole.indexOf('\n') + 1; end <= whole.length; end += 1)
      expect(keys).toEqual(expect.arrayContaining(read([whole.slice(0, end)]).keys))
  })

  test('a log of the common format cut in its last size holds the same download', () => {
    const whole = `1.2.3.4 - - [${clfTime(AT)}] "GET ${target} HTTP/1.1" 200 5120\n`
    expect(read([whole.slice(0, -3)]).keys).toEqual(read([whole]).keys)
  })

  test('a byte order mark at the beginning is no part of the first line', () => {
    expect(read([`\xef\xbb\xbf${combined({ at: AT })}\n`]).downloads).toHaveLength(1)
  })

  test('a line of 100 MB is one line, too long, and the next one is read', () => {
    const piece = Buffer.alloc(1024 * 1024, 'x')
    const pieces = Array.from({ length: 100 }, () => piece)
    const { lines, skipped, downloads } = read([...pieces, `\n${combined({ at: AT })}\n`])
    expect({ lines, tooLong: skipped.too_long, downloads: downloads.length }).toEqual({
      lines: 2,
      tooLong: 1,
      downloads: 1,
    })
  })

  test('user agents without end make small batches', () => {
    const sizes: number[] = []
    const reader = createLogReader(0, OPTIONS, ({ times }) => sizes.push(times.length))
    for (let index = 0; index < 300; index += 1)
      reader.push(
        Buffer.from(`${combined({ at: AT, userAgent: `${index}${'y'.repeat(20_000)}` })}\n`),
      )
    expect(Math.max(...sizes)).toBeLessThan(60)
  })
})

const sum = ({ lines, skipped, downloads }: ReturnType<typeof read>) => ({
  lines,
  accounted: Object.values(skipped).reduce((total, count) => total + count, downloads.length),
})

describe('properties', () => {
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
        const { lines, accounted } = sum(read([log]))
        expect(accounted).toBe(lines)
        const ends = log.filter((byte) => byte === 10).length
        expect(lines).toBe(log.length > 0 && log.at(-1) !== 10 ? ends + 1 : ends)
      }),
      { numRuns: 500 },
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
      .integer({ min: Date.UTC(1999, 0) / 1000, max: Date.UTC(2037, 0) / 1000 })
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
      fc.property(request, (given) => {
        const { at, id, status, userAgent } = given
        const line = FORMATS[format]?.(given) ?? ''
        expect(read([Buffer.from(`${line}\n`)]).downloads).toEqual([{ at, id, status, userAgent }])
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
    const whole = read([log])
    fc.assert(
      fc.property(fc.array(fc.nat(log.length), { maxLength: 12 }), (cuts) => {
        const edges = [0, ...cuts.toSorted((a, b) => a - b), log.length]
        const pieces = edges.slice(1).map((end, index) => log.subarray(edges[index], end))
        expect(read(pieces)).toEqual(whole)
      }),
    )
  })
})
