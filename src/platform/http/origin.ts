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
  if (!URL.canParse(origin)) return false
  return origin === new URL(publicUrl).origin || new URL(origin).host === request.headers.host
}
