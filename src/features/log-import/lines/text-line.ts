import { isIP } from 'node:net'
import { utf8Text } from '../../downloads/download-rules.ts'
import {
  clientAddress,
  malformed,
  type Outcome,
  readDownload,
  readJsonTime,
  readRequestLine,
} from './line-parts.ts'

/*
 * The common and combined formats, with or without a vhost before them and more fields after them:
 * `client ident user [time] "method target protocol" status size "referrer" "user agent"`.
 * Each expression starts where the previous one ended, so that no part of a long line is scanned twice.
 */
const DAY = String.raw`\d{1,2}\/\w{3}\/\d{4}(?::\d\d){3}|\d{4}-\d\d-\d\d[T ]\d\d(?::\d\d){2}`
/** Some logs have a duration, a vhost, or both between the time and the request. */
const TIME = new RegExp(
  String.raw`\[((?:${DAY})(?:[.,]\d{1,9})?(?: ?(?:Z|[+-]\d\d:?\d\d))?)\] +(?:[^\s"[\]]{1,255} +){0,3}(?:"[^\s"]*[.:][^\s"]*" +)?"`,
)
/** Some logs have no size, some a second one or a duration after it. */
const STATUS = String.raw`" +(\d{3})(?: +(?:\d+(?:[./]\d+)?(?:[mu]?s)?|-)){0,3}(?= |$)`
/** The request ends at its protocol; without one, at the first quote followed by a status. Other quotes are part of it, escaped or not. */
const WITH_PROTOCOL = new RegExp(String.raw`^((?:\\.|[^\\])*? HTTP\/\d(?:\.\d)?)${STATUS}`, 's')
const REQUEST = new RegExp(
  String.raw`^([^"\\]*(?:(?:\\.|"(?! +\d{3}(?: |$)))[^"\\]*)*)${STATUS}`,
  's',
)
/** A quote followed by a space or the end of the line closes a field; any other is part of what the browser sent. */
const QUOTED = String.raw` +"([^"\\]*(?:(?:\\.|"(?! |$))[^"\\]*)*)"(?= |$)`
/** The same in a log whose server does not escape backslashes. */
const UNESCAPED = ` +"([^"]*(?:"(?! |$)[^"]*)*)"(?= |$)`
const AGENTS = [QUOTED, UNESCAPED].map((field) => new RegExp(`^${field}${field}`, 's'))
const REFERRER = new RegExp(`^${QUOTED}`, 's')
const FORWARDED = /^ +"([^",]{1,80})(?:,[^"]{0,2000})?"(?= |$)/

/**
 * @param logged one character per byte of the log
 * @param timeZone of times without a zone
 */
export function readTextLine(logged: string, timeZone: string): Outcome {
  const line = logged.replace(PREFIX, '')
  const text = line.replaceAll('\t', ' ')
  const parts = splitLine(text)
  if (!parts) return malformed('no time and request')
  const { before, time, request, requestAt, rest } = parts
  if (TIME.test(rest)) return malformed('two requests')
  if (!request) return malformed('no request and status')
  const { method, target } = readRequestLine(request[1] ?? '')
  const download = readDownload(method, target, Number(request[2]))
  if (typeof download === 'string') return download
  const named = pickClient(before)
  const agent = readAgent(rest)
  const at = readJsonTime(time, timeZone)
  if (named === undefined) return malformed('no client')
  if (agent === undefined) return malformed('an unclosed quote')
  if (Number.isNaN(at)) return malformed('an invalid time')
  // Up to the status, or the end of the user agent: the part that survives if a log lacks its last bytes.
  const identity =
    agent.length > 0
      ? line.slice(0, line.length - rest.length + agent.length)
      : line.slice(0, requestAt + (request[1] ?? '').length + '" 200'.length)
  // Together, since the field may be the server's own address.
  const client = `${named} ${forwardedIn(rest.slice(agent.length)) ?? ''}`.trim()
  return { ...download, at, client, userAgent: userAgentText(agent.text), identity }
}

function splitLine(text: string) {
  const time = TIME.exec(text)
  if (!time) return undefined
  const requestAt = time.index + time[0].length
  const after = text.slice(requestAt)
  const request = WITH_PROTOCOL.exec(after) ?? REQUEST.exec(after)
  const rest = after.slice(request?.[0].length ?? 0)
  return { before: text.slice(0, time.index), time: time[1] ?? '', request, requestAt, rest }
}

/** Fewer than in the line before, or in none: the line is cut off before its user agent, or the proxies behind it. */
export function countEndFields(line: string): number {
  const { request, rest = '' } = splitLine(line.replaceAll('\t', ' ')) ?? {}
  const { length } = (request && readAgent(rest)) || { length: 0 }
  if (length === 0) return 0
  const behind = rest.slice(length)
  if (/^ +"[^"]*$/.test(behind)) return -1
  return forwardedIn(behind) === undefined ? 1 : 2
}

/** @returns undefined if a quote is not closed, which means that the line was cut off */
function readAgent(rest: string): { text: string; length: number } | undefined {
  if (!/^ +"/.test(rest)) return { text: '', length: 0 }
  for (const pattern of AGENTS) {
    const [all, , agent] = pattern.exec(rest) ?? []
    if (all !== undefined && agent !== undefined) return { text: agent, length: all.length }
  }
  const [referrer] = REFERRER.exec(rest) ?? []
  const isWhole = referrer !== undefined && !/^ +"/.test(rest.slice(referrer.length))
  return isWhole ? { text: '', length: 0 } : undefined
}

/** X-Forwarded-For behind the user agent, as in nginx's own format; empty for `-`. With a port it would be a server's address. */
function forwardedIn(behind: string): string | undefined {
  const [, first = ''] = FORWARDED.exec(behind) ?? []
  if (first === '-') return ''
  return isIP(first) ? clientAddress(first) : undefined
}

/** `unix:` and `-` are logged if a proxy in front of the server has the address; a hash if the log hides it. */
const NAME = /^(?:unix:.*|[^":,]+)$/
const DIGITS_AND_DOTS = /^[\d.]+$/
/** An address without its last part, as some logs are anonymized. */
const THREE_PARTS = /^\d{1,3}(?:\.\d{1,3}){2}$/
const WITH_PORT = /^[^:]+:\d+$/
/** In syslog, the program, behind its time and host. */
const TAG = /(?<!^unix|:):$/
/** Docker Compose begins the line with the container's name, grep with the file's, Docker and Kubernetes with a time of theirs. */
const PREFIX =
  /^(?:[\w.-]+ +\| |[^\s:]{0,300}[._]log[^\s:]{0,40}:(?!\d{1,5} ))?(?:\d{4}-\d\d-\d\dT[\d:.]{8,18}(?:Z|[+-]\d\d:\d\d) (?:std(?:out|err) [FP] )?)?/

/**
 * The first address in `client ident user`, the second if the one before it is the vhost (lighttpd logs `client vhost user`);
 * if the server logged names instead, the first of three words, or the second of more.
 * @returns undefined if no word can be a client, which means that the beginning of the line is missing
 */
function pickClient(before: string): string | undefined {
  const all = before.trim().split(/ +/).map(unquote)
  const behindTag = all.slice(all.findLastIndex((word) => TAG.test(word)) + 1)
  // The host in syslog may be an address, too.
  const words = behindTag.length < 3 ? all : behindTag
  const first = words.findIndex((word) => isIP(clientAddress(word)) > 0)
  const [address = '', next = ''] =
    first < 0 ? [] : words.slice(first, first + 2).map(clientAddress)
  const mayBeVhost = words.length - first > 3 && !words[first]?.includes(',')
  if (address !== '') return mayBeVhost && isIP(next) ? next : address
  const names = behindTag
  if (names.length < 3) return undefined
  const hasVhost = names.length > 3 && (names[1] !== '-' || WITH_PORT.test(names[0] ?? ''))
  const name = names[hasVhost ? 1 : 0] ?? ''
  const isPartOfAddress = DIGITS_AND_DOTS.test(name) && !THREE_PARTS.test(name)
  return NAME.test(name) && !isPartOfAddress ? name : undefined
}

/** OpenLiteSpeed's whole line is in quotes; some logs have their client in quotes. */
const unquote = (word: string) => word.replace(/^"|"$/g, '')

const ESCAPE = /\\(x[0-9a-fA-F]{2}|["\\abfnrtv'])/g
const NAMED = { a: '\x07', b: '\b', f: '\f', n: '\n', r: '\r', t: '\t', v: '\v' }

/** nginx escapes as `\x22`, Apache as `\"` and `\t`. */
function userAgentText(logged: string): string {
  if (logged === '-') return ''
  const text = logged.replace(ESCAPE, (_, code: string) =>
    code.length === 3
      ? String.fromCharCode(Number.parseInt(code.slice(1), 16))
      : (NAMED[code as keyof typeof NAMED] ?? code),
  )
  return utf8Text(text)
}
