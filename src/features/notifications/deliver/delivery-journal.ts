import { setTimeout as sleep } from 'node:timers/promises'
import type { Database } from '../../../platform/database/schema.ts'
import { type Mark, markDeliveries, unmarkSending } from './delivery-queries.ts'

export interface JournalOptions {
  db: Database
  worker: string
  clock: () => number
  /** How many deliveries can be under way: when most of them wait here, more would not come soon. */
  slots: number
  onError: (error: unknown) => void
}

export type DeliveryJournal = ReturnType<typeof createDeliveryJournal>

interface Claim {
  mark: Mark
  answer: (maySend: boolean) => void
}

const LEAST_GATHER_MS = 2
const MOST_GATHER_MS = 20
const RETRY_MS = 1000

/**
 * Writes down that messages are about to go out, and what became of them. A commit costs as much for ten marks as for
 * one, so all that come together go into one; and a delivery's result goes together with the mark of the one that takes
 * its place, so that never more are marked as sending than are in the mailer's hands (PROMISES 19). Two commits for each
 * message came to 60 to 79 messages a second on SQLite where nodemailer's pool without a database came to 73 to 201, and
 * this to 441 to 636 (bench/notifications.ts, one busy machine).
 */
export function createDeliveryJournal({ db, worker, clock, slots, onError }: JournalOptions) {
  let claims: Claim[] = []
  let results: Mark[] = []
  let timer: NodeJS.Timeout | undefined
  let writing: Promise<void> | undefined
  let closed = false
  /** A slow disk is written to less often, with more at a time. */
  let gatherMs = LEAST_GATHER_MS

  function plan(): void {
    if (writing || closed || claims.length + results.length === 0) return
    if (claims.length * 5 >= slots * 4) write()
    else timer ??= setTimeout(write, gatherMs)
  }

  function write(): void {
    clearTimeout(timer)
    timer = undefined
    const start = performance.now()
    writing = writeAll().finally(() => {
      writing = undefined
      const cost = performance.now() - start
      gatherMs = Math.min(Math.max(cost, LEAST_GATHER_MS), MOST_GATHER_MS)
      plan()
    })
  }

  async function writeAll(): Promise<void> {
    const [asking, ended] = [claims, results]
    claims = []
    results = []
    try {
      const marks = [...ended, ...asking.map(({ mark }) => mark)]
      const written = await markDeliveries(db, worker, marks, clock())
      for (const { mark, answer } of asking) answer(written.has(mark.id))
    } catch (error) {
      // Whether the commit arrived is not known, and repeating it is harmless.
      onError(error)
      claims.unshift(...asking)
      results.unshift(...ended)
      if (!closed) await sleep(RETRY_MS)
    }
  }

  return {
    /** Resolves when the mark is durable: whether the message may be handed to the mailer. */
    claim(mark: Mark): Promise<boolean> {
      if (closed) return Promise.resolve(false)
      return new Promise((answer) => {
        claims.push({ mark, answer })
        plan()
      })
    },
    /** Does not wait: until the mark is durable the delivery counts as under way. */
    settle(mark: Mark): void {
      results.push(mark)
      plan()
    },
    /** Takes no further claims, and writes what it has; tries a lost database once more. */
    async close(): Promise<void> {
      closed = true
      clearTimeout(timer)
      await writing
      const unanswered = claims
      claims = []
      for (const { answer } of unanswered) answer(false)
      if (results.length > 0) write()
      await writing
      await unmarkSending(
        db,
        worker,
        unanswered.map(({ mark }) => mark),
      )
    },
  }
}
