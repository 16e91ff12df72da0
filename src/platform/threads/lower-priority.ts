import { setPriority } from 'node:os'
import { isMainThread } from 'node:worker_threads'

/** Behind whoever serves visitors, and behind whatever else `nice` has put back. */
const LAST = 19

/**
 * Lets everything else go first: this process, or this thread and those that it begins. Not for work that holds a lock
 * which visitors' requests wait for: it would hold it the longer.
 */
export function lowerPriority(): void {
  // Only on Linux has a thread a priority of its own; elsewhere the call means the whole process.
  if (!isMainThread && process.platform !== 'linux') return
  try {
    setPriority(LAST)
  } catch {
    // Not every system lets a program do so; it then runs like any other.
  }
}
