import cookie from '@fastify/cookie'
import formbody from '@fastify/formbody'
import multipart from '@fastify/multipart'
import fastifyStatic from '@fastify/static'
import Fastify, {
  type FastifyError,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify'
import type { Platform } from '../platform.ts'
import { createAnswerError, type RenderError, toHttpError } from './answer-error.ts'
import { publicFolder } from './assets.ts'
import { canonicalAddress, createClientAddress } from './client-address.ts'
import { CROSS_ORIGIN_HEADERS, PREFLIGHT_HEADERS } from './cross-origin.ts'
import { NotFoundError } from './errors.ts'
import { refuseForeignOrigin } from './origin.ts'
import type { Route } from './route.ts'
import { NEVER_INDEXED, PRIVATE_HEADERS, securityHeaders } from './security-headers.ts'
import { cutSlowBody } from './slow-body.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The visitor's address (CONTRACT section 4), or null where no proxy named one. For download records. */
    visitorIp: string | null
    /** The same, or else the socket's peer: for limits, the audit log and the request log. */
    clientIp: string | null
  }
}

const BODY_LIMIT = 64 * 1024
const HEADERS_MS = 15_000
const IDLE_SOCKET_MS = 120_000
/** For whole requests, uploads included; slow-body.ts cuts what arrives too slowly much sooner. */
const UPLOAD_MS = 3_600_000

/** The web server with everything that holds for every route; it does not listen yet. */
export async function createServer(
  platform: Platform,
  routes: Route[],
  renderError: RenderError,
): Promise<FastifyInstance> {
  const { config } = platform
  const answerError = createAnswerError(platform, renderError)
  const server = Fastify({
    loggerInstance: platform.log,
    logController: new LogController({ disableRequestLogging: true }),
    // Nothing logs through the request, so that none needs a logger of its own.
    childLoggerFactory: (logger) => logger,
    bodyLimit: BODY_LIMIT,
    requestTimeout: UPLOAD_MS,
    connectionTimeout: IDLE_SOCKET_MS,
    http: {
      headersTimeout: HEADERS_MS,
      connectionsCheckingInterval: 5000,
      maxHeaderSize: 32 * 1024,
    },
    forceCloseConnections: 'idle',
    routerOptions: { maxParamLength: 500, ignoreTrailingSlash: false },
    // Addresses that cannot be decoded, or are too long, come past every hook.
    frameworkErrors: (_error, request, reply) => {
      reply.headers(securityHeaders(config.publicUrl))
      answerError(new NotFoundError(), request as FastifyRequest, reply as FastifyReply)
    },
    onProtoPoisoning: 'error',
    onConstructorPoisoning: 'error',
  }) as unknown as FastifyInstance
  await server.register(cookie)
  await server.register(formbody, { bodyLimit: BODY_LIMIT })
  await server.register(multipart, {
    throwFileSizeLimit: false,
    limits: {
      fileSize: config.uploadMaxBytes,
      files: 200,
      fields: 1000,
      fieldSize: 1024 * 1024,
      fieldNameSize: 200,
      headerPairs: 100,
    },
  })
  await server.register(fastifyStatic, {
    root: publicFolder(),
    prefix: '/',
    wildcard: false,
    preCompressed: true,
    immutable: true,
    maxAge: '1y',
    index: false,
  })

  // What nothing else reads; handlers refuse it in their own words.
  server.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) =>
    done(null, body),
  )
  server.server.on('request', cutSlowBody)
  addHooks(server, platform)
  server.setNotFoundHandler((request, reply) => answerError(new NotFoundError(), request, reply))
  server.setErrorHandler((error: FastifyError, request, reply) =>
    answerError(toHttpError(error), request, reply, error),
  )
  for (const route of routes) addRoute(server, route)
  return server
}

function addHooks(server: FastifyInstance, { config, log, metrics, redirects }: Platform): void {
  const headers = securityHeaders(config.publicUrl, redirects?.origin)
  const clientAddress = createClientAddress(config.trustedProxies)
  server.decorateRequest('visitorIp', null)
  server.decorateRequest('clientIp', null)
  server.addHook('onRequest', (request, reply, done) => {
    reply.headers(headers)
    // Also where no route answers, and so no guard.
    if (request.url.startsWith('/admin')) reply.headers(PRIVATE_HEADERS)
    const { remoteAddress } = request.raw.socket
    request.visitorIp = clientAddress(remoteAddress, request.headers['x-forwarded-for'])
    request.clientIp = request.visitorIp ?? canonicalAddress(remoteAddress)
    done(refuseForeignOrigin(request, config.publicUrl))
  })
  server.addHook('onResponse', (request, reply, done) => {
    // A body that was refused before its end would hold up the next request of the same connection.
    request.raw.resume()
    metrics?.observeRequest({
      method: request.method,
      route: request.routeOptions.url ?? 'none',
      status: reply.statusCode,
      seconds: reply.elapsedTime / 1000,
    })
    log.info(
      {
        method: request.method,
        // The pattern, not the address: tokens are never logged (PROMISES 13).
        route: request.routeOptions.url ?? 'none',
        ...((request.params as object) &&
          'id' in (request.params as object) && {
            id: (request.params as { id: string }).id.slice(0, 20),
          }),
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime),
        ip: request.clientIp,
      },
      'request',
    )
    done()
  })
}

function addRoute(server: FastifyInstance, route: Route): void {
  if (route.crossOrigin) {
    server.options(route.url, (_request, reply) =>
      reply.status(204).headers(PREFLIGHT_HEADERS).send(),
    )
  }
  server.route({
    method: route.method,
    url: route.url,
    bodyLimit: route.bodyLimit ?? BODY_LIMIT,
    ...(route.crossOrigin && { onRequest: addCrossOriginHeaders(route.url) }),
    preHandler: async (request, reply) => route.guard(request, reply),
    handler: async (request, reply) => route.handler(request, reply),
  })
}

/** Before anything is decided, so that other sites' pages can read refusals as well. Of these, people search the PDFs only. */
function addCrossOriginHeaders(url: string) {
  const isPdf = url.endsWith('/download')
  const headers = { ...CROSS_ORIGIN_HEADERS, ...(!isPdf && NEVER_INDEXED) }
  return (_request: FastifyRequest, reply: FastifyReply, done: () => void) => {
    reply.headers(headers)
    done()
  }
}
