/** Numbers that look random and are the same on every machine: the demo is identical wherever it is made. */
export interface Random {
  /** At least 0, less than 1. */
  next(): number
  /** Both ends included. */
  between(least: number, most: number): number
  pick<T>(choices: readonly T[]): T
  shuffle<T>(items: readonly T[]): T[]
}

/** mulberry32 over an FNV-1a hash of the seed. */
export function randomFrom(seed: string): Random {
  let state = hash(seed)
  const next = () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
  const between = (least: number, most: number) => least + Math.floor(next() * (most - least + 1))
  return {
    next,
    between,
    pick: <T>(choices: readonly T[]) => choices[between(0, choices.length - 1)] as T,
    shuffle: (items) => {
      const keyed = items.map((item) => ({ item, key: next() }))
      return keyed.sort((a, b) => a.key - b.key).map(({ item }) => item)
    },
  }
}

function hash(text: string): number {
  let value = 0x811c9dc5
  for (const character of text)
    value = Math.imul(value ^ (character.codePointAt(0) ?? 0), 0x01000193)
  return value
}
