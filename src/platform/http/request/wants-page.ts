import type { FastifyRequest } from 'fastify'

/** Pages get pages; the API gets problem+json, unless a browser's form or link is waiting for a page. */
export function wantsPage(request: FastifyRequest): boolean {
  const accepts = request.headers.accept ?? ''
  if (accepts.includes('json')) return false
  return !request.url.startsWith('/api/') || accepts.includes('text/html')
}
