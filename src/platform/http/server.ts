import cookie from '@fastify/cookie'
import multipart from '@fastify/multipart'
import fastifyStatic from '@fastify/static'
import swagger from '@fastify/swagger'
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
import { NotFoundError } from './errors.ts'
import { openApiOptions, useSchemas } from './openapi.ts'
import { beginBody, cutSlowBody, leaveUnread, PUBLIC_BODY_LIMIT } from './request/body-limits.ts'
import { canonicalAddress, createClientAddress } from './request/client-address.ts'
import { readBody } from './request/fields.ts'
import { FIELDS_LIMIT, type Form } from './request/form.ts'
import { CROSS_ORIGIN_HEADERS, PREFLIGHT_HEADERS, refuseForeignOrigin } from './request/origin.ts'
import { answerUnparsed, unparsedAnswer } from './request/unparsed.ts'
import type { Route } from './route.ts'
import { NEVER_INDEXED, PRIVATE_HEADERS, securityHeaders } from './security-headers.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The visitor's address (CONTRACT section 4), or null where no proxy named one. For download records. */
    visitorIp: string | null
    /** The same, or else the socket's peer: for limits, the audit log and the request log. */
    clientIp: string | null
    /** What was posted, where the guard has read it. Files that nobody took are removed once the answer is made. */
    form: Form
  }
}

const HEADERS_MS = 15_000
const IDLE_SOCKET_MS = 120_000
/** For whole requests, uploads included; body-limits.ts cuts what arrives too slowly much sooner. */
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
    bodyLimit: PUBLIC_BODY_LIMIT,
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
      reply.headers(securityHeaders(config))
      answerError(new NotFoundError(), request as FastifyRequest, reply as FastifyReply)
    },
    clientErrorHandler: (error, socket) => answerUnparsed(error, socket, securityHeaders(config)),
    onProtoPoisoning: 'error',
    onConstructorPoisoning: 'error',
  }) as unknown as FastifyInstance
  server.server.on('checkExpectation', (_request, response) => {
    const { headers, body } = unparsedAnswer(417, securityHeaders(config))
    response.writeHead(417, headers).end(body)
  })
  await server.register(cookie)
  await server.register(fastifyStatic, {
    root: publicFolder(),
    prefix: '/',
    wildcard: false,
    preCompressed: true,
    immutable: true,
    maxAge: '1y',
    index: false,
  })

  // All but JSON; fields.ts reads it.
  server.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) =>
    done(null, body),
  )
  server.server.on('request', cutSlowBody)
  useSchemas(server)
  if (routes.some(({ api }) => api))
    await server.register(swagger, openApiOptions(config.publicUrl))
  addHooks(server, platform)
  server.setNotFoundHandler((request, reply) => answerError(new NotFoundError(), request, reply))
  server.setErrorHandler((error: FastifyError, request, reply) =>
    answerError(toHttpError(error), request, reply, error),
  )
  for (const route of routes.filter(({ upload }) => !upload)) addRoute(server, route)
  // Only here a multipart form is more than a few kilobytes in memory.
  await server.register(async (uploads) => {
    await uploads.register(multipart, multipartOptions(config.uploadMaxBytes))
    for (const route of routes.filter(({ upload }) => upload)) addRoute(uploads, route)
  })
  return server
}

const multipartOptions = (fileSize: number) => ({
  throwFileSizeLimit: false,
  limits: {
    fileSize,
    files: 200,
    fields: 1000,
    fieldSize: FIELDS_LIMIT,
    fieldNameSize: 200,
    headerPairs: 100,
  },
})

function addHooks(server: FastifyInstance, { config, log, metrics, redirects }: Platform): void {
  const headers = securityHeaders(config, redirects?.origin)
  const clientAddress = createClientAddress(config.trustedProxies)
  server.decorateRequest('visitorIp', null)
  server.decorateRequest('clientIp', null)
  server.decorateRequest('form')
  server.addHook('onRequest', (request, reply, done) => {
    reply.headers(headers)
    // Also where no route answers, and so no guard.
    if (request.url.startsWith('/admin')) reply.headers(PRIVATE_HEADERS)
    const { remoteAddress } = request.raw.socket
    request.visitorIp = clientAddress(remoteAddress, request.headers['x-forwarded-for'])
    request.clientIp = request.visitorIp ?? canonicalAddress(remoteAddress)
    beginBody(request)
    // Their bodies mean nothing, and nobody reads them.
    if (request.method === 'GET' || request.method === 'HEAD') leaveUnread(request, reply)
    done(refuseForeignOrigin(request, config.publicUrl))
  })
  server.addHook('onSend', (request, reply, payload, done) => {
    leaveUnread(request, reply)
    // `onResponse` would never come where the client has gone away meanwhile.
    if (!request.form?.files.length) return done(null, payload)
    request.form
      .discard()
      .catch((error: unknown) => log.error({ err: error }, 'uploaded files were left behind'))
      .finally(() => done(null, payload))
  })
  server.addHook('onResponse', (request, reply, done) => {
    // A body that was refused before its end would hold up the next request of the same connection.
    if (reply.raw.shouldKeepAlive) request.raw.resume()
    const { method } = request
    // The pattern, not the address: tokens are never logged (PROMISES 13).
    const route = request.routeOptions.url ?? 'none'
    const { statusCode: status, elapsedTime } = reply
    metrics?.observeRequest({ method, route, status, seconds: elapsedTime / 1000 })
    log.info(
      {
        method,
        route,
        ...idOf(request.params),
        status,
        ms: Math.round(elapsedTime),
        ip: request.clientIp,
      },
      'request',
    )
    done()
  })
}

/** A text, or a number where the route has a schema. */
function idOf(params: unknown): { id: string } | undefined {
  const id = (params as { id?: string | number } | null)?.id
  return id === undefined ? undefined : { id: String(id).slice(0, 20) }
}

function addRoute(server: FastifyInstance, route: Route): void {
  const { enter, read, bodyLimit } = route.guard
  if (route.crossOrigin) {
    server.options(route.url, (_request, reply) =>
      reply.status(204).headers(PREFLIGHT_HEADERS).send(),
    )
  }
  const { api, before } = route
  server.route({
    method: route.method,
    url: route.url,
    bodyLimit,
    ...(api && { schema: api }),
    onRequest: [
      ...(route.crossOrigin ? [addCrossOriginHeaders(route.url)] : []),
      ...[enter, before]
        .filter((hook) => hook !== undefined)
        .map(
          (hook) => async (request: FastifyRequest, reply: FastifyReply) => hook(request, reply),
        ),
    ],
    ...(api?.body && { preValidation: readBody }),
    ...(read && route.method === 'POST' && { preHandler: async (request) => read(request) }),
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
