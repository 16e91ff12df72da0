/**
 * Hands out readers so that owners take turns: one administrator's 24 files do not hold up another's single file. An owner has at
 * most all but one of them.
 */
export function createTurns<Reader>(readers: readonly Reader[]) {
  const free = [...readers]
  const busy = new Map<string, number>()
  const waiting = new Set<{ owner: string; use: (reader: Reader) => void }>()
  const max = Math.max(1, readers.length - 1)
  const count = (owner: string) => busy.get(owner) ?? 0

  function startNext(): void {
    while (free.length > 0) {
      // Among the owners with the fewest readers, the one that has waited longest.
      const [next] = [...waiting]
        .filter((one) => count(one.owner) < max)
        .sort((a, b) => count(a.owner) - count(b.owner))
      const reader = next && free.pop()
      if (!next || !reader) return
      waiting.delete(next)
      busy.set(next.owner, count(next.owner) + 1)
      next.use(reader)
    }
  }

  return {
    async take(owner: string, signal?: AbortSignal): Promise<Reader> {
      signal?.throwIfAborted()
      const { promise, resolve, reject } = Promise.withResolvers<Reader>()
      const one = { owner, use: resolve }
      const leave = () => {
        waiting.delete(one)
        reject(signal?.reason)
      }
      signal?.addEventListener('abort', leave)
      waiting.add(one)
      startNext()
      return promise.finally(() => signal?.removeEventListener('abort', leave))
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
