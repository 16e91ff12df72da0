import { setImmediate, setTimeout } from 'node:timers/promises'
import type { Platform } from '../../platform/platform.ts'
import { hasElapsed } from '../../platform/waits.ts'
import { PAUSE_MS, type SendOutcome, type SentDocument } from './download-rules.ts'
import { createDownloadStore, type DownloadStore, type Withdrawal } from './queries.ts'

/** On SQLite the writing thread, with one message each way for a group of downloads; otherwise the database itself. */
export function downloadStoreOf({ db, writing }: Pick<Platform, 'db' | 'writing'>): DownloadStore {
  if (!writing) return createDownloadStore(db)
  return {
    storeDownloads: (sent) => writing.call('storeDownloads', sent),
    withdrawDownloads: (withdrawal) => writing.call('withdrawDownloads', withdrawal),
    deleteChains: (before) => writing.call('deleteChains', before),
  }
}

export interface RecordedDownloads {
  outcomes: SendOutcome[]
  /** Removes the records, for a visitor who left before the whole response was sent. */
  withdraw(): Promise<void>
}

type PendingRecord = PromiseWithResolvers<RecordedDownloads> & { sent: readonly SentDocument[] }

/** Of a group that has so many, no more are waited for. */
const MAX_GATHERED = 500

/**
 * Records downloads in groups: those that arrive while a group is being committed make up the next one, so that a busy
 * hour costs one flush of the disk for many downloads. A group is one transaction.
 *
 * @param timeoutMs how long a visitor's last bytes wait for a database that does not answer
 */
export function createDownloadRecorder(store: DownloadStore, timeoutMs = 10_000) {
  const waiting: PendingRecord[] = []
  let flushing: Promise<void> | undefined
  let sweptAt = 0
  const withdrawing = new Set<Promise<void>>()

  async function flush(): Promise<void> {
    while (waiting.length > 0) {
      await gather()
      const group = waiting.splice(0)
      await commit(group)
      await sweep(group)
    }
    flushing = undefined
  }

  /** Waits until a turn of the event loop adds none: a download that misses its group waits for two commits. */
  async function gather(): Promise<void> {
    for (let count = 0; count < waiting.length && count < MAX_GATHERED; ) {
      count = waiting.length
      await setImmediate()
    }
  }

  async function commit(group: PendingRecord[]): Promise<void> {
    try {
      const all = group.flatMap(({ sent }) => sent)
      const stored = await within(timeoutMs, store.storeDownloads(all))
      for (const { sent, resolve } of group) {
        const own = stored.splice(0, sent.length)
        const outcomes = own.map(({ outcome }) => outcome)
        resolve({ outcomes, withdraw: () => withdraw({ sent, stored: own }) })
      }
    } catch (error) {
      for (const { reject } of group) reject(error)
    }
  }

  function withdraw(withdrawal: Withdrawal): Promise<void> {
    const work = store.withdrawDownloads(withdrawal).finally(() => withdrawing.delete(work))
    withdrawing.add(work)
    return work
  }

  /** Runs now and then; if it fails, the next run makes up for it. */
  async function sweep(group: PendingRecord[]): Promise<void> {
    const now = group[0]?.sent[0]?.accessed_at ?? 0
    if (!hasElapsed(sweptAt, now, PAUSE_MS)) return
    sweptAt = now
    await within(timeoutMs, store.deleteChains(now - 2 * PAUSE_MS)).catch(() => {})
  }

  return {
    /**
     * Records the documents of one response, all or none. Resolves once that is committed (PROMISES 22).
     * @throws if the database does not take it in time; the caller logs that and sends the file anyway
     */
    record(sent: readonly SentDocument[]): Promise<RecordedDownloads> {
      const pending = { sent, ...Promise.withResolvers<RecordedDownloads>() }
      waiting.push(pending)
      flushing ??= flush()
      return pending.promise
    },
    async close(): Promise<void> {
      await flushing
      await Promise.allSettled(withdrawing)
    },
  }
}

/** A query that hangs on a lost connection must not keep visitors from their files. */
function within<T>(milliseconds: number, work: Promise<T>): Promise<T> {
  const waiting = new AbortController()
  const late = setTimeout(milliseconds, undefined, waiting).then(() => {
    throw new Error(`the database did not answer within ${milliseconds} ms`)
  })
  return Promise.race([work, late]).finally(() => waiting.abort())
}
