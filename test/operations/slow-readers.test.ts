import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { rmSync, truncateSync, writeFileSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'

const MB = 1024 * 1024
const READERS = 200
const FILE = join(tmpdir(), `docket-slow-${process.pid}.pdf`)
const FILE_SIZE = 100 * MB

const moduleUrl = (path: string) => JSON.stringify(new URL(path, import.meta.url).href)

/** The sender runs in a separate process, so that its memory can be measured. */
const SERVER = `
  import Fastify from 'fastify'
  import { readPieces } from ${moduleUrl('../../src/platform/files/folder-storage.ts')}
  import { planResponse } from ${moduleUrl('../../src/features/downloads/plan-response.ts')}
  import { sendDocument } from ${moduleUrl('../../src/features/downloads/send-document.ts')}
  const server = Fastify()
  let records = 0
  server.get('/', ({ method, headers }, reply) =>
    sendDocument(reply, {
      plan: planResponse({ method, headers, sha256: 'ab', byteSize: ${FILE_SIZE}, lastModified: 0 }),
      disposition: 'inline',
      cached: undefined,
      open: (start, end) => readPieces(${JSON.stringify(FILE)}, start, end),
      record: async () => {
        records += 1
        return { withdraw: async () => {} }
      },
      onFailure: (what, error) => console.error(what, error),
    }))
  await server.listen({ port: 0, host: '127.0.0.1' })
  process.on('message', () => process.send({ rss: process.memoryUsage.rss(), records }))
  process.send({ port: server.server.address().port })
`

interface Message {
  port: number
  rss: number
  records: number
}

let server: ChildProcess
let port: number

beforeAll(async () => {
  writeFileSync(FILE, '')
  truncateSync(FILE, FILE_SIZE)
  const flags = ['--no-warnings', '--experimental-transform-types', '--input-type=module']
  server = spawn(process.execPath, [...flags, '-e', SERVER], {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
  const [message] = (await once(server, 'message')) as [Message]
  port = message.port
})

afterAll(async () => {
  server.kill('SIGKILL')
  await once(server, 'exit')
  rmSync(FILE)
})

async function measure(): Promise<Message> {
  server.send('measure')
  const [message] = (await once(server, 'message')) as [Message]
  return message
}

function visit(): Socket {
  const socket = connect({ port, host: '127.0.0.1' })
  socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n')
  return socket
}

/** Reads at least this much more, then no more. */
async function read(socket: Socket, bytes: number): Promise<void> {
  let left = bytes
  while (left > 0) {
    const piece = socket.read() as Buffer | null
    if (piece) left -= piece.length
    else await once(socket, 'readable')
  }
}

test('200 slow readers of a 100 MB file take less than 100 MB of memory', async () => {
  const whole = visit()
  await read(whole, FILE_SIZE)
  whole.destroy()
  const before = await measure()
  expect(before.records).toBe(1)

  const readers = Array.from({ length: READERS }, visit)
  let max = 0
  for (let round = 0; round < 12; round += 1) {
    // Only the first rounds read; in the others, a sender that reads ahead would fill the memory.
    if (round < 4) await Promise.all(readers.map((reader) => read(reader, MB / 2)))
    else await sleep(200)
    max = Math.max(max, (await measure()).rss)
  }
  for (const reader of readers) reader.destroy()

  expect((max - before.rss) / MB).toBeLessThan(100)
  expect((await measure()).records).toBe(1)
})
