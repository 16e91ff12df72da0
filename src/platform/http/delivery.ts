import { readFile } from 'node:fs/promises'
import type { ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { setTimeout } from 'node:timers/promises'
import ipaddr from 'ipaddr.js'

/*
 * Writes to a visitor's connection and reports whether that worked. Node's own callbacks are not reliable enough for the
 * last byte: a write to a lost connection may never call back, or call back as if it had succeeded.
 */

export function isConnected(response: ServerResponse): boolean {
  return response.socket?.destroyed === false
}

/**
 * Resolves to true once the responses to earlier requests on this connection have been sent, or to false if the visitor has
 * gone. This way a client that sends many requests at once has only one file open at a time.
 */
export async function hasTurn(response: ServerResponse): Promise<boolean> {
  const { req } = response
  if (!response.socket && !req.destroyed) {
    await new Promise<void>((resolve) => {
      response.once('socket', () => resolve())
      // Node destroys the requests that a closed connection leaves unanswered.
      req.once('close', resolve)
    })
  }
  return isConnected(response)
}

/** Resolves to true once the kernel has the bytes, or to false if the visitor has gone. */
export function write(response: ServerResponse, bytes: Buffer): Promise<boolean> {
  return new Promise((resolve) => {
    const onClose = () => resolve(false)
    response.once('close', onClose)
    response.write(bytes, () => {
      response.off('close', onClose)
      resolve(isConnected(response))
    })
  })
}

/** Like `write`, for the last bytes. */
export function end(response: ServerResponse, bytes: Buffer): Promise<boolean> {
  if (!isConnected(response)) return Promise.resolve(false)
  return new Promise((resolve) => {
    response.once('finish', () => resolve(true))
    response.once('close', () => resolve(false))
    response.end(bytes)
  })
}

/*
 * Whether the last bytes arrived. The kernel buffers all of a small file and some megabytes of a large one, so a visitor can
 * abort a response that has already left this program. How the connection continues shows whether that happened
 * (docs/decisions/036).
 */

interface Last {
  undo(): Promise<void>
  /** The bytes received on the connection by the time the response was sent. */
  bytesRead: number
  sentAt: number
  unacknowledged(): Promise<number | undefined>
}

const LOOK_MS = 1000
/** If the kernel does not report acknowledgments, a reset after this time is put down to the connection's age. */
const BELIEVED_MS = 10_000
/** How long a finished connection waits for the visitor to close it; as long as an idle one. */
const LINGER_MS = 72_000

/** The last response on each connection, until it is known to have arrived. */
const undecided = new Map<Socket, Last>()
let looking: NodeJS.Timeout | undefined

/**
 * Ends the response with these bytes. Resolves once the kernel has them or the visitor has gone.
 * @param undo called at most once, before or after this resolves, if the visitor turns out not to have received them
 */
export async function deliver(response: ServerResponse, bytes: Buffer, undo: () => Promise<void>) {
  const { socket } = response
  if (socket) lingerAfterEnd(socket)
  if (socket && (await end(response, bytes))) watch(socket, undo)
  else await undo()
}

/** After `Connection: close` Node would close the socket at once, and a reset in response would go unnoticed. */
function lingerAfterEnd(socket: Socket): void {
  socket.destroySoon = () => {
    socket.end()
    socket.setTimeout(LINGER_MS, () => socket.destroy())
  }
}

function watch(socket: Socket, undo: () => Promise<void>): void {
  const { bytesRead } = socket
  if (!undecided.has(socket)) socket.once('close', onClose)
  const unacknowledged = unacknowledgedOf(socket)
  undecided.set(socket, { undo, bytesRead, sentAt: Date.now(), unacknowledged })
  looking ??= setInterval(look, LOOK_MS).unref()
}

function believe(socket: Socket): void {
  socket.off('close', onClose)
  undecided.delete(socket)
  if (undecided.size > 0) return
  clearInterval(looking)
  looking = undefined
}

function look(): void {
  for (const [socket, last] of undecided) void lookAt(socket, last)
}

/** Once the visitor's machine has acknowledged everything, a later reset no longer matters. */
async function lookAt(socket: Socket, last: Last): Promise<void> {
  const age = Date.now() - last.sentAt
  if (age < LOOK_MS) return
  const bytes = await last.unacknowledged()
  if (undecided.get(socket) !== last) return
  if (bytes === 0 || (bytes === undefined && age >= BELIEVED_MS)) believe(socket)
}

/**
 * The response was aborted if the connection was reset, or closed by the visitor with bytes in flight. A visitor who sent
 * another request had received all of it, and the kernel still delivers after this side has closed.
 */
async function onClose(this: Socket, hadError: boolean): Promise<void> {
  const last = undecided.get(this)
  believe(this)
  if (!last || this.bytesRead !== last.bytesRead) return
  // A single unacknowledged byte may be the FIN.
  if (hadError || (this.readableEnded && ((await last.unacknowledged()) ?? 0) > 1))
    await last.undo()
}

/** Each lookup makes the kernel walk all its connections, and many callers may ask at once. */
const PAUSE_MS = 100

let nextLook: Promise<Map<string, number>> | undefined
let lastLook = Promise.resolve()

/**
 * Counts the bytes that the other side has not acknowledged. Must be created while the connection is open, but also works
 * after it was closed, as long as the kernel still has bytes to send.
 *
 * @returns undefined if the kernel does not know the connection, or is not Linux
 */
function unacknowledgedOf(socket: Socket): () => Promise<number | undefined> {
  const { localAddress, localPort, remoteAddress, remotePort } = socket
  const name = () => `${endpoint(localAddress, localPort)} ${endpoint(remoteAddress, remotePort)}`
  return async () => (await shareLook()).get(name())
}

/** In the kernel's format: each four bytes of the address as a native-endian number, then the port. */
function endpoint(address = '0.0.0.0', port = 0): string {
  const bytes = Buffer.from(ipaddr.parse(address).toByteArray()).swap32()
  return `${bytes.toString('hex')}:${port.toString(16).padStart(4, '0')}`.toUpperCase()
}

/** Callers share a lookup, which starts after they asked and at least PAUSE_MS after the previous one. */
function shareLook(): Promise<Map<string, number>> {
  nextLook ??= lastLook.then(() => {
    nextLook = undefined
    const read = readTables()
    lastLook = read.then(() => setTimeout(PAUSE_MS, undefined, { ref: false }))
    return read
  })
  return nextLook
}

/** proc(5): local address, remote address, state, then tx_queue:rx_queue in hex. */
async function readTables(): Promise<Map<string, number>> {
  const read = (table: string) => readFile(`/proc/self/net/${table}`, 'latin1').catch(() => '')
  const rows = `${await read('tcp')}${await read('tcp6')}`.matchAll(
    /: (\w+:\w+ \w+:\w+) \w+ (\w+):/g,
  )
  return new Map(rows.map(([, name = '', bytes = '']) => [name, Number.parseInt(bytes, 16)]))
}
