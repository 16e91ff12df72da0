import type { FastifyRequest } from 'fastify'
import { ForbiddenError } from './errors.ts'

const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS'])

/**
 * PROMISES 8: what another site's page sends is refused before anything else. A mail provider's one-click
 * unsubscribe (RFC 8058) comes from no page and carries neither header.
 */
export function refuseForeignOrigin(
  request: FastifyRequest,
  publicUrl: string,
): ForbiddenError | undefined {
  if (SAFE_METHODS.has(request.method)) return undefined
  const { 'sec-fetch-site': site, origin } = request.headers
  const isForeign =
    site === undefined
      ? origin !== undefined && !isOwn(origin, request, publicUrl)
      : site === 'cross-site'
  return isForeign
    ? new ForbiddenError(
        'This was sent from another site’s page. Open this site and try again there.',
        'cross_site',
      )
    : undefined
}

/** The Host header only compares here; it reaches no link (PROMISES 10). */
function isOwn(origin: string, request: FastifyRequest, publicUrl: string): boolean {
  if (origin === 'null') return isWithoutFetchMetadata(publicUrl)
  if (!URL.canParse(origin)) return false
  return origin === new URL(publicUrl).origin || new URL(origin).host === request.headers.host
}

const TRUSTWORTHY = /^(localhost|127(\.\d+){3}|\[::1\])$/

/**
 * Over plain http, but for this machine itself, browsers send no Sec-Fetch-Site, and from our own pages with no-referrer
 * they send the origin `null`. Then the CSRF token alone decides.
 */
function isWithoutFetchMetadata(publicUrl: string): boolean {
  const { protocol, hostname } = new URL(publicUrl)
  return protocol === 'http:' && !TRUSTWORTHY.test(hostname)
}
