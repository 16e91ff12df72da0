import { setImmediate, setTimeout } from 'node:timers/promises'
import type { Platform } from '../../platform/platform.ts'
import { hasElapsed } from '../../platform/waits.ts'
import { PAUSE_MS, type SentDocument } from './download-rules.ts'
import { createDownloadStore, type DownloadStore, type StoredDownload } from './queries.ts'

/** On SQLite the writing thread; otherwise the database itself. */
export function downloadStoreOf({ db, writing }: Pick<Platform, 'db' | 'writing'>): DownloadStore {
  if (!writing) return createDownloadStore(db)
  return {
    storeDownloads: (sent) => writing.call('storeDownloads', sent),
    withdrawDownloads: (stored) => writing.call('withdrawDownloads', stored),
    deleteChains: (before) => writing.call('deleteChains', before),
  }
}

interface RecordedDownloads {
  stored: readonly StoredDownload[]
  /** Removes the records, for a visitor who left before the whole response was sent. */
  withdraw(): Promise<void>
}

type PendingRecord = PromiseWithResolvers<RecordedDownloads> & { sent: readonly SentDocument[] }

/**
 * Those that arrive while a group is committed, in one transaction, are the next: many downloads cost one flush of the disk.
 * @param timeoutMs how long a visitor's last bytes wait for a database that does not answer
 */
export function createDownloadRecorder(store: DownloadStore, timeoutMs = 10_000) {
  const waiting: PendingRecord[] = []
  let flushing: Promise<void> | undefined
  let sweptAt = 0
  const withdrawing = new Set<Promise<void>>()

  async function flush(): Promise<void> {
    while (waiting.length > 0) {
      // What arrives in one turn of the event loop shares a commit.
      await setImmediate()
      const group = waiting.splice(0)
      await commit(group)
      await sweep(group)
    }
    flushing = undefined
  }

  async function commit(group: PendingRecord[]): Promise<void> {
    try {
      const all = group.flatMap(({ sent }) => sent)
      const stored = await within(timeoutMs, store.storeDownloads(all))
      for (const { sent, resolve } of group) {
        const own = stored.splice(0, sent.length)
        resolve({ stored: own, withdraw: () => withdraw(own) })
      }
    } catch (error) {
      for (const { reject } of group) reject(error)
    }
  }

  function withdraw(stored: readonly StoredDownload[]): Promise<void> {
    const work = store.withdrawDownloads(stored).finally(() => withdrawing.delete(work))
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
    /** Of one response, all or none; resolves once that is committed (PROMISES 22). @throws if that takes too long */
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
