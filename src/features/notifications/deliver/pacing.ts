import type { SendResult } from '../../../platform/mail/mail.ts'
import { isDue } from '../../../platform/waits.ts'

/** Commits and timers run late; a busy worker may catch up by this much, so that the configured rate is reached. */
const CREDIT_MS = 1000

/** Spaces messages evenly; the rate is for all workers together. */
export function createPacer(perSecond: number) {
  let interval = perSecond === 0 ? 0 : 1000 / perSecond
  let next = Number.NEGATIVE_INFINITY
  const turn = (now: number) => (now - next > 2 * CREDIT_MS ? now : Math.max(next, now - CREDIT_MS))

  return {
    room() {
      if (interval === 0) return Number.POSITIVE_INFINITY
      const now = performance.now()
      const ahead = now - turn(now)
      return ahead < 0 ? 0 : Math.floor(ahead / interval) + 1
    },
    wait: () => Math.max(0, next - performance.now()),
    spend(count: number) {
      next = turn(performance.now()) + count * interval
    },
    /** @param pauseMs wait until the other workers have noticed this one */
    share(workers: number, pauseMs: number) {
      if (perSecond === 0) return
      interval = (1000 * Math.max(1, workers)) / perSecond
      if (pauseMs > 0) next = performance.now() + pauseMs
    },
  }
}

export interface ServerPause {
  until: number
  reply: string
}

/** A dropped connection for one recipient does not mean the server is down; three in a row do. */
const TOLERATED = 2

/**
 * Prevents one attempt per recipient at a server that is down or refuses the password (PROMISES 20). After a pause, one
 * delivery is tried; if it succeeds, the others follow.
 */
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
