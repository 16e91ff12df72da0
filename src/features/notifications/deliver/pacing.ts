import type { SendResult } from '../../../platform/mail/mail.ts'

/** Commits and timers come late; so much is made up for while messages follow each other, so that the rate is met. */
const CREDIT_MS = 1000

/** Spaces messages evenly; the rate is that of all workers together. */
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
    /** @param pauseMs until the others know that they are one more */
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

/** One recipient at whom the server hangs up is no trouble with the server; three of them in a row are. */
const TOLERATED = 2

/**
 * Keeps a server that is down, or refuses the password, from being asked once for every recipient (PROMISES 20). After
 * a pause one delivery tries; the others follow when it got through.
 */
export function createCircuitBreaker(pause: (failures: number) => number, clock: () => number) {
  let failures = 0
  let current: ServerPause | undefined
  let isTrying = false

  return {
    room(): number {
      if (!current) return Number.POSITIVE_INFINITY
      return isTrying || clock() < current.until ? 0 : 1
    },
    wait: () => (current && !isTrying ? Math.max(0, current.until - clock()) : 0),
    begin() {
      isTrying = current !== undefined
    },
    report({ outcome, concerns, reply }: SendResult): void {
      // A server that takes messages and hangs up would make every delivery uncertain.
      const isTrouble = outcome === 'uncertain' || (outcome !== 'sent' && concerns === 'server')
      // What was under way when the pause began tells nothing new.
      if (isTrouble && current && !isTrying) return
      isTrying = false
      failures = isTrouble ? failures + 1 : 0
      current =
        failures > TOLERATED ? { until: clock() + pause(failures - TOLERATED), reply } : undefined
    },
    status: () => current,
  }
}
