import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { countDownloads } from '../support/count-downloads.ts'
import { startForTest, testFolder } from '../support/run-for-test.ts'
import { loadSmallDocket } from '../support/small-docket.ts'

const MB = 1024 * 1024

/** Reads at least this much more, then no more. */
async function read(socket: Socket, bytes: number): Promise<void> {
  let left = bytes
  while (left > 0) {
    const piece = socket.read() as Buffer | null
    if (piece) left -= piece.length
    else await once(socket, 'readable')
  }
}

// PROMISES 16.
test.runIf(process.platform === 'linux')(
  '200 slow readers of a 100 MB file take less than 100 MB of memory',
  async () => {
    const folder = testFolder()
    await loadSmallDocket({}, folder, [100 * MB])
    const docket = await startForTest({}, folder)
    const { hostname: host, port } = new URL(docket.url)
    const visit = () => {
      const socket = connect({ host, port: Number(port) })
      socket.write(`GET /api/documents/1/download HTTP/1.1\r\nHost: ${host}\r\n\r\n`)
      return socket
    }
    /** In bytes. */
    const memory = () => {
      const status = readFileSync(`/proc/${docket.process.pid}/status`, 'utf8')
      return Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1]) * 1024
    }
    await (await fetch(`${docket.url}/api/documents/1/download`)).arrayBuffer()
    const before = memory()
    expect(await countDownloads(folder)).toBe(1)

    const readers = Array.from({ length: 200 }, visit)
    let max = 0
    for (let round = 0; round < 12; round += 1) {
      // Only the first rounds read; in the others, a sender that reads ahead would fill the memory.
      if (round < 4) await Promise.all(readers.map((reader) => read(reader, MB / 2)))
      else await sleep(200)
      max = Math.max(max, memory())
    }
    for (const reader of readers) reader.destroy()

    expect((max - before) / MB).toBeLessThan(100)
    expect(await countDownloads(folder)).toBe(1)
  },
)
