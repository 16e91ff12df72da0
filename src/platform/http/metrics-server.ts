import { once } from 'node:events'
import { createServer } from 'node:http'
import { Registry } from 'prom-client'

/**
 * `GET /metrics` on an address of its own, so that no proxy of the site can show it to the public. It ends with the
 * process, and keeps none from ending.
 */
export async function startMetricsServer(
  { host, port }: { host: string; port: number },
  read: () => Promise<string>,
): Promise<void> {
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
  server.on('connection', (socket) => socket.unref())
  await once(server.listen(port, host), 'listening')
  server.unref()
}
