import { isRobot } from '../../downloads/download-rules.ts'

/** Browsers are few; robots that make up a new name each time must not fill the memory. */
const MOST = 20_000

/** `isRobot` for logs, where the same user agents come again and again. */
export function createRobotMemory(): (userAgent: string) => boolean {
  const known = new Map<string, boolean>()
  return (userAgent) => {
    const answer = known.get(userAgent)
    if (answer !== undefined) return answer
    if (known.size >= MOST) known.clear()
    const found = isRobot(userAgent)
    known.set(userAgent, found)
    return found
  }
}
