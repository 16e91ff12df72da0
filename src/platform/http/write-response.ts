import type { ServerResponse } from 'node:http'

/*
 * Writes to a visitor's connection and reports whether that worked. Node's own callbacks are not reliable enough for the
 * last byte: a write to a lost connection may never call back, or call back as if it had succeeded.
 */

export const isConnected = ({ socket }: ServerResponse): boolean => socket?.destroyed === false

/**
 * Resolves to true once the responses to earlier requests on this connection have been sent, or to false if the visitor has
 * gone. This way a client that sends many requests at once has only one file open at a time.
 */
export async function waitForTurn(response: ServerResponse): Promise<boolean> {
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
export function writeChunk(response: ServerResponse, bytes: Buffer): Promise<boolean> {
  return new Promise((resolve) => {
    const onClose = () => resolve(false)
    response.once('close', onClose)
    response.write(bytes, () => {
      response.off('close', onClose)
      resolve(isConnected(response))
    })
  })
}

/** Ends the response. What the kernel has taken counts as sent (CONTRACT section 4). */
export function end(response: ServerResponse, bytes: Buffer): Promise<boolean> {
  if (!isConnected(response)) return Promise.resolve(false)
  return new Promise((resolve) => {
    response.once('finish', () => resolve(true))
    response.once('close', () => resolve(false))
    response.end(bytes)
  })
}
