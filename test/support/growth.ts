import { expect } from 'vitest'

/** The processor time of this thread alone, in milliseconds: other work on the machine does not count. */
function timeOf(work: () => unknown): number {
  const before = process.threadCpuUsage()
  work()
  const { user } = process.threadCpuUsage(before)
  return user / 1000
}

const min = (work: () => unknown) => Math.min(...[1, 2].map(() => timeOf(work)))

/** Below this, in milliseconds, garbage collection and compilation decide. */
const NOTICEABLE = 60

/**
 * Work on a text four times as long takes 4 times as long if it is linear, 16 times if it is quadratic. Measured up to three
 * times, because a garbage collection may fall into one of them.
 */
export function expectLinear(work: (length: number) => unknown, length: number): void {
  let [whole, quarter] = [0, 0]
  for (let attempt = 0; attempt < 3; attempt += 1) {
    whole = min(() => work(length))
    if (whole < NOTICEABLE) return
    quarter = min(() => work(length / 4))
    if (whole / quarter < 11) return
  }
  expect.fail(`${whole} ms, against ${quarter} ms for a quarter`)
}

/** @param length of the longest text, in characters */
export function expectSteadyGrowth(
  work: (text: string) => unknown,
  piece: string,
  length = 32_000,
): void {
  const text = piece.repeat(Math.ceil(length / piece.length))
  expectLinear((size) => work(text.slice(0, size)), text.length)
}
