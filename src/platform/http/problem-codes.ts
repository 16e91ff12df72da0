/** The `code` of every error that a program may meet at the public addresses, with its meaning. They are stable. */
export const PROBLEM_CODES = {
  bad_request: 'The request could not be read.',
  csrf: 'The CSRF token, or the cookie it belongs to, is missing or another’s.',
  cross_site:
    'A page of another site sent this, which is refused for everything that changes something.',
  not_found: 'There is nothing at this address: it never was, is not published, or was withdrawn.',
  already_subscribed: 'The address is subscribed already.',
  precondition_failed: 'The document is not the one the condition names.',
  too_large: 'The body is larger than this address accepts.',
  unsupported_media_type: 'The body is neither JSON nor a form.',
  range_not_satisfiable: 'The document is shorter than the range asked for.',
  no_documents: 'No document was chosen, or none matches.',
  archive_too_large: 'That is more than one archive takes; ask for it in parts.',
  invalid: 'A value is not valid; `errors` says which and why.',
  invalid_email: 'This is not one e-mail address that mail could be delivered to.',
  too_many_requests: 'Too many requests from this client; Retry-After says how long to wait.',
  internal: 'Something went wrong at the server. Nothing was changed.',
  unavailable: 'The database, the storage, or the mail server is not responding. Try again later.',
  storage_full: 'The server’s disk is full. Nothing was changed.',
} as const

export type ProblemCode = keyof typeof PROBLEM_CODES
