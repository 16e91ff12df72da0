import { once } from 'node:events'
import { createServer } from 'node:http'
import { Registry } from 'prom-client'

export interface MetricsServer {
  close(): Promise<void>
}

/** `GET /metrics` on an address of its own, so that no proxy of the site can show it to the public. */
export async function startMetricsServer(
  { host, port }: { host: string; port: number },
  read: () => Promise<string>,
): Promise<MetricsServer> {
  const server = createServer((request, response) => {
    if (request.method !== 'GET' || request.url !== '/metrics') {
      response.writeHead(404).end('Metrics are at /metrics.\n')
      return
    }
    read().then(
      (text) =>
        response.writeHead(200, { 'content-type': Registry.PROMETHEUS_CONTENT_TYPE }).end(text),
      () => response.writeHead(503).end('The metrics cannot be read at the moment.\n'),
    )
  })
  await once(server.listen(port, host), 'listening')
  server.unref()
  return {
    async close() {
      const closed = once(server.close(), 'close')
      server.closeAllConnections()
      await closed
    },
  }
}
