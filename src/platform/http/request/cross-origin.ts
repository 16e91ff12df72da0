/*
 * CORS for what everybody may read anyway: any site's page may, but never with this site's cookies, since a wildcard
 * excludes credentials (Fetch, section 3.2.5). Nothing that changes something has these headers: docs/decisions/013.
 */

/** Headers that a script may read besides those that it always may. */
const READABLE =
  'Accept-Ranges, Content-Disposition, Content-Length, Content-Range, ETag, Retry-After'

/** Conditions and ranges, which make reading cheaper. */
const SENDABLE = 'If-Modified-Since, If-None-Match, If-Range, Range'

export const CROSS_ORIGIN_HEADERS = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers': READABLE,
}

/** The answer to OPTIONS; browsers may remember it for a day. */
export const PREFLIGHT_HEADERS = {
  'access-control-allow-origin': '*',
  'access-control-allow-methods': 'GET, HEAD',
  'access-control-allow-headers': SENDABLE,
  'access-control-max-age': '86400',
  allow: 'GET, HEAD, OPTIONS',
}
