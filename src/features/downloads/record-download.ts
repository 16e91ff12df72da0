import { setImmediate } from 'node:timers/promises'
import type { Database } from '../../platform/database/schema.ts'
import { deleteChains } from './chain-queries.ts'
import { PAUSE_MS, storedUserAgent } from './download-rules.ts'
import { isRobot } from './rules.ts'
import type { SentDocument } from './send-document.ts'
import {
  type Download,
  type StoredDownload,
  storeDownloads,
  withdrawDownloads,
} from './store-downloads.ts'
import { storesWholes } from './store-wholes.ts'

export interface RecordedDownloads {
  outcomes: StoredDownload['outcome'][]
  /** Takes back what was recorded: the visitor went away before the response had been sent whole. */
  withdraw(): Promise<void>
}

export interface DownloadRecorder {
  /**
   * Records the documents of one response, all or none. Resolves once that is committed (PROMISES 22).
   * @throws when the database cannot take it in time; the caller logs that and sends the file all the same
   */
  record(documents: readonly SentDocument[]): Promise<RecordedDownloads>
  /** Resolves when everything that was to be recorded or taken back has been, or has failed. */
  close(): Promise<void>
}

interface Waiting {
  downloads: Download[]
  resolve(recorded: RecordedDownloads): void
  reject(error: unknown): void
}

/** Of one group; what a response has is never divided. */
const ENOUGH_AT_ONCE = 500

/**
 * Records downloads in groups: those that arrive while a group is being committed make up the next one, so that a busy
 * hour costs one flush of the disk for many downloads. A group is one transaction.
 *
 * @param patienceMs how long a visitor's last bytes wait for a database that does not answer
 */
export function createDownloadRecorder(db: Database, patienceMs = 10_000): DownloadRecorder {
  const storeWholes = storesWholes(db)
  const store = async (all: Download[]) => (await storeWholes(all)) ?? storeDownloads(db, all)
  let waiting: Waiting[] = []
  let flushing: Promise<void> | undefined
  let sweptAt = 0
  const withdrawing = new Set<Promise<void>>()

  async function flush(): Promise<void> {
    // Whatever else arrived in this turn of the event loop comes along.
    await setImmediate()
    while (waiting.length > 0) {
      const group = takeGroup()
      await commit(group)
      await sweep(group)
    }
    flushing = undefined
  }

  function takeGroup(): Waiting[] {
    let count = 0
    const end = waiting.findIndex(({ downloads }) => {
      count += downloads.length
      return count > ENOUGH_AT_ONCE
    })
    const group = waiting.slice(0, end === -1 ? waiting.length : Math.max(end, 1))
    waiting = waiting.slice(group.length)
    return group
  }

  async function commit(group: Waiting[]): Promise<void> {
    try {
      const all = group.flatMap(({ downloads }) => downloads)
      const stored = await within(patienceMs, store(all))
      for (const { downloads, resolve } of group) {
        const own = stored.splice(0, downloads.length)
        const outcomes = own.map(({ outcome }) => outcome)
        resolve({ outcomes, withdraw: () => withdraw(downloads, own) })
      }
    } catch (error) {
      for (const { reject } of group) reject(error)
    }
  }

  function withdraw(downloads: Download[], stored: StoredDownload[]): Promise<void> {
    const work = withdrawDownloads(db, downloads, stored).finally(() => withdrawing.delete(work))
    withdrawing.add(work)
    return work
  }

  /** Now and then; where it fails, the next time. */
  async function sweep(group: Waiting[]): Promise<void> {
    const now = group[0]?.downloads[0]?.accessed_at ?? 0
    if (now - sweptAt < PAUSE_MS) return
    sweptAt = now
    await within(patienceMs, deleteChains(db, now - 2 * PAUSE_MS)).catch(() => {})
  }

  return {
    record(documents) {
      const downloads = documents.map(toDownload)
      return new Promise((resolve, reject) => {
        waiting.push({ downloads, resolve, reject })
        flushing ??= flush()
      })
    },
    async close() {
      await flushing
      await Promise.allSettled(withdrawing)
    },
  }
}

function toDownload(sent: SentDocument): Download {
  const user_agent = storedUserAgent(sent.user_agent)
  return { ...sent, user_agent, is_robot: isRobot(user_agent) ? 1 : 0 }
}

/** A query that hangs on a lost connection must not keep visitors from their files. */
async function within<T>(milliseconds: number, work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => {
      reject(new Error(`the database did not answer within ${milliseconds} ms`))
    }, milliseconds)
  })
  try {
    return await Promise.race([work, late])
  } finally {
    clearTimeout(timer)
  }
}
