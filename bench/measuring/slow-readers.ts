import { connect, type Socket } from 'node:net'
import { setTimeout } from 'node:timers/promises'
import { residentMemory } from './machine.ts'

const READERS = 200
const READ_EVERY_MS = 100
const SECONDS = 15

/** How much 200 readers of a large file, each taking at most 64 kB ten times a second, add to the server's memory, in bytes. */
export async function measureSlowReaders(url: string, pid: number): Promise<number> {
  const before = residentMemory(pid)
  const readers = Array.from({ length: READERS }, () => startReader(new URL(url)))
  let max = before
  for (let second = 0; second < SECONDS; second += 1) {
    await setTimeout(1000)
    max = Math.max(max, residentMemory(pid))
  }
  for (const reader of readers) reader.destroy()
  return max - before
}

/** A paused socket fills up, so the server must wait; each turn reads a little from it. */
function startReader({ hostname, port, pathname }: URL): Socket {
  const socket = connect({ host: hostname, port: Number(port) })
  socket.on('error', () => {})
  socket.write(`GET ${pathname} HTTP/1.1\r\nHost: ${hostname}\r\n\r\n`)
  socket.on('data', () => socket.pause())
  const timer = setInterval(() => socket.resume(), READ_EVERY_MS)
  socket.once('close', () => clearInterval(timer))
  return socket
}
