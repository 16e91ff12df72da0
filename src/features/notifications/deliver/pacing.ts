import type { SendResult } from '../../../platform/mail/mail.ts'
import { isDue } from '../../../platform/waits.ts'

/** Commits and timers run late; busy workers may catch up by this much. */
const CREDIT_US = 400_000

/** The shortest step back of the clock that counts as one. */
const STEP_US = 1000

/**
 * Spaces messages evenly. All times in microseconds, because 400 messages a second are 2.5 milliseconds apart.
 * @param next when the next message may go; far from now after a rest, or if the clock was changed
 * @returns how many may go now, and when the next may go after these
 */
export function createPacer(perSecond: number, { next, now }: { next: number; now: number }) {
  const interval = 1_000_000 / perSecond
  const isLate = next < now - 2 * CREDIT_US
  const isImpossible = next > now + interval + STEP_US
  const turn = isLate || isImpossible ? now : Math.max(next, now - CREDIT_US)
  return {
    room: turn > now ? 0 : Math.floor((now - turn) / interval) + 1,
    nextAfter: (count: number) => Math.round(turn + count * interval),
  }
}

export interface ServerPause {
  until: number
  reply: string
}

/** A dropped connection for one recipient does not mean the server is down; three in a row do. */
const TOLERATED = 2

/** For a server that is down or refuses the password (PROMISES 20): after each pause one delivery is tried. */
export function createCircuitBreaker(pause: (failures: number) => number, clock: () => number) {
  let failures = 0
  let current: ServerPause | undefined
  let pauseMs = 0
  let isTrying = false
  const isOver = ({ until }: ServerPause) => isDue(until, clock(), pauseMs)

  return {
    room(): number {
      if (!current) return Number.POSITIVE_INFINITY
      return isTrying || !isOver(current) ? 0 : 1
    },
    wait: () => (current && !isTrying && !isOver(current) ? current.until - clock() : 0),
    begin() {
      isTrying = current !== undefined
    },
    report({ outcome, concerns, reply }: SendResult): void {
      // A server that accepts messages and then drops the connection would make every delivery uncertain.
      const isTrouble = outcome === 'uncertain' || (outcome !== 'sent' && concerns === 'server')
      // Deliveries in flight when the pause began tell us nothing new.
      if (isTrouble && current && !isTrying) return
      isTrying = false
      failures = isTrouble ? failures + 1 : 0
      pauseMs = pause(failures - TOLERATED)
      current = failures > TOLERATED ? { until: clock() + pauseMs, reply } : undefined
    },
    status: () => current,
  }
}
