import { expect, test } from 'vitest'
import { clfTime, combined, downloadOf } from '../../../../test/support/access-log.ts'
import { AGENT, AT, DOWNLOAD, readLog, target } from '../../../../test/support/read-log.ts'
import { readTextLine } from './text-line.ts'

test.each<[string, string, Partial<typeof DOWNLOAD>]>([
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
  ['of a client behind a socket', combined({ at: AT, userAgent: AGENT, client: 'unix:' }), {}],
  ['of a client left out', combined({ at: AT, userAgent: AGENT, client: '-' }), {}],
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
  ...[
    ['of a client with a port', '198.51.100.7:61598'],
    ['of a client with a port behind a vhost', 'docket.example.com:443 198.51.100.7:42918'],
    ['of a client in brackets', '[2001:db8::7]:443'],
    ['of a client without its last part', '203.0.113'],
    ['of a hashed client', 'q83vEjRWeJCrze8SNFZ4kA=='],
    ['of a list of proxies', '198.51.100.7,35.191.0.1'],
    ['of a client behind OpenLiteSpeed', '"198.51.100.7'],
    ['from Docker Compose', 'web_1  | host-7.example.net'],
    ['of a vhost with a port whose client is left out', 'docket.example.com:443 -'],
    ['behind NULs and marks', '\0\0\xef\xbb\xbf 198.51.100.7'],
  ].map(([name = '', client = '']): [string, string, object] => [
    name,
    combined({ at: AT, userAgent: AGENT, client }),
    {},
  ]),
  ['tabs between fields', combined({ at: AT, userAgent: AGENT }).replace('- - [', '-\t-\t['), {}],
  ['two blanks', combined({ at: AT, userAgent: AGENT }).replace('] "', ']  "'), {}],
  ['a duration', combined({ at: AT, userAgent: AGENT }).replace('] "', '] (0 s) "'), {}],
  ['one digit for the day', combined({ at: AT, userAgent: AGENT }).replace('[01/', '[1/'), {}],
  ['milliseconds', combined({ at: AT, userAgent: AGENT }).replace(':15 ', ':15.123 '), {}],
  [
    'an offset with a colon',
    combined({ at: AT, userAgent: AGENT }).replace(/([+-]\d\d)(\d\d)\]/, '$1:$2]'),
    {},
  ],
  [
    'a status without a size',
    `198.51.100.7 - - [${clfTime(AT)}] "GET ${target} HTTP/1.1" 200`,
    { userAgent: '' },
  ],
  [
    'a request that looks like its own end',
    combined({ at: AT, userAgent: AGENT, target: `${target}?x=" 200 5 "` }),
    {},
  ],
  [
    'a user agent that ends with a backslash',
    combined({ at: AT, userAgent: 'Weird\\' }),
    { userAgent: 'Weird\\' },
  ],
  [
    'a referrer that ends with a backslash',
    combined({ at: AT, userAgent: AGENT }).replace('"-" "', '"https://x/\\" "'),
    {},
  ],
  ['CR CR LF', `${combined({ at: AT, userAgent: AGENT })}\r\r`, {}],
  ['a NUL', combined({ at: AT, userAgent: 'a\0b' }), { userAgent: 'ab' }],
  ['CRLF', `${combined({ at: AT, userAgent: AGENT })}\r`, {}],
])('finds %s', (_, line, changes) => {
  expect(readLog([`${line}\n`]).downloads).toEqual([{ ...DOWNLOAD, ...changes }])
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
  // The user name of a server that escapes nothing.
  [
    'malformed',
    combined({ at: AT }).replace('- - [', `- [${clfTime(AT)}] "GET ${target} HTTP/1.1" 200 5 [`),
  ],
  ['too_old', combined({ at: 12_000 })],
  ['in_future', combined({ at: Date.now() + 2 * 60 * 60_000 })],
] as const)('skips as %s: %s', (reason, line) => {
  const { skipped, downloads, lines } = readLog([`${line}\n`])
  expect({ downloads, lines, count: skipped[reason] }).toEqual({
    downloads: [],
    lines: 1,
    count: 1,
  })
})

test.each([
  [
    'the second of two addresses, if the first is the vhost',
    '192.0.2.10 203.0.113.5',
    '192.0.2.10 203.0.113.6',
  ],
  ['the first of a list', '203.0.113.5, 10.0.0.1', '203.0.113.6, 10.0.0.1'],
])('the client is %s', (_, one, other) => {
  const clientOf = (client: string) => {
    const outcome = readTextLine(combined({ at: AT, client }))
    return typeof outcome === 'object' && 'client' in outcome ? outcome.client : undefined
  }
  expect([clientOf(one), clientOf(other)]).toEqual(['203.0.113.5', '203.0.113.6'])
})

test('a line may end with CR alone, and the first malformed line of each kind is kept', () => {
  const line = combined({ at: AT })
  expect(readLog([`${line}\r${line}\r`]).downloads).toHaveLength(2)
  const { malformed } = readLog([`${line}\nnot\nneither\n{"a"\n`])
  expect(malformed).toEqual([
    { problem: 'no time and request', file: 0, line: 2, text: 'not' },
    { problem: 'no valid JSON', file: 0, line: 4, text: '{"a"' },
  ])
})
