import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import { NEVER_INDEXED } from '../security-headers.ts'

/* What Node's parser refuses never becomes a request: no hook sees it, and the answer is written here. */

const STATUS: Record<string, number> = {
  HPE_HEADER_OVERFLOW: 431,
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 413,
  ERR_HTTP_REQUEST_TIMEOUT: 408,
}

/** The same as `answerError` gives a program. */
export function unparsedAnswer(status: number, securityHeaders: Record<string, string>) {
  const title = STATUS_CODES[status]
  const detail = 'The request could not be read.'
  const body = JSON.stringify({ type: 'about:blank', title, status, detail, code: 'bad_request' })
  const headers = {
    ...securityHeaders,
    ...NEVER_INDEXED,
    'cache-control': 'no-store',
    'content-type': 'application/problem+json',
    'content-length': String(Buffer.byteLength(body)),
    connection: 'close',
  }
  return { headers, body }
}

/** As Node would answer, with our headers; not into the middle of an answer that is under way. */
export function answerUnparsed(
  error: NodeJS.ErrnoException,
  socket: Socket,
  securityHeaders: Record<string, string>,
): void {
  const { _httpMessage: underWay } = socket as { _httpMessage?: { headersSent: boolean } }
  if (!socket.writable || error.code === 'ECONNRESET' || underWay?.headersSent) {
    socket.destroy(error)
    return
  }
  const status = STATUS[error.code ?? ''] ?? 400
  const { headers, body } = unparsedAnswer(status, securityHeaders)
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n${body}`, () =>
    socket.destroy(),
  )
}
