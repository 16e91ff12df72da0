import type { ServerResponse } from 'node:http'

/*
 * Writing to a visitor's connection and knowing what became of it. The callbacks of Node's own functions are not enough
 * where the last byte decides: a write to a lost connection may never call back, or call back as if it had been sent.
 */

export function isConnected(response: ServerResponse): boolean {
  return response.socket?.destroyed === false
}

/**
 * Resolves when the answers to earlier requests of this connection have been sent: true; or when the visitor has gone:
 * false. So a visitor who sends many requests at once has one file open at a time.
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
