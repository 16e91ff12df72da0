import { expect } from 'vitest'

/** The processor time of this thread alone, in milliseconds: other work on the machine does not count. */
function timeOf(work: () => unknown): number {
  const before = process.threadCpuUsage()
  work()
  const { user } = process.threadCpuUsage(before)
  return user / 1000
}

const least = (work: () => unknown) => Math.min(...[1, 2].map(() => timeOf(work)))

/** Below this, in milliseconds, garbage collection and compilation decide. */
const NOTICEABLE = 60

/**
 * Doubles a text twice: work in proportion to its length then takes 4 times as long, quadratic work 16 times.
 * @param length of the longest text, in characters
 */
export function expectSteadyGrowth(
  work: (text: string) => unknown,
  piece: string,
  length = 32_000,
): void {
  const text = piece.repeat(Math.ceil(length / piece.length))
  const whole = least(() => work(text))
  if (whole < NOTICEABLE) return
  const quarter = least(() => work(text.slice(0, text.length / 4)))
  expect(whole / quarter, `${whole} ms against ${quarter} ms`).toBeLessThan(11)
}
