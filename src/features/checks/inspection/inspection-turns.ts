interface WaitingInspection<Reader> {
  owner: string
  use: (reader: Reader) => void
}

/**
 * Hands out readers so that owners take turns: one administrator's 24 files do not hold up another's one. An owner has at
 * most all but one of them.
 */
export function createTurns<Reader>(readers: readonly Reader[]) {
  const free = [...readers]
  const busy = new Map<string, number>()
  const waiting = new Set<WaitingInspection<Reader>>()
  const max = Math.max(1, readers.length - 1)
  const count = (owner: string) => busy.get(owner) ?? 0

  function startNext(): void {
    while (free.length > 0) {
      // Of those who have the fewest, whoever has waited longest.
      let next: WaitingInspection<Reader> | undefined
      for (const one of waiting) {
        if (count(one.owner) < (next ? count(next.owner) : max)) next = one
      }
      const reader = next && free.pop()
      if (!next || !reader) return
      waiting.delete(next)
      busy.set(next.owner, count(next.owner) + 1)
      next.use(reader)
    }
  }

  return {
    take(owner: string, signal?: AbortSignal): Promise<Reader> {
      return new Promise((resolve, reject) => {
        if (signal?.aborted) return reject(signal.reason)
        const leave = () => {
          waiting.delete(one)
          reject(signal?.reason)
        }
        const use = (reader: Reader) => {
          signal?.removeEventListener('abort', leave)
          resolve(reader)
        }
        const one = { owner, use }
        signal?.addEventListener('abort', leave)
        waiting.add(one)
        startNext()
      })
    },
    release(owner: string, reader: Reader): void {
      const left = count(owner) - 1
      if (left > 0) busy.set(owner, left)
      else busy.delete(owner)
      // The next owner's turn: whoever just finished is served last among equals.
      for (const one of [...waiting]) {
        if (one.owner !== owner) continue
        waiting.delete(one)
        waiting.add(one)
      }
      free.push(reader)
      startNext()
    },
  }
}
