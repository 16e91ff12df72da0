import type { FastifyReply, FastifyRequest } from 'fastify'
import type { ApiHandler, Handler } from './api-schema.ts'
import { PUBLIC_BODY_LIMIT } from './request/body-limits.ts'

export interface Guard {
  enter?: (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>
  read?: (request: FastifyRequest) => Promise<void>
  /** The largest body without files, in bytes. */
  bodyLimit: number
}

export interface Route extends Partial<ApiHandler> {
  method: 'GET' | 'POST'
  url: string
  guard: Guard
  handler: Handler
  /** Whether the body may contain files and so take longer than a form. */
  upload?: boolean
  /** Whether pages of other sites may read the answer. */
  crossOrigin?: boolean
}

const route =
  (method: Route['method']) =>
  (url: string, guard: Guard, handler: Handler | ApiHandler): Route => {
    const handling = typeof handler === 'function' ? { handler } : handler
    return { method, url, guard, ...handling }
  }

export const get = route('GET')
export const post = route('POST')

export const withFiles = (posted: Route): Route => ({ ...posted, upload: true })

/**
 * For addresses that only take forms: opened again after a refusal, from the address bar or with a browser's last
 * windows, each leads to the nearest page above it; the API's, whose forms are on every page, to the home page.
 */
export function pagesAbove(routes: Route[]): Route[] {
  const gets = new Set(routes.filter(({ method }) => method === 'GET').map(({ url }) => url))
  const above = (path: string) => path.slice(0, path.lastIndexOf('/'))
  const forms = routes.filter(({ method, url }) => method === 'POST' && !gets.has(url))
  return forms.map(({ url, guard }) =>
    get(url, guard, (request, reply) => {
      if (url.startsWith('/api/')) return reply.redirect('/')
      let [page, path] = [above(url), above(request.url.split('?')[0] ?? '')]
      while (page && !gets.has(page)) [page, path] = [above(page), above(path)]
      return reply.redirect(path || '/')
    }),
  )
}

/** Only for public data that needs no cookies. */
export const withCors = (read: Route): Route => ({ ...read, crossOrigin: true })

export const anyone: Guard = { bodyLimit: PUBLIC_BODY_LIMIT }
