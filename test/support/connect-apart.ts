import { connectDatabase } from '../../src/platform/database/connect.ts'
import type { Database } from '../../src/platform/database/schema.ts'
import { createWritingThread } from '../../src/platform/threads/serving-threads.ts'

/** A connection like another process's: it waits for SQLite's lock on a separate thread. */
export async function connectApart(url: string, timeZone = 'America/New_York'): Promise<Database> {
  const isSqlite = url.startsWith('sqlite:')
  const writing = isSqlite ? createWritingThread({ databaseUrl: url, timeZone }) : undefined
  const db = await connectDatabase(url, { poolSize: 1, writing })
  const destroy = db.destroy.bind(db)
  db.destroy = async () => {
    await writing?.ask('closeDatabase')
    await writing?.end()
    await destroy()
  }
  return db
}
