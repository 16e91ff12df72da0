import cookie from '@fastify/cookie'
import multipart from '@fastify/multipart'
import fastifyStatic from '@fastify/static'
import swagger from '@fastify/swagger'
import Fastify, {
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify'
import { MAX_FILES } from '../../shared/naming-rules.ts'
import type { Platform } from '../platform.ts'
import { publicFolder } from './assets.ts'
import {
  createErrorHandler,
  handleClientError,
  type RenderError,
  rawErrorResponse,
} from './error-handler.ts'
import { BadRequestError, NotFoundError } from './errors.ts'
import { type ApiInfo, openApiOptions, useSchemas } from './openapi.ts'
import { cutSlowBody, limitBody, PUBLIC_BODY_LIMIT, skipBody } from './request/body-limits.ts'
import { canonicalIp, createClientAddress } from './request/client-address.ts'
import { FIELDS_LIMIT, type Form, readBody } from './request/form.ts'
import { CROSS_ORIGIN_HEADERS, PREFLIGHT_HEADERS, refuseForeignOrigin } from './request/origin.ts'
import { pagesAbove, type Route } from './route.ts'
import { NEVER_INDEXED, PRIVATE_HEADERS, securityHeaders } from './security-headers.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** CONTRACT section 4, for download records; null if no proxy named one. */
    visitorIp: string | null
    /** The same, or else the socket's peer: for limits, the audit log, and the request log. */
    clientIp: string | null
    /** The form as read by the guard. Uploaded files not stored by then are removed before the response is sent. */
    form: Form
  }
}

/** For whole requests, including uploads; body-limits.ts cuts off slow ones much sooner. */
const UPLOAD_MS = 3_600_000

interface ServerOptions {
  renderError: RenderError
  apiInfo: ApiInfo
  /** Called with the route's pattern, the status, and milliseconds. */
  onAnswered: (route: string, status: number, ms: number) => void
}

/** Sets up everything common to all routes; does not listen yet. */
export async function createServer(
  platform: Platform,
  routes: Route[],
  { renderError, apiInfo, onAnswered }: ServerOptions,
) {
  const { config } = platform
  const headers = securityHeaders(config)
  const handleError = createErrorHandler(platform, renderError)
  // The address may be a mistyped one with a token: the page's own requests must not carry it as their Referer.
  const notFound = (request: FastifyRequest, reply: FastifyReply) =>
    handleError(new NotFoundError(), request, reply.headers(PRIVATE_HEADERS))
  const server = Fastify({
    loggerInstance: platform.log,
    logController: new LogController({ disableRequestLogging: true }),
    // Nothing logs through the request, so no request needs its own logger.
    childLoggerFactory: (logger) => logger,
    bodyLimit: PUBLIC_BODY_LIMIT,
    requestTimeout: UPLOAD_MS,
    connectionTimeout: 120_000,
    http: {
      headersTimeout: 15_000,
      connectionsCheckingInterval: 5000,
      maxHeaderSize: 32 * 1024,
      // Node's own refusal has no security headers.
      requireHostHeader: false,
    },
    // A request may arrive meanwhile on a proxy’s open connection: its visitor would get the 503.
    return503OnClosing: false,
    routerOptions: { maxParamLength: 500, ignoreTrailingSlash: true },
    // Addresses that cannot be decoded, or are too long, bypass every hook.
    frameworkErrors: (_error, request, reply) => {
      reply.headers(headers)
      notFound(request as FastifyRequest, reply as FastifyReply)
    },
    clientErrorHandler: (error, socket) => handleClientError(error, socket, headers),
  }) as unknown as FastifyInstance
  server.server.on('checkExpectation', (_request, response) => {
    const raw = rawErrorResponse(417, headers)
    response.writeHead(417, raw.headers).end(raw.body)
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

  // Everything except JSON is parsed by form.ts.
  server.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) =>
    done(null, body),
  )
  server.server.on('request', cutSlowBody)
  useSchemas(server)
  await server.register(swagger, openApiOptions(config.publicUrl, apiInfo))
  addHooks(server, platform, onAnswered)
  server.setNotFoundHandler(notFound)
  server.setErrorHandler(handleError)
  const plain = routes.filter(({ upload }) => !upload)
  for (const route of [...plain, ...pagesAbove(routes)]) addRoute(server, route)
  // Only these routes accept multipart forms of more than a few kilobytes.
  await server.register(async (uploads) => {
    await uploads.register(multipart, {
      throwFileSizeLimit: false,
      limits: {
        fileSize: config.uploadMaxBytes,
        // Browsers add an empty one for each field without a file.
        files: MAX_FILES + 10,
        fields: 1000,
        fieldSize: FIELDS_LIMIT,
        fieldNameSize: 200,
        headerPairs: 100,
      },
    })
    for (const route of routes.filter(({ upload }) => upload)) addRoute(uploads, route)
  })
  return server
}

