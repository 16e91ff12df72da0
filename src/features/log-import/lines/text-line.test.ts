import { expect, test } from 'vitest'
import {
  clfTime,
  combined,
  downloadOf,
  type LoggedRequest,
} from '../../../../test/support/access-log.ts'
import { AGENT, AT, CADDY, DOWNLOAD, readLog, target } from '../../../../test/support/read-log.ts'
import { readTextLine } from './text-line.ts'

const lineOf = (changes: Partial<LoggedRequest>) =>
  combined({ at: AT, userAgent: AGENT, ...changes })
const LINE = lineOf({})

test.each<[string, string, Partial<typeof DOWNLOAD>]>([
  ['common', LINE.replace(/ "-".*/, ''), { userAgent: '' }],
  ['combined', LINE, {}],
  ['with a vhost', `docket.example.com:443 ${LINE}`, {}],
  [
    'with the vhost of the sample',
    `www.example.com 1.2.3.4 - theuser [${clfTime(AT, -300)}] "GET ${target} HTTP/1.0" 200 368`,
    { userAgent: '' },
  ],
  ['with more fields', `${LINE} "203.0.113.9, 10.0.0.1" 0.004 - "x"`, {}],
  ['as Traefik writes it', `${LINE} 17 "docket@file" "http://10.0.0.2:3000" 12ms`, {}],
  ['of an IPv6 client', lineOf({ client: '2001:db8::7' }), {}],
  ['of a client behind a socket', lineOf({ client: 'unix:' }), {}],
  ['of a client left out', lineOf({ client: '-' }), {}],
  ['of a named client', lineOf({ client: 'host-7.example.net' }), {}],
  ['of a signed-in user with a space', LINE.replace('- -', '- Jane [x] Doe'), {}],
  ['another zone', LINE.replace(clfTime(AT), clfTime(AT, -420)), {}],
  ['HTTP/2', LINE.replace('HTTP/1.1', 'HTTP/2.0'), {}],
  ['HTTP/3', LINE.replace('HTTP/1.1', 'HTTP/3'), {}],
  ['a query', lineOf({ target: `${target}?disposition=attachment&a=%2F` }), {}],
  ['absolute form', lineOf({ target: `HTTPS://docket.example.com:443${target}` }), {}],
  ['no size', LINE.replace(' 5120 ', ' - '), {}],
  ['a second size and a duration', LINE.replace(' 5120 ', ' 5120 5300 0.012 '), {}],
  ['Apache’s two durations', LINE.replace(' 5120 ', ' 5120 0/12345 '), {}],
  ['a duration with its unit', LINE.replace(' 5120 ', ' 5120 12ms '), {}],
  ['of a client behind a named socket', lineOf({ client: 'unix:/run/docket.sock' }), {}],
  ['no user agent', lineOf({ userAgent: '-' }), { userAgent: '' }],
  ...[
    ['a quote as nginx escapes it', 'a \\x22b\\x22 c', 'a "b" c'],
    ['a quote as Apache escapes it', 'a \\"b\\" c\\\\', 'a "b" c\\'],
    ['a quote that nobody escaped', 'a"b', 'a"b'],
    ['UTF-8', 'Caf\xc3\xa9', 'Café'],
    ['UTF-8 as nginx escapes it', 'Caf\\xC3\\xA9', 'Café'],
    ['Latin-1', 'Caf\xe9', 'Café'],
    ['a formula and markup', '=1+1<script>', '=1+1<script>'],
    ['a user agent that ends with a backslash', 'Odd\\', 'Odd\\'],
    ['a NUL', 'a\0b', 'ab'],
  ].map(([name = '', logged = '', userAgent = '']): [string, string, object] => [
    ...([name, lineOf({ userAgent: logged }), { userAgent }] as const),
  ]),
  ...[
    ['of a client with a port', '198.51.100.7:61598'],
    ['of a client with a port behind a vhost', 'docket.example.com:443 198.51.100.7:42918'],
    ['of a client in brackets', '[2001:db8::7]:443'],
    ['of a client without its last part', '203.0.113'],
    ['of a hashed client', 'q83vEjRWeJCrze8SNFZ4kA=='],
    ['of a list of proxies', '198.51.100.7,35.191.0.1'],
    ['of a client behind OpenLiteSpeed', '"198.51.100.7'],
    ['of a client in quotes', '"198.51.100.7"'],
    ['of a client whose address is replaced', '[redacted]'],
    ['of a named client behind syslog', 'Mar  1 07:30:15 web nginx[7]: host-7.example.net'],
    ['of a client behind a socket and syslog', 'Mar  1 07:30:15 web nginx: unix:'],
    ['from Docker Compose', 'web_1  | host-7.example.net'],
    ['from Docker, left out', '2025-03-01T12:30:15.123456789Z -'],
    ['from Kubernetes, named', '2025-03-01T12:30:15.2Z stdout F host-7.example.net'],
    ['from grep', '/var/log/nginx/access.log.2.gz:198.51.100.7'],
    ['from grep, of an IPv6 client', 'ssl_access_log-20250301:2001:db8::7'],
    ['behind a vhost that is named like a log', 'my.log.example.com:443 -'],
    ['of a vhost with a port whose client is left out', 'docket.example.com:443 -'],
    ['behind NULs and marks', '\0\0\xef\xbb\xbf 198.51.100.7'],
  ].map(([name = '', client = '']): [string, string, object] => [name, lineOf({ client }), {}]),
  ['tabs between fields', LINE.replace('- - [', '-\t-\t['), {}],
  ['two blanks', LINE.replace('] "', ']  "'), {}],
  ['a duration', LINE.replace('] "', '] (0 s) "'), {}],
  ['a vhost before the request', LINE.replace('] "', '] docket.example.com 12 "'), {}],
  ['a vhost in quotes', LINE.replace('] "', '] "docket.example.com" "'), {}],
  ['an ISO time', LINE.replace(clfTime(AT), '2025-03-01T07:30:15.123-05:00'), { at: AT + 123 }],
  ['one digit for the day', LINE.replace('[01/', '[1/'), {}],
  ['milliseconds', LINE.replace(':15 ', ':15.123 '), {}],
  ['an offset with a colon', LINE.replace(/([+-]\d\d)(\d\d)\]/, '$1:$2]'), {}],
  ['no zone, so the site’s', LINE.replace(clfTime(AT), clfTime(AT, -300).slice(0, -6)), {}],
  ['UTC as a letter', LINE.replace('+0000]', 'Z]'), {}],
  ['a status without a size', LINE.replace(/ 5120 .*/, ''), { userAgent: '' }],
  ['a request that looks like its own end', lineOf({ target: `${target}?x=" 200 5 "` }), {}],
  ['a referrer that ends with a backslash', LINE.replace('"-" "', '"https://x/\\" "'), {}],
  ['CR CR LF', `${LINE}\r\r`, {}],
  ['CRLF', `${LINE}\r`, {}],
])('finds %s', (_, line, changes) => {
  expect(readLog([`${line}\n`]).downloads).toEqual([{ ...DOWNLOAD, ...changes }])
})

