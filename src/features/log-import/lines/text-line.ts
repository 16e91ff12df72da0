import { isIP } from 'node:net'
import {
  type DownloadRequest,
  type Reason,
  readClfTime,
  readDownload,
  readRequestLine,
} from './line-parts.ts'

/*
 * The common and combined formats, with or without a vhost before them and more fields after them:
 * `client ident user [time] "method target protocol" status size "referrer" "user agent"`.
 * Each expression starts where the previous one ended, so that no part of a long line is scanned twice.
 */
const TIME = /\[(\d\d\/\w{3}\/\d{4}(?::\d\d){3} [+-]\d{4})\] "/
/** The request ends at the quote followed by a status; other quotes are part of it, escaped or not. */
const REQUEST = /^([^"\\]*(?:(?:\\.|"(?! \d{3} ))[^"\\]*)*)" (\d{3}) (?:\d+|-)(?= |$)/s
/** A quote followed by a space or the end of the line closes a field; any other is part of what the browser sent. */
const QUOTED = String.raw` "([^"\\]*(?:(?:\\.|"(?! |$))[^"\\]*)*)"(?= |$)`
const REFERRER_AND_AGENT = new RegExp(`^${QUOTED}(?:${QUOTED})?`, 's')

/** @param line one character per byte of the log */
export function readTextLine(line: string): Reason | DownloadRequest {
  const time = TIME.exec(line)
  if (!time) return 'malformed'
  const requestAt = time.index + time[0].length
  const request = REQUEST.exec(line.slice(requestAt))
  if (!request) return 'malformed'
  const { method, target } = readRequestLine(request[1] ?? '')
  const download = readDownload(method, target, Number(request[2]))
  if (typeof download === 'string') return download
  const client = pickClient(line.slice(0, time.index))
  const rest = line.slice(requestAt + request[0].length)
  const agent = readAgent(rest)
  const at = readClfTime(time[1] ?? '')
  if (client === undefined || agent === undefined || Number.isNaN(at)) return 'malformed'
  // Up to the status, or the end of the user agent: the part that survives if a log lacks its last bytes.
  const identity =
    agent.length > 0
      ? line.slice(0, line.length - rest.length + agent.length)
      : line.slice(0, requestAt + (request[1] ?? '').length + '" 200'.length)
  return { ...download, at, client, userAgent: userAgentText(agent.text), identity }
}

/** Distinguishes a complete line from one cut off before its user agent. */
export function hasAgent(line: string): boolean {
  const time = TIME.exec(line)
  const behind = time ? line.slice(time.index + time[0].length) : ''
  const request = REQUEST.exec(behind)
  return request !== null && (readAgent(behind.slice(request[0].length))?.length ?? 0) > 0
}

/** @returns undefined if a quote is not closed, which means that the line was cut off */
function readAgent(rest: string): { text: string; length: number } | undefined {
  if (!rest.startsWith(' "')) return { text: '', length: 0 }
  const [all = '', referrer, agent] = REFERRER_AND_AGENT.exec(rest) ?? []
  if (referrer === undefined) return undefined
  if (agent !== undefined) return { text: agent, length: all.length }
  return rest.startsWith(' "', all.length) ? undefined : { text: '', length: 0 }
}

/** `unix:` and `-` are logged if a proxy in front of the server has the address. */
const NAME = /^(?:unix:|-|[a-z0-9_][a-z0-9_.-]*)$/i
const DIGITS_AND_DOTS = /^[\d.]+$/

/**
 * The first address in `client ident user`, with or without a vhost before it; if the server logged names instead, the
 * first of three words, or the second of more.
 * @returns undefined if no word can be a client, which means that the beginning of the line is missing
 */
function pickClient(before: string): string | undefined {
  const words = before.trimEnd().split(' ')
  const address = words.find((word) => isIP(word) > 0)
  if (address !== undefined) return address
  if (words.length < 3) return undefined
  const name = words[words.length === 3 || words[1] === '-' ? 0 : 1] ?? ''
  const isPartOfAddress = DIGITS_AND_DOTS.test(name)
  return NAME.test(name) && !isPartOfAddress ? name : undefined
}

const ESCAPE = /\\(x[0-9a-fA-F]{2}|["\\abfnrtv'])/g
const NAMED: Record<string, string> = {
  a: '\x07',
  b: '\b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
  v: '\v',
}
const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

/** nginx escapes as `\x22`, Apache as `\"` and `\t`. Bytes that are not valid UTF-8 are read as Latin-1. */
function userAgentText(logged: string): string {
  if (logged === '-') return ''
  const bytes = logged.replace(ESCAPE, (_, code: string) =>
    code.length === 3
      ? String.fromCharCode(Number.parseInt(code.slice(1), 16))
      : (NAMED[code] ?? code),
  )
  if (/^[^\x80-\xff]*$/.test(bytes)) return bytes
  try {
    return utf8.decode(Buffer.from(bytes, 'latin1'))
  } catch {
    return bytes
  }
}
