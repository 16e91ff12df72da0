/*
 * The errors that actions throw, one type per kind. `answer-error.ts` turns them into problem+json or a page.
 * Messages are sentences for the person who asked; they never carry inner details.
 */

/** Reasons beside the fields they belong to: `{ filed_on: ['is not a date…'] }`. */
export type FieldErrors = Record<string, string[]>

export class HttpError extends Error {
  /** Extra members of the problem document (RFC 9457, section 3.2). */
  readonly extensions: Record<string, unknown> = {}
  /** Extra headers of the answer. */
  readonly headers: Record<string, string> = {}
  readonly status: number
  /** Stable: other programs may rely on it. */
  readonly code: string
  readonly title: string
  constructor(status: number, code: string, title: string, message: string) {
    super(message)
    this.status = status
    this.code = code
    this.title = title
  }
}

export class NotFoundError extends HttpError {
  constructor(message = 'There is no page at this address.') {
    super(404, 'not_found', 'Not found', message)
  }
}

export class ForbiddenError extends HttpError {
  constructor(message: string, code = 'forbidden') {
    super(403, code, 'Not allowed', message)
  }
}

export class BadRequestError extends HttpError {
  constructor(message: string, code = 'bad_request') {
    super(400, code, 'Not understood', message)
  }
}

export class InvalidError extends HttpError {
  override readonly extensions: { errors: FieldErrors }
  readonly errors: FieldErrors
  constructor(message: string, errors: FieldErrors = {}, code = 'invalid') {
    super(422, code, 'Please check what was entered', message)
    this.errors = errors
    this.extensions = { errors }
  }
}

export class ConflictError extends HttpError {
  constructor(message: string, code = 'conflict') {
    super(409, code, 'This cannot be done right now', message)
  }
}

export class TooManyRequestsError extends HttpError {
  override readonly headers: Record<string, string>
  constructor(message: string, retryAfterSeconds: number) {
    super(429, 'too_many_requests', 'Too many requests', message)
    this.headers = { 'retry-after': String(retryAfterSeconds) }
  }
}

/** Long enough for a database that restarts. */
const RETRY_AFTER_SECONDS = 10

export class UnavailableError extends HttpError {
  override readonly headers = { 'retry-after': String(RETRY_AFTER_SECONDS) }
  constructor(message: string) {
    super(503, 'unavailable', 'Temporarily unavailable', message)
  }
}
