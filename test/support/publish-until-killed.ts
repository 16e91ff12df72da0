import type { Kysely } from 'kysely'
import { pino } from 'pino'
import { COMMAND_LINE } from '../../src/features/accounts/audit-log/queries.ts'
import { publishFiling } from '../../src/features/filings/publish-filing.ts'
import { findFiling } from '../../src/features/filings/queries.ts'
import { connectDatabase } from '../../src/platform/database/connect.ts'
import type { Schema } from '../../src/platform/database/schema.ts'
import { openStorage } from '../../src/platform/files/open-storage.ts'

/* A process that publishes a filing and kills itself before the statement with the given number. */

const [databaseUrl = '', storageUrl = '', filing = '', killAt = ''] = process.argv.slice(2)

let statements = 0
const connected: Kysely<Schema> = await connectDatabase(databaseUrl)
const db = connected.withPlugin({
  transformQuery({ node }) {
    statements += 1
    if (statements === Number(killAt)) process.kill(process.pid, 'SIGKILL')
    return node
  },
  transformResult: async ({ result }) => result,
})
const { version = 0 } = (await findFiling(connected, Number(filing))) ?? {}
const files = await openStorage(storageUrl, { incoming: '', region: undefined })
await publishFiling(
  { db, files, clock: Date.now, log: pino({ level: 'silent' }) },
  { id: Number(filing), version, status: 'published', only: undefined, by: COMMAND_LINE },
  async () => true,
)
await db.destroy()
