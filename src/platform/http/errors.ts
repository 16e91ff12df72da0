/* The errors that actions throw, one type per kind. Messages are for users and never contain internal details. */

/** Reasons by field: `{ filed_on: ['is not a date…'] }`. */
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

export class NotFoundError extends HttpError {
  constructor(message = 'There is no page at this address.') {
    super({ status: 404, code: 'not_found', title: 'Not found', message })
  }
}

export class ForbiddenError extends HttpError {
  constructor(message: string, code = 'forbidden') {
    super({ status: 403, code, title: 'Not allowed', message })
  }
}

export class BadRequestError extends HttpError {
  constructor(message: string) {
    super({ status: 400, code: 'bad_request', title: 'Bad request', message })
  }
}

export class TooLargeError extends HttpError {
  constructor(message = 'The request is larger than this address accepts.') {
    super({ status: 413, code: 'too_large', title: 'Too large', message })
  }
}

export class UnsupportedMediaTypeError extends HttpError {
  constructor() {
    const message = 'Send JSON or a form to this address.'
    super({ status: 415, code: 'unsupported_media_type', title: 'Unsupported media type', message })
  }
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

export class ConflictError extends HttpError {
  constructor(message: string, code = 'conflict') {
    super({ status: 409, code, title: 'This cannot be done right now', message })
  }
}

export class TooManyRequestsError extends HttpError {
  constructor(message: string, retryAfterSeconds: number) {
    const view = { status: 429, code: 'too_many_requests', title: 'Too many requests', message }
    super(view, { 'retry-after': String(retryAfterSeconds) })
  }
}

export class UnavailableError extends HttpError {
  /** Seconds; long enough for a database to restart. */
  override readonly headers = { 'retry-after': '10' }
  constructor(message: string) {
    super({ status: 503, code: 'unavailable', title: 'Temporarily unavailable', message })
  }
}
