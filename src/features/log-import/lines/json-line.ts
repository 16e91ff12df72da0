import { utf8Text } from '../../downloads/download-rules.ts'
import {
  clientAddress,
  malformed,
  type Outcome,
  readDownload,
  readJsonTime,
  readRequestLine,
} from './line-parts.ts'
import { readTextLine } from './text-line.ts'

type Json = Record<string, unknown>

/* Field names used by nginx (whose operator chooses them), Caddy, and Traefik; the first one present is used. */

/** The start of the request if the log has it, otherwise its end. */
const TIMES = `StartUTC StartLocal ts time_iso8601 msec time_local
  @timestamp timestamp time datetime date start_time`.split(/\s+/)
/** Behind a proxy, the list that begins with the client comes first. */
const CLIENTS =
  `http_x_forwarded_for x_forwarded_for request_X-Forwarded-For ClientHost client_ip remote_ip remote_addr
  remoteip client clientip ip ClientAddr remoteIp`.split(/\s+/)
const METHODS = 'RequestMethod request_method method verb requestMethod'.split(' ')
const TARGETS = 'RequestPath request_uri uri path url requestUrl'.split(' ')
const STATUSES = `DownstreamStatus status status_code statusCode
  response_code response OriginStatus`.split(/\s+/)
const AGENTS = `request_User-Agent request_user-agent http_user_agent user_agent
  user-agent userAgent agent useragent ua`.split(/\s+/)
/** Where Docker, Fluentd, Filebeat, the journal, and others keep each line as a text. */
const WRAPPED = 'log message MESSAGE line textPayload _raw common_log'.split(' ')

/** In a log without methods (an nginx operator may leave them out), every request is assumed to be a GET. */
export function readJsonLine(text: string, timeZone: string): Outcome {
  const line = parseObject(text)
  if (!line) return malformed('not valid JSON')
  // Caddy before 2.5 repeats its line in the common format, which has no user agent.
  const wrapped = isObject(line.request)
    ? undefined
    : WRAPPED.map((name) => line[name]).find(isLogLine)
  if (wrapped !== undefined) return readWrapped(wrapped, timeZone)
  const nested = [line.request, line.httpRequest].find(isObject)
  const request = { ...line, ...nested }
  const { method, target } = readRequest(request)
  const status = Number(pick(request, STATUSES))
  // Caddy writes times without a zone in UTC: under `ts`, or the operator's own name for it.
  const isCaddy = line.ts !== undefined || isObject(line.request)
  const at = readJsonTime(pick(line, TIMES), isCaddy ? 'UTC' : timeZone)
  if (target === undefined || !Number.isInteger(status) || Number.isNaN(at))
    return malformed('JSON without a time, a request, or a status')
  const download = readDownload(method, target, status)
  if (typeof download === 'string') return download
  const client = readHeader(request, 'X-Forwarded-For') ?? textOf(pick(request, CLIENTS)) ?? ''
  const userAgent = readUserAgent(request)
  return { ...download, at, client: clientAddress(client), userAgent, identity: text }
}

const isLogLine = (value: unknown): value is string =>
  typeof value === 'string' && (value.trim().startsWith('{') || value.includes('] '))

function readWrapped(log: string, timeZone: string): Outcome {
  const line = log.trim()
  return line.startsWith('{') ? readJsonLine(line, timeZone) : readTextLine(latin1(line), timeZone)
}

const latin1 = (text: string) => Buffer.from(text).toString('latin1')

/** Also a line of an array of objects, and what nginx writes that is no JSON: `\x22` for a byte, and nothing or `-` for a number. */
function parseObject(text: string): Json | undefined {
  const line = text.slice(text.indexOf('{'), text.lastIndexOf('}') + 1)
  const numbered = line.replace(/": ?-?(?=[,}])/g, '":null')
  const parsed = parse(line) ?? parse(numbered.replace(/\\(?:x([0-9a-fA-F]{2})|.)/g, jsonEscape))
  return isObject(parsed) ? parsed : undefined
}

const jsonEscape = (written: string, byte: string | undefined) =>
  byte === undefined ? written : `\\u00${byte}`

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const textOf = (value: unknown) => (typeof value === 'string' && value !== '' ? value : undefined)

const isAbsent = (value: unknown) => value === undefined || value === '' || value === '-'

const pick = (line: Json, names: string[]) =>
  line[names.find((name) => !isAbsent(line[name])) ?? '']

/** nginx rewrites $uri, so the request line takes precedence over it; $request_uri is what the browser sent. */
function readRequest(line: Json): { method: string; target: string | undefined } {
  const logged = readRequestLine(textOf(line.request) ?? '')
  return {
    method: textOf(pick(line, METHODS)) ?? (logged.method || 'GET'),
    target: textOf(line.request_uri) ?? (logged.target || textOf(pick(line, TARGETS))),
  }
}

/** Caddy writes headers as lists. */
function readHeader(line: Json, name: string): string | undefined {
  const headers = isObject(line.headers) ? line.headers : {}
  const sent = headers[name] ?? headers[name.toLowerCase()]
  return textOf(Array.isArray(sent) ? sent[0] : sent)
}

/** nginx writes `-` for none unless configured with escape=json. */
function readUserAgent(line: Json): string {
  const userAgent = readHeader(line, 'User-Agent') ?? textOf(pick(line, AGENTS)) ?? ''
  return userAgent === '-' ? '' : utf8Text(userAgent)
}
