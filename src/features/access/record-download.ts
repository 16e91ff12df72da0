import { setImmediate } from 'node:timers/promises'
import { sql } from 'kysely'
import { rowsAsTable } from '../../platform/database/dialect.ts'
import type { Database, NewDocumentAccess } from '../../platform/database/schema.ts'

export interface RecordedDownload {
  /** Takes the record back: the visitor went away before the response had been sent whole. */
  withdraw(): Promise<void>
}

export interface DownloadRecorder {
  /**
   * Resolves once the record is committed (PROMISES 22).
   * @throws when the database cannot take it in time; the caller logs that and sends the file all the same
   */
  record(download: NewDocumentAccess): Promise<RecordedDownload>
  /** Resolves when everything that was to be recorded or taken back has been, or has failed. */
  close(): Promise<void>
}

interface Waiting {
  download: NewDocumentAccess
  resolve(recorded: RecordedDownload): void
  reject(error: unknown): void
}

/** 500 rows of 7 values stay far below the number of parameters that either database takes in a statement. */
const MOST_AT_ONCE = 500

/**
 * Records downloads in groups: those that arrive while a group is being committed make up the next one, so that a busy
 * hour costs one flush of the disk for many downloads. A group is one statement, and so one transaction.
 *
 * @param patienceMs how long a visitor's last bytes wait for a database that does not answer
 */
export function createDownloadRecorder(db: Database, patienceMs = 10_000): DownloadRecorder {
  const insert = insertsDownloads(db)
  let waiting: Waiting[] = []
  let flushing: Promise<void> | undefined
  const withdrawing = new Set<Promise<void>>()

  async function flush(): Promise<void> {
    // Whatever else arrived in this turn of the event loop comes along.
    await setImmediate()
    while (waiting.length > 0) {
      const group = waiting.slice(0, MOST_AT_ONCE)
      waiting = waiting.slice(MOST_AT_ONCE)
      await commit(group)
    }
    flushing = undefined
  }

  async function commit(group: Waiting[]): Promise<void> {
    try {
      const rows = group.map(({ download }) => download)
      const ids = await within(patienceMs, insert(rows))
      group.forEach(({ resolve }, index) => {
        resolve({ withdraw: () => withdraw(ids[index]) })
      })
    } catch (error) {
      for (const { reject } of group) reject(error)
    }
  }

  function withdraw(id: number | undefined): Promise<void> {
    const deletion = deleteDownload(db, id).finally(() => withdrawing.delete(deletion))
    withdrawing.add(deletion)
    return deletion
  }

  return {
    record(download) {
      return new Promise((resolve, reject) => {
        waiting.push({ download, resolve, reject })
        flushing ??= flush()
      })
    },
    async close() {
      await flushing
      await Promise.allSettled(withdrawing)
    },
  }
}

const COLUMNS = {
  document_id: 'integer',
  accessed_at: 'bigint',
  client_ip: 'text',
  user_agent: 'text',
  is_robot: 'integer',
  source: 'text',
} as const

/**
 * One short statement whatever the number of rows, and written once: building and reading a long one would cost more
 * than the rows.
 * @returns what inserts rows and gives their ids in the same order: `returning` alone promises none, but ids rise in it
 */
function insertsDownloads(db: Database): (rows: NewDocumentAccess[]) => Promise<number[]> {
  const columns = Object.keys(COLUMNS) as (keyof typeof COLUMNS)[]
  const list = sql.join(columns.map((column) => sql.ref(column)))
  const statement = sql<{ id: number }>`insert into document_accesses (${list})
    select ${list} from ${rowsAsTable(db, COLUMNS, [])} returning id`.compile(db)
  return async (rows) => {
    const parameters = [JSON.stringify(rows.map(toRow))]
    const inserted = await db.executeQuery<{ id: number }>({ ...statement, parameters })
    return inserted.rows.map(({ id }) => id).sort((a, b) => a - b)
  }
}

/** PostgreSQL stores no NUL, and neither database a lone surrogate. */
function toRow({ id: _, ip_erased: __, ...row }: NewDocumentAccess) {
  const user_agent = row.user_agent.replaceAll('\0', '').toWellFormed()
  return {
    ...row,
    user_agent,
    client_ip: row.client_ip ?? null,
  }
}

async function deleteDownload(db: Database, id: number | undefined): Promise<void> {
  if (id === undefined) return
  await db.deleteFrom('document_accesses').where('id', '=', id).execute()
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
