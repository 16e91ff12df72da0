import { expect, test } from 'vitest'
import { clfTime, combined, downloadOf } from '../../../../test/support/access-log.ts'
import { AGENT, AT, DOWNLOAD, readLog, target } from '../../../../test/support/read-log.ts'

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
] as const)('skips as %s: %s', (reason, line) => {
  const { skipped, downloads, lines } = readLog([`${line}\n`])
  expect({ downloads, lines, count: skipped[reason] }).toEqual({
    downloads: [],
    lines: 1,
    count: 1,
  })
})
