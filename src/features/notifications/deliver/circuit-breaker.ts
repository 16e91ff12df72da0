import type { SendResult } from '../../../platform/mail/mail.ts'

export interface CircuitBreakerOptions {
  /** After so many failures beyond the tolerated ones, in milliseconds. */
  pause: (failures: number) => number
  clock: () => number
  /** Aborts when the worker stops. */
  signal: AbortSignal
}

/** Nothing is sent before `until`, because of what the server said or did not say. */
export interface ServerPause {
  until: number
  reply: string
}

export type CircuitBreaker = ReturnType<typeof createCircuitBreaker>

/** One recipient at whom the server breaks off is no trouble with the server; three of them in a row are. */
const TOLERATED = 2

/**
 * Keeps a server that is down, or refuses the password, from being asked once for every recipient (PROMISES 20). After
 * a pause one delivery tries; the others follow when it got through.
 */
export function createCircuitBreaker({ pause, clock, signal }: CircuitBreakerOptions) {
  /** Open: all wait. Ready: the next one tries for all. Probing: it is trying. */
  let state: 'closed' | 'open' | 'ready' | 'probing' = 'closed'
  let failures = 0
  let current: ServerPause | undefined
  let timer: NodeJS.Timeout | undefined
  let waiting: ((mayPass: boolean) => void)[] = []

  signal.addEventListener('abort', () => {
    clearTimeout(timer)
    passAll(false)
  })

  function passAll(mayPass: boolean): void {
    const released = waiting
    waiting = []
    for (const release of released) release(mayPass)
  }

  function close(): void {
    state = 'closed'
    failures = 0
    current = undefined
    clearTimeout(timer)
    passAll(!signal.aborted)
  }

  function open(reply: string): void {
    state = 'open'
    const length = pause(failures - TOLERATED)
    current = { until: clock() + length, reply }
    timer = setTimeout(letOneTry, length)
  }

  function letOneTry(): void {
    const next = waiting.shift()
    state = next ? 'probing' : 'ready'
    next?.(true)
  }

  return {
    /** Waits as long as the server cannot be used; false when the worker stops. */
    pass(): Promise<boolean> | boolean {
      if (signal.aborted || state === 'closed') return !signal.aborted
      if (state === 'ready') {
        state = 'probing'
        return true
      }
      return new Promise((resolve) => waiting.push(resolve))
    },
    /** What came of an attempt; undefined where none was made after all. */
    report(result: Pick<SendResult, 'outcome' | 'concerns' | 'reply'> | undefined): void {
      if (!result) {
        if (state === 'probing') letOneTry()
      } else if (!isTrouble(result)) close()
      else if (state !== 'open') {
        // What was under way when the pause began tells nothing new.
        failures += 1
        if (failures > TOLERATED) open(result.reply)
      }
    },
    status: (): ServerPause | undefined => current,
  }
}

/** An uncertain one too: a server that takes messages and breaks off would make every delivery uncertain. */
function isTrouble({ outcome, concerns }: Pick<SendResult, 'outcome' | 'concerns'>): boolean {
  return outcome === 'uncertain' || (outcome !== 'sent' && concerns === 'server')
}
