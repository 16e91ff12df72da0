import type { FastifyRequest } from 'fastify'
import { ForbiddenError } from '../errors.ts'

const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS'])

/** PROMISES 8. A mail provider's one-click unsubscribe (RFC 8058) comes from no page and carries neither header. */
export function refuseForeignOrigin(request: FastifyRequest, publicUrl: string) {
  if (SAFE_METHODS.has(request.method)) return undefined
  const { 'sec-fetch-site': site, origin } = request.headers
  if (site === 'same-origin' || site === 'none') return undefined
  const isForeign = origin === undefined ? site !== undefined : !isOwn(origin, request, publicUrl)
  if (!isForeign && site !== 'cross-site') return undefined
  const message = 'This was sent from another site’s page. Open this site and try again there.'
  return new ForbiddenError(message, 'cross_site')
}

const TRUSTWORTHY = /^(localhost|127(\.\d+){3}|\[::1\])$/

/** The Host header is used only for this comparison, never in links (PROMISES 10). */
function isOwn(origin: string, request: FastifyRequest, publicUrl: string): boolean {
  const { protocol, hostname, origin: own } = new URL(publicUrl)
  const isPlain = protocol === 'http:'
  // Over plain http to another machine, browsers send no Sec-Fetch-Site, and our own pages with no-referrer send the origin
  // `null`. Then the CSRF token alone decides.
  if (origin === 'null') return isPlain && !TRUSTWORTHY.test(hostname)
  if (origin === own) return true
  // Over plain http a site is often reached by more than one name.
  return isPlain && URL.canParse(origin) && new URL(origin).host === request.headers.host
}

/* Pages on any site may read these, but never with this site's cookies: a wildcard excludes credentials. */

export const CROSS_ORIGIN_HEADERS = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers':
    'Accept-Ranges, Content-Disposition, Content-Length, Content-Range, ETag, Retry-After',
}

/** The response to OPTIONS, which browsers may cache for a day. */
export const PREFLIGHT_HEADERS = {
  'access-control-allow-origin': '*',
  'access-control-allow-methods': 'GET, HEAD',
  'access-control-allow-headers': 'If-Modified-Since, If-None-Match, If-Range, Range',
  'access-control-max-age': '86400',
  allow: 'GET, HEAD, OPTIONS',
}
