import type { FastifyReply, FastifyRequest } from 'fastify'
import type { ApiHandler, ApiSchema, Handler } from './api-schema.ts'
import { PUBLIC_BODY_LIMIT } from './request/body-limits.ts'

export interface Guard {
  enter?: (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>
  read?: (request: FastifyRequest) => Promise<void>
  /** The largest body without files, in bytes. */
  bodyLimit: number
}

export interface Route {
  method: 'GET' | 'POST'
  url: string
  guard: Guard
  handler: Handler
  api?: ApiSchema
  before?: Handler | undefined
  /** Whether the body may contain files and so take longer than a form. */
  upload?: boolean
  /** Whether pages of other sites may read the answer. */
  crossOrigin?: boolean
}

const route =
  (method: Route['method']) =>
  (url: string, guard: Guard, handler: Handler | ApiHandler): Route => ({
    ...{ method, url, guard },
    ...(typeof handler === 'function'
      ? { handler }
      : { handler: handler.handle, api: handler.api, before: handler.before }),
  })

export const get = route('GET')
export const post = route('POST')

export const withFiles = (posted: Route): Route => ({ ...posted, upload: true })

/** Only for public data that needs no cookies. */
export const withCors = (read: Route): Route => ({ ...read, crossOrigin: true })

export const anyone: Guard = { bodyLimit: PUBLIC_BODY_LIMIT }
