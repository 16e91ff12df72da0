import {
  createServer,
  type IncomingMessage,
  request,
  type Server,
  type ServerResponse,
} from 'node:http'
import { promisify } from 'node:util'
import { listenAnywhere } from './free-port.ts'

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

export interface FaultyProxy {
  url: string
  /** Called for each request; `undefined` lets it pass. */
  fault: (request: IncomingMessage) => Fault | undefined
  /** `METHOD /path` of what came, in order. */
  seen: string[]
  /** Connections that are open now. */
  connections(): Promise<number>
  stop(): Promise<void>
}

const SOME = 100_000

/** A proxy between the service and a store that injects faults as the test chooses. */
export async function startFaultyProxy(target: string): Promise<FaultyProxy> {
  const server: Server = createServer((incoming, answer) => {
    proxy.seen.push(`${incoming.method} ${incoming.url}`)
    pass(target, incoming, answer, proxy.fault(incoming))
  })
  const port = await listenAnywhere(server)
  const proxy: FaultyProxy = {
    url: `http://127.0.0.1:${port}`,
    fault: () => undefined,
    seen: [],
    connections: promisify(server.getConnections.bind(server)),
    async stop() {
      server.close()
      server.closeAllConnections()
    },
  }
  return proxy
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
