import { expect, test } from 'vitest'
import { clfTime, combined } from '../../../../test/support/access-log.ts'
import { AGENT, AT, CADDY, DOWNLOAD, readLog, target } from '../../../../test/support/read-log.ts'

const TRAEFIK = {
  ...{ ClientAddr: '198.51.100.7:51234', ClientHost: '198.51.100.7', Duration: 10_000_000 },
  ...{ DownstreamContentSize: 5120, DownstreamStatus: 200, OriginStatus: 200, level: 'info' },
  ...{ RequestHost: 'docket.example.com', RequestMethod: 'GET', RequestPath: target, msg: '' },
  ...{ StartLocal: '2025-03-01T07:30:15.1-05:00', StartUTC: '2025-03-01T12:30:15.123456789Z' },
  ...{ 'request_User-Agent': AGENT, time: '2025-03-01T12:30:16Z' },
}

const IN_WORDS = '2025/03/01 12:30:15'
const nginx = {
  remote_addr: '198.51.100.7',
  request: `GET ${target} HTTP/2.0`,
  status: '200',
  http_user_agent: AGENT,
}

const { remote_ip: _, client_ip: __, ...request } = CADDY.request
const oldRequest = { ...request, remote_addr: '198.51.100.7:1' }
const alone = {
  ...{ request_method: 'GET', request_uri: target, uri: '/x', http_user_agent: AGENT },
  ...{ remote_addr: '::1', status: 200 },
}
const httpRequest = { requestMethod: 'GET', requestUrl: target, status: 200, userAgent: AGENT }
const sample = { ip: '1.2.3.4', host: 'x', path: `${target}?a=b`, user_agent: AGENT, length: 192 }

test.each<[string, object, Partial<typeof DOWNLOAD>]>([
  ['Caddy', CADDY, { at: AT + 250 }],
  ['Caddy with its time in words', { ...CADDY, ts: IN_WORDS }, {}],
  ['Caddy with another name for its time', { ...CADDY, ts: undefined, time: IN_WORDS }, {}],
  ['a time in brackets', { ...CADDY, ts: undefined, time: '[01/Mar/2025:07:30:15 -0500]' }, {}],
  ['a line wrapped by Docker', { log: `${combined({ at: AT, userAgent: AGENT })}\n` }, {}],
  ['one of Filebeat', { '@timestamp': 1, message: combined({ at: AT, userAgent: AGENT }) }, {}],
  ['JSON wrapped by the journal', { MESSAGE: JSON.stringify(CADDY) }, { at: AT + 250 }],
  ['nginx as Google’s logging wants it', { timestamp: '2025-03-01T12:30:15Z', httpRequest }, {}],
  [
    'nginx with names of its operator',
    { start_time: AT, method: 'GET', path: target, statusCode: 200, 'user-agent': AGENT },
    {},
  ],
  [
    'Caddy before 2.5',
    { ...CADDY, request: oldRequest, common_log: combined({ at: AT }).replace(/ "-".*/, '') },
    { at: AT + 250 },
  ],
  ['Traefik', TRAEFIK, { at: AT + 123 }],
  ['nginx with an ISO time', { time_iso8601: '2025-03-01T07:30:15-05:00', ...nginx }, {}],
  ['nginx with its local time', { time_local: clfTime(AT, -300), ...nginx }, {}],
  ['nginx without an address', { msec: '1740832215.000', ...nginx, remote_addr: undefined }, {}],
  ['nginx with milliseconds', { msec: '1740832215.000', ...nginx }, {}],
  ['nginx with the target alone', { '@timestamp': '2025-03-01T12:30:15+00:00', ...alone }, {}],
  ['the sample of nginx', { ...sample, status: '200', date: '2025-03-01T13:30:15+01:00' }, {}],
])('finds %s', (_, line, changes) => {
  expect(readLog([`${JSON.stringify(line)}\n`]).downloads).toEqual([{ ...DOWNLOAD, ...changes }])
})

test.each([
  [
    'of nginx without escape=json',
    String.raw`{"time_iso8601": "2025-03-01T12:30:15Z", "remote_addr": "198.51.100.7", "request": "GET ${target} HTTP/1.1", "status": 200, "http_user_agent": "\x22Caf\xC3\xA9\x22"}`,
    { ...DOWNLOAD, userAgent: '"Café"' },
  ],
  [
    'with numbers left out',
    `{"msec": 1740832215.000, "upstream_time": -, "x":, "request": "GET ${target} HTTP/1.1", "status": 200, "ua": "${AGENT}"}`,
    DOWNLOAD,
  ],
  ['of an array', ` ${JSON.stringify(CADDY)},`, { ...DOWNLOAD, at: AT + 250 }],
])('a line %s, which is not quite JSON, is read', (_, line, download) => {
  expect(readLog([`${line}\n`]).downloads).toEqual([download])
})

test.each(['docket-1  | ', '2025-03-01T12:30:15.2Z stdout F ', 'Mar  1 12:30:15 web caddy[7]: '])(
  'JSON after a log collector’s prefix is read, and is the same line: %j',
  (prefix) => {
    const line = JSON.stringify(CADDY)
    const { downloads, keys } = readLog([`${line}\n${prefix}${line}\n`])
    expect(downloads).toHaveLength(2)
    expect(new Set(keys).size).toBe(1)
  },
)

test('X-Forwarded-For distinguishes clients behind one proxy', () => {
  const line = (list: string, remote_addr = '10.0.0.1') =>
    `${JSON.stringify({ msec: AT / 1000, ...nginx, remote_addr, http_x_forwarded_for: list })}\n`
  const lists = [line('198.51.100.7, 10.0.0.1'), line('198.51.100.8'), line('-', '198.51.100.7')]
  const [one, other, alone] = readLog(lists).keys.map((key) => key.split(' ')[0])
  expect(other).not.toBe(one)
  expect(alone).toBe(one)
})

test('X-Forwarded-For distinguishes clients behind a CDN and Caddy', () => {
  const line = (list: string) => {
    const headers = { ...CADDY.request.headers, 'X-Forwarded-For': [list] }
    return `${JSON.stringify({ ...CADDY, request: { ...CADDY.request, headers } })}\n`
  }
  const lists = [line('203.0.113.8'), line('203.0.113.9'), line('203.0.113.9, 198.51.100.1')]
  const [one, other, same] = readLog(lists).keys.map((key) => key.split(' ')[0])
  expect(other).not.toBe(one)
  expect(same).toBe(other)
})

test('a time without a zone is on the site’s clock, in the gap and in the hour that comes twice, too', () => {
  const line = (time: string) => `${JSON.stringify({ ...alone, time })}\n`
  const { downloads } = readLog(['2025-03-09T02:30:00', '2025-11-02T01:30:00'].map(line))
  const hours = ['2025-03-09T07:30Z', '2025-11-02T05:30Z']
  expect(downloads.map(({ at }) => at)).toEqual(hours.map(Date.parse))
})
