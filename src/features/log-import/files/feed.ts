import { once } from 'node:events'
import type { Transform } from 'node:stream'

/**
 * A stream that unpacks, fed piece by piece and each one to its end: a stream that fails drops what it still holds, and
 * by then this one holds nothing. So whole lines before the end of a file that was cut are not lost.
 */
export function feed(unzip: Transform) {
  let failure: Error | undefined
  unzip.on('error', (error) => {
    failure = error
  })

  /** @param give hands something over; told when the stream has taken it in */
  async function* take(give: (done: (error?: Error | null) => void) => void) {
    let isTaken = false
    give((error) => {
      failure ??= error ?? undefined
      isTaken = true
      unzip.emit('taken')
    })
    for (;;) {
      for (let piece = unzip.read(); piece !== null; piece = unzip.read()) yield piece as Buffer
      if (failure) throw failure
      if (isTaken) return
      await firstOf(unzip, ['taken', 'readable', 'close'])
    }
  }

  return {
    give: (piece: Buffer) => take((done) => unzip.write(piece, done)),
    end: () => take((done) => unzip.once('end', done).once('close', done).end()),
    destroy: () => void unzip.destroy(),
  }
}

async function firstOf(unzip: Transform, events: string[]): Promise<void> {
  const waiting = new AbortController()
  await Promise.race(events.map((event) => once(unzip, event, waiting))).catch(() => {})
  waiting.abort()
}