test.each([
  ['other_path', lineOf({ target: `${target}/` })],
  ['other_path', lineOf({ target: '/api/documents/01/download' })],
  ['other_path', lineOf({ target: '/api/documents/%31/download' })],
  ['other_path', lineOf({ target: '/api%2Fdocuments/1/download' })],
  ['other_path', lineOf({ target: '/API/documents/1/download' })],
  ['other_path', lineOf({ target: `//x${target}` })],
  ['other_path', lineOf({ target: `/?u=http://x${target}` })],
  ['other_path', `198.51.100.7 - - [${clfTime(AT)}] "-" 408 0 "-" "-"`],
  ['other_path', `198.51.100.7 - - [${clfTime(AT)}] "\\x16\\x03\\x01" 400 150 "-" "-"`],
  ['other_method', lineOf({ method: 'HEAD' })],
  ['other_method', lineOf({ method: 'get' })],
  ['other_status', lineOf({ status: 304 })],
  ['other_status', lineOf({ status: 500 })],
  ['unknown_document', lineOf({ target: downloadOf(4) })],
  ['unknown_document', lineOf({ target: downloadOf(99_999_999_999) })],
  ['malformed', ''],
  ['malformed', 'hello'],
  ['malformed', '{"a":1'],
  ['malformed', '{"level":"info","msg":"serving"}'],
  ['malformed', `2025/03/01 07:30:15 [error] 7#7: open() "/x${JSON.stringify(CADDY)}`],
  ['malformed', LINE.replace('/Mar/', '/Mai/')],
  ['malformed', LINE.replace('01/Mar', '31/Feb')],
  ['malformed', LINE.replace(':30:', ':60:')],
  ['malformed', LINE.slice(0, -1)],
  ['malformed', LINE.replace('198.51.100.7', '8.51')],
  // The user name of a server that escapes nothing.
  ['malformed', LINE.replace('- - [', `- [${clfTime(AT)}] "GET ${target} HTTP/1.1" 200 5 [`)],
  ['too_old', combined({ at: 12_000 })],
  ['in_future', combined({ at: Date.now() + 2 * 60 * 60_000 })],
] as const)('skips as %s: %s', (reason, line) => {
  const { skipped, downloads, lines } = readLog([`${line}\n`])
  expect([downloads, lines, skipped[reason]]).toEqual([[], 1, 1])
})

