/*
 * `bare-process.ts FILE…`: Node's own HTTP server, which sends each file from memory at /0, /1, … and does nothing else: no
 * routes, log lines, or records. This is the most that a service in one Node process could reach.
 */
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { listenAnywhere } from '../../test/support/free-port.ts'

const files = process.argv.slice(2).map((path) => readFileSync(path))

const server = createServer((request, response) => {
  const bytes = files[Number(request.url?.slice(1))] ?? Buffer.alloc(0)
  response.writeHead(200, { 'content-length': bytes.length }).end(bytes)
})
process.send?.(await listenAnywhere(server))
