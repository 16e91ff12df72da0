import { uniformFloat32 } from 'pure-rand/distribution/uniformFloat32'
import { uniformInt } from 'pure-rand/distribution/uniformInt'
import { xoroshiro128plus } from 'pure-rand/generator/xoroshiro128plus'

/** The same numbers on every machine, so that the sample case is the same for everyone. */
export function createRandom(seed: number) {
  const generator = xoroshiro128plus(seed)
  const between = (min: number, max: number) => uniformInt(generator, min, max)
  return {
    /** From 0 up to, and not including, 1. */
    next: () => uniformFloat32(generator),
    /** A whole number, both ends included. */
    between,
    isOneIn: (times: number) => between(1, times) === 1,
    pick: <T>(list: readonly T[]): T => list[between(0, list.length - 1)] as T,
  }
}

export type Random = ReturnType<typeof createRandom>
