import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { isDatabaseUnavailable } from '../database/dialect.ts'
import { isDiskFull } from '../disk-full.ts'
import { StorageUnavailableError } from '../files/storage.ts'
import type { Platform } from '../platform.ts'
import { HttpError, NotFoundError, UnavailableError } from './errors.ts'
import { wantsPage } from './request/wants-page.ts'
import { NEVER_INDEXED } from './security-headers.ts'

export interface ErrorView {
  status: number
  code: string
  title: string
  message: string
}

export type RenderError = (request: FastifyRequest, error: ErrorView) => Promise<string>

/** The one place that turns an error into problem+json (RFC 9457) or a page with the same status. */
export function createAnswerError({ log }: Platform, renderError: RenderError) {
  return async function answerError(
    error: HttpError,
    request: FastifyRequest,
    reply: FastifyReply,
    cause?: unknown,
  ) {
    if (error.status >= 500) {
      log.error(
        { err: cause, method: request.method, route: request.routeOptions.url ?? 'none' },
        'request failed',
      )
    }
    reply.status(error.status).headers(error.headers)
    reply.header('cache-control', 'no-store').headers(NEVER_INDEXED)
    const { status, code, title, message } = error
    if (wantsPage(request)) {
      return reply
        .type('text/html; charset=utf-8')
        .send(await renderError(request, { status, code, title, message }))
    }
    return reply.type('application/problem+json').send(
      JSON.stringify({
        type: 'about:blank',
        title,
        status,
        detail: message,
        code,
        ...error.extensions,
      }),
    )
  }
}

/** Fastify's own refusals (a body too large, invalid JSON) keep their status; all else is a 500 without its reason. */
export function toHttpError(error: unknown): HttpError {
  if (error instanceof HttpError) return error
  const { statusCode } = error as Partial<FastifyError>
  if (statusCode === 413)
    return new HttpError(
      413,
      'too_large',
      'Too large',
      'The request is larger than this address accepts.',
    )
  if (statusCode === 415) {
    return new HttpError(
      415,
      'unsupported_media_type',
      'Not understood',
      'Send JSON or a form to this address.',
    )
  }
  if (statusCode === 404) return new NotFoundError()
  if (statusCode !== undefined && statusCode >= 400 && statusCode < 500) {
    return new HttpError(
      statusCode,
      'bad_request',
      'Not understood',
      'The request could not be read.',
    )
  }
  if (error instanceof StorageUnavailableError) {
    return new UnavailableError(
      'The document storage is not responding. Nothing was changed. Please try again in a moment.',
    )
  }
  if (isDatabaseUnavailable(error)) {
    return new UnavailableError(
      'The database is not responding. Nothing was changed. Please try again in a moment.',
    )
  }
  if (isDiskFull(error)) {
    return new HttpError(
      507,
      'storage_full',
      'No space left',
      'The server’s disk is full. Nothing was changed. Free some space and try again.',
    )
  }
  return new HttpError(
    500,
    'internal',
    'Something went wrong',
    'Something went wrong on the server. Nothing was changed. Please try again.',
  )
}
