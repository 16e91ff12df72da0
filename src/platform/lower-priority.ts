import { getPriority, setPriority } from 'node:os'
import { isMainThread } from 'node:worker_threads'

/** Behind whoever serves visitors, on a machine of one processor too. */
const LOW = 10

/**
 * Lets everything else go first: this process, or this thread and those that it begins. Not for work that holds a lock
 * which visitors' requests wait for: it would hold it the longer.
 */
export function lowerPriority(): void {
  // Only on Linux has a thread a priority of its own; elsewhere the call means the whole process.
  if (!isMainThread && process.platform !== 'linux') return
  try {
    // Never forward: root may raise what `nice` has put further back.
    setPriority(Math.max(LOW, getPriority()))
  } catch {
    // Not every system lets a program do so; it then runs like any other.
  }
}
