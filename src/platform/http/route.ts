import type { FastifyReply, FastifyRequest } from 'fastify'
import type { ApiDescription } from './api-description.ts'

export type Handler = (request: FastifyRequest, reply: FastifyReply) => unknown
export type Guard = (request: FastifyRequest, reply: FastifyReply) => Promise<unknown> | undefined

export interface RouteOptions {
  /** Largest body that is not a file, in bytes; 64 kB unless said. */
  bodyLimit?: number
  /** Whether the body may carry files and so take longer than a form. */
  upload?: boolean
  /** What `GET /api/openapi.json` says of the route. */
  api?: ApiDescription
  /** Whether pages of other sites may read the answer. Only what everybody may read anyway, without cookies. */
  crossOrigin?: boolean
}

export interface Route extends RouteOptions {
  method: 'GET' | 'POST'
  url: string
  guard: Guard
  handler: Handler
}

export const get = (
  url: string,
  guard: Guard,
  handler: Handler,
  options: RouteOptions = {},
): Route => ({
  method: 'GET',
  url,
  guard,
  handler,
  ...options,
})

export const post = (
  url: string,
  guard: Guard,
  handler: Handler,
  options: RouteOptions = {},
): Route => ({
  method: 'POST',
  url,
  guard,
  handler,
  ...options,
})

/** Lets everyone in: the public pages. */
export const anyone: Guard = () => undefined
