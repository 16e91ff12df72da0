import type { Lease } from './delivery-queries.ts'

export interface LeaseBufferOptions {
  lease: (limit: number) => Promise<Lease[]>
  /** So many are taken at once; memory is bounded by it, however many recipients there are. */
  batch: number
  /** How long to rest when nothing is due, in milliseconds. */
  pollMs: number
  signal: AbortSignal
  onEmpty: () => Promise<unknown>
  onError: (error: unknown) => void
}

/** Keeps the senders supplied: takes the next batch while the last one is being sent, and rests when nothing is due. */
export function createLeaseBuffer({ lease, batch, pollMs, signal, ...on }: LeaseBufferOptions) {
  let leases: Lease[] = []
  let filling: Promise<void> | undefined
  let rest: PromiseWithResolvers<void> | undefined
  let timer: NodeJS.Timeout | undefined

  async function fill(): Promise<void> {
    try {
      const taken = await lease(batch)
      leases.push(...taken)
      if (taken.length < batch) startRest()
      if (leases.length === 0) await on.onEmpty()
    } catch (error) {
      on.onError(error)
      startRest()
    } finally {
      filling = undefined
    }
  }

  function startRest(): void {
    if (rest || signal.aborted) return
    rest = Promise.withResolvers()
    timer = setTimeout(endRest, pollMs)
  }

  function endRest(): void {
    clearTimeout(timer)
    const over = rest
    rest = undefined
    over?.resolve()
  }

  signal.addEventListener('abort', endRest)

  return {
    /** The next delivery to send, as soon as there is one; undefined when the worker stops. */
    async next(): Promise<Lease | undefined> {
      while (!signal.aborted) {
        const taken = leases.shift()
        if (taken && leases.length >= batch / 2) return taken
        if (!rest) filling ??= fill()
        if (taken) return taken
        await (filling ?? rest?.promise)
      }
      return undefined
    },
    /** Something may be due: looks now rather than at the next poll. */
    wake: endRest,
    /** Empties it, for whoever gives the deliveries back. */
    drain(): number[] {
      const ids = leases.map(({ id }) => id)
      leases = []
      return ids
    },
  }
}
