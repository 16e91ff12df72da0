import { setPriority } from 'node:os'

/** Behind whoever serves visitors, on a machine of one processor too. */
const LOW = 10

/**
 * Lets everything else go first: this process or, on Linux, this thread and those that it begins. Not for work that
 * holds a lock which visitors' requests wait for: it would hold it the longer.
 */
export function lowerPriority(): void {
  try {
    setPriority(LOW)
  } catch {
    // Not every system lets a program do so; it then runs like any other.
  }
}
