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

/** Work on a text four times as long takes 4 times as long if it is linear, 16 times if it is quadratic. */
export function expectLinear(work: (length: number) => unknown, length: number): void {
  const whole = min(() => work(length))
  if (whole < NOTICEABLE) return
  const quarter = min(() => work(length / 4))
  expect(whole / quarter, `${whole} ms against ${quarter} ms`).toBeLessThan(11)
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