function addHooks(
  server: FastifyInstance,
  { config, log }: Platform,
  onAnswered: ServerOptions['onAnswered'],
): void {
  const headers = securityHeaders(config)
  const clientAddress = createClientAddress(config.trustedProxies)
  server.decorateRequest('visitorIp', null)
  server.decorateRequest('clientIp', null)
  server.decorateRequest('form')
  server.addHook('onRequest', (request, reply, done) => {
    reply.headers(headers)
    // Set here because unknown addresses have no route and so no guard.
    if (request.url.startsWith('/admin')) reply.headers(PRIVATE_HEADERS)
    const { remoteAddress } = request.raw.socket
    request.visitorIp = clientAddress(remoteAddress, request.headers['x-forwarded-for'])
    request.clientIp = request.visitorIp ?? canonicalIp(remoteAddress)
    limitBody(request)
    const isReading = request.method === 'GET' || request.method === 'HEAD'
    if (isReading) skipBody(request, reply)
    const isWithoutHost = request.raw.httpVersion === '1.1' && request.headers.host === undefined
    const problem = isWithoutHost
      ? new BadRequestError('The request has no Host header.')
      : refuseForeignOrigin(request, config.publicUrl)
    const [path = '', ...query] = request.url.split('?')
    // As people type them. Each page has one address, which may have a token.
    if (!problem && isReading && !request.is404 && /^\/.*[^/]\/$/.test(path))
      reply.headers(PRIVATE_HEADERS).redirect([path.slice(0, -1), ...query].join('?'), 301)
    else done(problem)
  })
  server.addHook('onSend', async (request, reply, payload) => {
    skipBody(request, reply)
    // `onResponse` is never called if the client has gone away.
    if (request.form?.files.length) {
      const leftBehind = (err: unknown) => log.error({ err }, 'could not remove uploaded files')
      await request.form.discard().catch(leftBehind)
    }
    return payload
  })
  server.addHook('onResponse', (request, reply, done) => {
    // The unread rest of a refused body would block the next request on the connection.
    if (reply.raw.shouldKeepAlive) request.raw.resume()
    const { method, clientIp: ip } = request
    const { statusCode: status, elapsedTime } = reply
    // The route pattern, not the address, because tokens are never logged (PROMISES 13).
    const route = request.routeOptions.url ?? 'none'
    // A number if the route has a schema.
    const { id } = (request.params ?? {}) as { id?: string | number }
    const ms = Math.round(elapsedTime)
    onAnswered(route, status, elapsedTime)
    log.info({ method, route, ...(id && { id: `${id}`.slice(0, 20) }), status, ms, ip }, 'request')
    done()
  })
}

function addRoute(server: FastifyInstance, route: Route): void {
  const { method, url, guard, handler, api, before, crossOrigin } = route
  const { enter, read, bodyLimit } = guard
  // Of the responses that pages on other sites can read, only PDFs may be indexed.
  const indexing = url.endsWith('/download') ? {} : NEVER_INDEXED
  if (crossOrigin) {
    server.options(url, (_request, reply) => reply.status(204).headers(PREFLIGHT_HEADERS).send())
  }
  server.route({
    method,
    url,
    bodyLimit,
    ...(api && { schema: api }),
    async onRequest(request, reply) {
      // First, so that errors have them, too.
      if (crossOrigin) reply.headers({ ...CROSS_ORIGIN_HEADERS, ...indexing })
      return (await enter?.(request, reply)) ?? before?.(request, reply)
    },
    ...(api?.body && { preValidation: readBody }),
    ...(read && method === 'POST' && { preHandler: async (request) => read(request) }),
    handler: async (request, reply) => handler(request, reply),
  })
}
