import type { FastifyReply, FastifyRequest } from 'fastify'
import type { ApiDescription } from './api-description.ts'
import { PUBLIC_BODY_LIMIT } from './request/body-limits.ts'

export type Handler = (request: FastifyRequest, reply: FastifyReply) => unknown

/** Who may pass. */
export interface Guard {
  /** Decides before anything of the body is read. */
  enter?: (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>
  /** Reads and checks what was posted. */
  read?: (request: FastifyRequest) => Promise<void>
  /** Largest body but for files, in bytes. */
  bodyLimit: number
}

export interface RouteOptions {
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
export const anyone: Guard = { bodyLimit: PUBLIC_BODY_LIMIT }
