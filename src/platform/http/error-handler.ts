import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { isDatabaseUnavailable } from '../database/dialect.ts'
import { isDiskFull } from '../disk-full.ts'
import { StorageUnavailableError } from '../files/storage.ts'
import type { Platform } from '../platform.ts'
import * as errors from './errors.ts'
import { wantsPage } from './request/parse.ts'
import { NEVER_INDEXED } from './security-headers.ts'

export type RenderError = (request: FastifyRequest, error: errors.ErrorView) => Promise<string>

const PROBLEM_TYPE = 'application/problem+json'
const HEADERS = { ...NEVER_INDEXED, 'cache-control': 'no-store' }

/** The only place that turns errors into problem+json (RFC 9457) or a page with the same status. */
export function createErrorHandler({ log }: Platform, renderError: RenderError) {
  return async (thrown: unknown, request: FastifyRequest, reply: FastifyReply) => {
    // A visitor who left, or cancelled an upload, is no failure of the service's.
    const error = request.raw.readableAborted
      ? new errors.HttpError(unreadable(400))
      : toHttpError(thrown)
    const { status, code, title, message } = error
    if (status >= 500) {
      const route = request.routeOptions.url ?? 'none'
      log.error({ err: thrown, method: request.method, route }, 'request failed')
    }
    reply.status(status).headers({ ...error.headers, ...HEADERS })
    if (wantsPage(request)) {
      const page = await renderError(request, { status, code, title, message })
      return reply.type('text/html; charset=utf-8').send(page)
    }
    return reply.type(PROBLEM_TYPE).send(problemOf(error, error.extensions))
  }
}

const problemOf = ({ title, status, message, code }: errors.ErrorView, extensions: object = {}) =>
  JSON.stringify({ type: 'about:blank', title, status, detail: message, code, ...extensions })

/** Fastify's own errors (body too large, invalid JSON) keep their status; anything unknown becomes a 500 without details. */
function toHttpError(error: unknown): errors.HttpError {
  if (error instanceof errors.HttpError) return error
  const { statusCode = 500 } = error as Partial<FastifyError>
  if (statusCode === 404) return new errors.NotFoundError()
  if (statusCode === 413) return new errors.TooLargeError()
  if (statusCode === 415) return new errors.UnsupportedMediaTypeError()
  if (statusCode >= 400 && statusCode < 500) return new errors.HttpError(unreadable(statusCode))
  // A stored file is missing, perhaps the whole folder.
  const isGone = (error as NodeJS.ErrnoException).code === 'ENOENT'
  if (isGone || error instanceof StorageUnavailableError) return notResponding('document storage')
  if (isDatabaseUnavailable(error)) return notResponding('database')
  return isDiskFull(error) ? new errors.DiskFullError() : new errors.InternalError()
}

const unreadable = (status: number, title = 'Bad request') => ({
  status,
  code: 'bad_request',
  title,
  message: 'The request could not be read.',
})

const notResponding = (part: string) =>
  new errors.UnavailableError(
    `The ${part} is not responding. Nothing was changed. Please try again in a moment.`,
  )

/* Requests that Node's parser rejects reach no hook, so their response is written here. */

const STATUS: Record<string, number> = {
  HPE_HEADER_OVERFLOW: 431,
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 413,
  ERR_HTTP_REQUEST_TIMEOUT: 408,
}

export function rawErrorResponse(status: number, securityHeaders: Record<string, string>) {
  const body = problemOf(unreadable(status, STATUS_CODES[status]))
  const headers = {
    ...securityHeaders,
    ...HEADERS,
    'content-type': PROBLEM_TYPE,
    'content-length': String(Buffer.byteLength(body)),
    connection: 'close',
  }
  return { headers, body }
}

/** Answers as Node would, with our headers, unless a response is already in progress. */
export function handleClientError(
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
  const { headers, body } = rawErrorResponse(status, securityHeaders)
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n${body}`, () =>
    socket.destroy(),
  )
}
