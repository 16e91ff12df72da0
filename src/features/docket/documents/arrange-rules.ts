export interface Numbered {
  id: number
  /** 0 is the main document. */
  attachment_number: number
}

type WantedNumber = ReadonlyMap<Numbered['id'], number>

/** Documents that were given the same number as another one. */
export function numberedAlike(before: readonly Numbered[], wanted: WantedNumber): Numbered['id'][] {
  const changes = changed(before, wanted)
  const numbers = [...changes.values()]
  return [...changes]
    .filter(([, one]) => numbers.filter((other) => other === one).length > 1)
    .map(([id]) => id)
}

/**
 * A document that was left alone, but whose number went to another one, takes the number that this frees. Entering 0
 * for attachment 5 makes it the main document and the main document attachment 5.
 */
export function settleNumbers(
  before: readonly Numbered[],
  wanted: WantedNumber,
): Map<number, number> {
  const changes = changed(before, wanted)
  const had = new Map(before.map((one) => [one.id, one.attachment_number]))
  const takers = new Map([...changes].map(([id, number]) => [number, id]))
  const settled = new Map(changes)
  for (const { id, attachment_number } of before) {
    if (changes.has(id)) continue
    let free = attachment_number
    for (let taker = takers.get(free); taker !== undefined; taker = takers.get(free)) {
      free = had.get(taker) ?? free
    }
    settled.set(id, free)
  }
  return settled
}

const changed = (before: readonly Numbered[], wanted: WantedNumber) =>
  new Map(
    before.flatMap(({ id, attachment_number }): [number, number][] => {
      const number = wanted.get(id) ?? attachment_number
      return number === attachment_number ? [] : [[id, number]]
    }),
  )
