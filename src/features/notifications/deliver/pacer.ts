/** Timers fire late; so much may be made up for, so that the rate is met and hardly exceeded. */
const CREDIT_MS = 20

/** Spaces messages evenly. @param perSecond 0: as fast as they go */
export function createPacer(perSecond: number, signal: AbortSignal) {
  let next = 0
  return async (): Promise<boolean> => {
    if (perSecond === 0 || signal.aborted) return !signal.aborted
    const now = performance.now()
    const turn = Math.max(next, now - CREDIT_MS)
    next = turn + 1000 / perSecond
    if (turn > now) await wait(turn - now, signal)
    return !signal.aborted
  }
}

function wait(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(end, milliseconds)
    signal.addEventListener('abort', end)
    function end() {
      clearTimeout(timer)
      signal.removeEventListener('abort', end)
      resolve()
    }
  })
}
