import { readFile } from 'node:fs/promises'
import type { ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { setTimeout } from 'node:timers/promises'
import ipaddr from 'ipaddr.js'

/*
 * Writing to a visitor's connection and knowing what became of it. The callbacks of Node's own functions are not enough
 * where the last byte decides: a write to a lost connection may never call back, or call back as if it had been sent.
 */

export function isConnected(response: ServerResponse): boolean {
  return response.socket?.destroyed === false
}

/**
 * Resolves when the answers to earlier requests of this connection have been sent: true; or when the visitor has gone:
 * false. So whoever sends many requests at once has one file open at a time.
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

/** Resolves when the kernel has the bytes: true; or when the visitor has gone: false. */
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

/** As `write`, with the last bytes. */
export function end(response: ServerResponse, bytes: Buffer): Promise<boolean> {
  if (!isConnected(response)) return Promise.resolve(false)
  return new Promise((resolve) => {
    response.once('finish', () => resolve(true))
    response.once('close', () => resolve(false))
    response.end(bytes)
  })
}

/*
 * Whether the last bytes arrived. The kernel takes a small file whole, and of a large one some megabytes, so a visitor
 * can abort a response that has left this program. What shows it is how the connection goes on
 * (docs/decisions/036).
 */

interface Last {
  undo(): Promise<void>
  /** What the connection had received when the bytes had been sent. */
  bytesRead: number
  sentAt: number
  unacknowledged(): Promise<number | undefined>
}

const LOOK_MS = 1000
/** Where the kernel does not tell what was acknowledged, a later reset says more about the connection's age. */
const BELIEVED_MS = 10_000
/** How long a connection that has no further use waits for the visitor to close it; as long as an idle one. */
const LINGER_MS = 72_000

/** The last response of each connection, while nothing shows that it arrived. */
const undecided = new Map<Socket, Last>()
let looking: NodeJS.Timeout | undefined

/**
 * Ends the response with these bytes. Resolves when the kernel has them, or the visitor has gone.
 * @param undo called, at most once, when the visitor turns out not to have got them: before this resolves, or later
 */
export async function deliver(response: ServerResponse, bytes: Buffer, undo: () => Promise<void>) {
  const { socket } = response
  if (socket) lingerAfterEnd(socket)
  if (socket && (await end(response, bytes))) watch(socket, undo)
  else await undo()
}

/** After `Connection: close` Node closes the socket at once, and nobody would see the reset that answers the bytes. */
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

/** What the visitor's machine has acknowledged has arrived, and a later reset is no business of the response's. */
async function lookAt(socket: Socket, last: Last): Promise<void> {
  const age = Date.now() - last.sentAt
  if (age < LOOK_MS) return
  const bytes = await last.unacknowledged()
  if (undecided.get(socket) !== last) return
  if (bytes === 0 || (bytes === undefined && age >= BELIEVED_MS)) believe(socket)
}

/**
 * A reset aborted the response, and so did a visitor who closed with bytes in flight. A visitor who asked for more had
 * all of it; and a connection that this side closed is still delivered by the kernel.
 */
async function onClose(this: Socket, hadError: boolean): Promise<void> {
  const last = undecided.get(this)
  believe(this)
  if (!last || this.bytesRead !== last.bytesRead) return
  // One byte may be the end itself.
  if (hadError || (this.readableEnded && ((await last.unacknowledged()) ?? 0) > 1))
    await last.undo()
}

/** The kernel walks all of its connections for a look, and many ask for one at a time. */
const PAUSE_MS = 100

let nextLook: Promise<Map<string, number>> | undefined
let lastLook = Promise.resolve()

/**
 * How many bytes of a connection the other side's kernel has not acknowledged. Taken while the connection is open, it
 * tells of one that was closed since as well, for as long as the kernel still has bytes of it to send.
 *
 * @returns undefined where the kernel does not know the connection, or is not Linux
 */
function unacknowledgedOf(socket: Socket): () => Promise<number | undefined> {
  const { localAddress, localPort, remoteAddress, remotePort } = socket
  const name = () => `${endpoint(localAddress, localPort)} ${endpoint(remoteAddress, remotePort)}`
  return async () => (await shareLook()).get(name())
}

/** As the kernel writes it: each four bytes of the address as a number of this machine, then the port. */
function endpoint(address = '0.0.0.0', port = 0): string {
  const bytes = Buffer.from(ipaddr.parse(address).toByteArray()).swap32()
  return `${bytes.toString('hex')}:${port.toString(16).padStart(4, '0')}`.toUpperCase()
}

/** Whoever asks gets a look that begins after the question; together with others, PAUSE_MS after the one before. */
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
