import type { Socket } from 'node:net'

interface LastDownload {
  withdraw(): Promise<void>
  /** What the connection had received when the download had been sent. */
  bytesRead: number
  sentAt: number
}

/** Later, a reset says more about the connection's age than about the download. */
const BELIEVED_MS = 10_000

const lastDownloads = new WeakMap<Socket, LastDownload>()

/**
 * The kernel takes a small file whole, so a visitor can abort a response that has left this program. His side then
 * answers the bytes he no longer wants with a reset, and the record is taken back. A closed connection without
 * a reset, or one that has carried another request since, was read to the end.
 */
export function withdrawOnReset(socket: Socket, withdraw: () => Promise<void>): void {
  if (!lastDownloads.has(socket)) socket.once('close', onClose)
  lastDownloads.set(socket, { withdraw, bytesRead: socket.bytesRead, sentAt: Date.now() })
}

function onClose(this: Socket, hadError: boolean): void {
  const last = lastDownloads.get(this)
  if (!last || !hadError || this.bytesRead !== last.bytesRead) return
  if (Date.now() - last.sentAt < BELIEVED_MS) void last.withdraw()
}