test('a line that grep found is the same line', () => {
  const { keys } = readLog([`${LINE}\naccess.log.1:${LINE}\n`])
  expect(new Set(keys).size).toBe(1)
})

test.each([
  ['the second of two addresses, if the first is the vhost', '192.0.2.10 203.0.113.5'],
  ['the first of a list', '203.0.113.5, 10.0.0.1'],
  ['the name behind Kubernetes’ own words', '2025-03-01T12:30:15Z stdout F 203.0.113.5'],
  ['the one behind syslog’s host', 'Mar  1 07:30:15 192.0.2.1 nginx[7]: 203.0.113.5'],
  ['the same in the form of IPv6', '::ffff:203.0.113.5'],
])('the client is %s', (_, client) => {
  expect(readTextLine(lineOf({ client }), 'UTC')).toMatchObject({ client: '203.0.113.5' })
})

test.each([
  ['a list, as nginx’s own format has', '"203.0.113.5"', '198.51.100.7 203.0.113.5'],
  ['a list and more', '"203.0.113.5, 10.0.0.1" 0.004', '198.51.100.7 203.0.113.5'],
  ['an address in another form', '"2001:DB8:0::5"', '198.51.100.7 2001:db8::5'],
  ['nothing', '"-"', '198.51.100.7'],
  ['a server’s address', '"10.0.0.2:3000"', '198.51.100.7'],
  ['a router', '17 "docket@file" "10.0.0.2"', '198.51.100.7'],
  ['no address', '"unknown, 203.0.113.5"', '198.51.100.7'],
])('what follows the user agent distinguishes clients of one proxy: %s', (_, end, client) => {
  expect(readTextLine(`${LINE} ${end}`, 'UTC')).toMatchObject({ client })
})

test('lighttpd logs the vhost after the client, and that may be an address, too', () => {
  const line = LINE.replace(/^\S+ - -/, '203.0.113.5 192.0.2.10 -')
  expect(readTextLine(line, 'UTC')).toMatchObject({ client: '203.0.113.5' })
})

test('a line may end with CR alone, and the first malformed line of each kind is kept', () => {
  expect(readLog([`${LINE}\r${LINE}\r`]).downloads).toHaveLength(2)
  expect(readLog([`${LINE}\nnot\nneither\n{"a"\n`]).malformed).toEqual([
    { problem: 'no time and request', file: 0, line: 2, text: 'not' },
    { problem: 'not valid JSON', file: 0, line: 4, text: '{"a"' },
  ])
})
