/* The errors that actions throw, one type per kind. Messages are for users and never contain internal details. */

/** `{ filed_on: ['is not a date…'] }` */
export type FieldProblems = Record<string, string[]>

export interface ErrorView {
  status: number
  /** Stable: other programs may rely on it. */
  code: string
  title: string
  message: string
}

export class HttpError extends Error implements ErrorView {
  readonly status: number
  readonly code: string
  readonly title: string
  /** Extra members of the problem document (RFC 9457, section 3.2). */
  readonly extensions: Record<string, unknown> = {}
  readonly headers: Readonly<Record<string, string>>
  constructor({ status, code, title, message }: ErrorView, headers = {}) {
    super(message)
    this.headers = headers
    this.status = status
    this.code = code
    this.title = title
  }
}

/** @param usual the message, where the thrower gives none */
const kind = (status: number, usualCode: string, title: string, usual = '') =>
  class extends HttpError {
    constructor(message = usual, code = usualCode) {
      super({ status, code, title, message })
    }
  }

const NO_PAGE = 'There is no page at this address.'
const TOO_LONG = 'The request is larger than this address accepts.'
const JSON_OR_FORM = 'Send JSON or a form to this address.'
const BROKEN = 'Something went wrong on the server. Nothing was changed. Please try again.'
const NO_ROOM = 'The server’s disk is full. Nothing was changed. Free some space and try again.'

export class BadRequestError extends kind(400, 'bad_request', 'Bad request') {}
export class ForbiddenError extends kind(403, 'forbidden', 'Not allowed') {}
export class NotFoundError extends kind(404, 'not_found', 'Not found', NO_PAGE) {}
export class ConflictError extends kind(409, 'conflict', 'This cannot be done right now') {}
export class TooLargeError extends kind(413, 'too_large', 'Too large', TOO_LONG) {}
const unsupported = kind(415, 'unsupported_media_type', 'Unsupported media type', JSON_OR_FORM)
export class UnsupportedMediaTypeError extends unsupported {}
export class InternalError extends kind(500, 'internal', 'Something went wrong', BROKEN) {}
export class DiskFullError extends kind(507, 'storage_full', 'No space left', NO_ROOM) {}
export class UnavailableError extends kind(503, 'unavailable', 'Temporarily unavailable') {
  /** Seconds; long enough for a database to restart. */
  override readonly headers = { 'retry-after': '10' }
}

/** @throws NotFoundError */
export function requireFound<T>(row: T | undefined, message?: string): T {
  if (row === undefined) throw new NotFoundError(message)
  return row
}

export class InvalidError extends HttpError {
  override readonly extensions: { errors: FieldProblems }
  readonly errors: FieldProblems
  constructor(message: string, errors: FieldProblems = {}, code = 'invalid') {
    super({ status: 422, code, title: 'Please check what was entered', message })
    this.errors = errors
    this.extensions = { errors }
  }
}

/** The reasons are also joined into the message, for programs and the command line. */
export const invalidFields = (errors: FieldProblems) =>
  new InvalidError(Object.values(errors).flat().join(' '), errors)

export class TooManyRequestsError extends HttpError {
  constructor(message: string, retryAfterSeconds: number) {
    const view = { status: 429, code: 'too_many_requests', title: 'Too many requests', message }
    super(view, { 'retry-after': String(retryAfterSeconds) })
  }
}
