import type { FastifyReply, FastifyRequest } from 'fastify'
import type { ApiHandler, ApiSchema, Handler } from './api-schema.ts'
import { PUBLIC_BODY_LIMIT } from './request/body-limits.ts'

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
  /** Whether pages of other sites may read the answer. Only what everybody may read anyway, without cookies. */
  crossOrigin?: boolean
}

export interface Route extends RouteOptions {
  method: 'GET' | 'POST'
  url: string
  guard: Guard
  handler: Handler
  /** Of a route of the API. */
  api?: ApiSchema
  before?: Handler | undefined
}

const route =
  (method: Route['method']) =>
  (
    url: string,
    guard: Guard,
    handler: Handler | ApiHandler,
    options: RouteOptions = {},
  ): Route => ({
    ...{ method, url, guard, ...options },
    ...(typeof handler === 'function'
      ? { handler }
      : { handler: handler.handle, api: handler.api, before: handler.before }),
  })

export const get = route('GET')
export const post = route('POST')

/** Lets everyone in: the public pages. */
export const anyone: Guard = { bodyLimit: PUBLIC_BODY_LIMIT }
