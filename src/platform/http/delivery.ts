import type { ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { unacknowledgedOf } from './unacknowledged.ts'
import { end } from './write-response.ts'

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
export async function deliver(
  response: ServerResponse,
  bytes: Buffer,
  undo: () => Promise<void>,
): Promise<void> {
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
