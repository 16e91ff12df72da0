const FIRST_MS = 100
const MOST_MS = 30_000
/** A process that has served for so long did not die of its start. */
export const SETTLED_MS = 60_000

/**
 * How long to wait before a process that ended is replaced, in milliseconds.
 * @param endings how many have ended since one last served for SETTLED_MS, this one included
 */
export function restartDelay(endings: number): number {
  return Math.min(FIRST_MS * 2 ** (endings - 1), MOST_MS)
}
