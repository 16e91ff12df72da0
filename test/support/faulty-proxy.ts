import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import { promisify } from 'node:util'
import { afterAll, beforeAll, beforeEach } from 'vitest'
import { useS3Keys } from './each-storage.ts'
import { listenAnywhere } from './free-port.ts'
import { type S3Server, startS3Server } from './s3-server.ts'

/** What goes wrong with a request on its way. */
export type Fault =
  | 'refused'
  /** 403, as if a policy forbids it. */
  | 'denied'
  /** 503 SlowDown, as an overloaded store responds. */
  | 'slow-down'
  /** Never responds. */
  | 'hangs'
  /** Closes the connection partway through the response body. */
  | 'cut'
  /** Stalls partway through the response body. */
  | 'stalls'
  /** Changes one byte of what is sent. */
  | 'altered'

const SOME = 100_000

/** A real store behind such a proxy: there before the first test, gone after the last; each test begins without faults. */
export function storeBehindProxy() {
  const store = {} as { server: S3Server; proxy: Awaited<ReturnType<typeof startFaultyProxy>> }
  beforeAll(async () => {
    useS3Keys()
    store.server = await startS3Server()
    store.proxy = await startFaultyProxy(store.server.endpoint)
  })
  beforeEach(() => {
    store.proxy.fault = () => undefined
    store.proxy.seen.length = 0
  })
  afterAll(async () => {
    await store.proxy?.stop()
    await store.server?.stop()
  })
  return Object.assign(store, {
    /** `s3://…` of its bucket, through the proxy. */
    url: () => store.server.url('docs', store.proxy.url),
  })
}

/** A proxy between the service and a store that injects faults as the test chooses. */
async function startFaultyProxy(target: string) {
  const proxy = {
    /** Called for each request; `undefined` lets it pass. */
    fault: (_request: IncomingMessage): Fault | undefined => undefined,
    /** `METHOD /path` of what came, in order. */
    seen: [] as string[],
  }
  const server = createServer((incoming, answer) => {
    proxy.seen.push(`${incoming.method} ${incoming.url}`)
    pass(target, incoming, answer, proxy.fault(incoming))
  })
  const port = await listenAnywhere(server)
  return Object.assign(proxy, {
    url: `http://127.0.0.1:${port}`,
    /** Connections that are open now. */
    connections: promisify<number>(server.getConnections.bind(server)),
    async stop() {
      server.close()
      server.closeAllConnections()
    },
  })
}

function pass(target: string, incoming: IncomingMessage, answer: ServerResponse, fault?: Fault) {
  if (fault === 'hangs') return
  if (fault === 'refused') {
    incoming.socket.destroy()
    return
  }
  if (fault === 'denied' || fault === 'slow-down') {
    const [status, code] = fault === 'denied' ? [403, 'AccessDenied'] : [503, 'SlowDown']
    incoming.resume()
    answer.writeHead(status, { 'content-type': 'application/xml' })
    answer.end(`<Error><Code>${code}</Code><Message>${code}</Message></Error>`)
    return
  }
  const { method = '', url = '', headers } = incoming
  // The Host header is signed, so it is passed on unchanged.
  const onward = request(target + url, { method, headers }, (reply) => {
    answer.writeHead(reply.statusCode ?? 502, reply.headers)
    sendBack(reply, answer, fault)
  })
  onward.on('error', () => answer.destroy())
  answer.on('close', () => onward.destroy())
  incoming.on('data', (bytes: Buffer) => {
    if (fault === 'altered') bytes[0] = (bytes[0] ?? 0) ^ 1
    onward.write(bytes)
  })
  incoming.on('end', () => onward.end())
}

function sendBack(reply: IncomingMessage, answer: ServerResponse, fault: Fault | undefined) {
  if (fault !== 'cut' && fault !== 'stalls') {
    reply.pipe(answer)
    return
  }
  let left = SOME
  reply.on('data', (bytes: Buffer) => {
    if (left <= 0) return
    answer.write(bytes.subarray(0, left))
    left -= bytes.length
    if (left <= 0 && fault === 'cut') answer.write('', () => setTimeout(() => answer.destroy(), 20))
  })
}
