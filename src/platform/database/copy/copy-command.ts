import { CommandError, WrongUse } from '../../command-error.ts'
import type { Platform } from '../../platform.ts'
import { inDatabase } from '../connect.ts'
import { DatabaseError, withoutPassword } from '../database-error.ts'
import { isServing } from '../leases.ts'
import type { Database } from '../schema.ts'
import { type CopyReport, copyDatabase } from './copy-database.ts'
import type { Tally } from './rows.ts'

/**
 * `docket database:copy --to URL [--snapshot]`.
 * @param settle called on the copy of a rehearsal, so that it does not continue deliveries
 * @returns the exit code
 */
export async function runDatabaseCopy(
  { db, config }: Pick<Platform, 'db' | 'config'>,
  { to, snapshot }: { to?: unknown; snapshot?: unknown },
  settle: (copy: Database) => Promise<unknown>,
): Promise<number> {
  const url = String(to)
  if (!/^(sqlite:.+|postgres(ql)?:\/\/.+)$/.test(url)) {
    throw new WrongUse(
      '--to must start with postgres:// or sqlite:, for example --to postgres://docket:secret@localhost/docket',
    )
  }
  if (url === config.databaseUrl)
    throw new CommandError('--to is the same database as DATABASE_URL')
  const isSnapshot = snapshot === true
  if (!isSnapshot) await refuseAtWork(db)
  try {
    const report = await inDatabase(url, async (target) => {
      const made = await copyDatabase(db, target, { onProgress: showProgress, isSnapshot })
      if (isSnapshot) await settle(target)
      return made
    })
    console.log(summary(report, withoutPassword(url)))
    return 0
  } catch (error) {
    if (!(error instanceof DatabaseError)) throw error
    throw new CommandError(error.message.replace('DATABASE_URL', '--to'))
  }
}

async function refuseAtWork(db: Database): Promise<void> {
  if (!(await isServing(db))) return
  throw new CommandError(
    'the service is running (or was killed less than 20 seconds ago): stop it first, so that the copy is complete, or rehearse with --snapshot',
  )
}

function showProgress(table: string, { count, checksum }: Tally, isDone: boolean): void {
  const rows = `${table.padEnd(24)} ${count.toLocaleString('en-US').padStart(14)} rows`
  if (isDone) console.log(`${rows}  checksum ${checksum}, the same in both`)
  else if (process.stderr.isTTY) process.stderr.write(`\r${rows}\r`)
}

function summary({ tables, changed }: CopyReport, url: string): string {
  const rows = [...tables.values()].reduce((sum, { count }) => sum + count, 0)
  const copied = `\n${rows.toLocaleString('en-US')} rows in ${tables.size} tables were copied to ${url}.`
  if (changed.length > 0) {
    return `${copied}\nThis was a rehearsal: the service kept running, and what it has written since is not in the copy (${changed.join(', ')}). To move, stop the service and copy again, into an empty database.`
  }
  return `${copied}\nNext: set DATABASE_URL to it, leave SECRET_KEY (or DATA_DIR/secret-key) and the documents as they are, and start the service. Keep the old database until you are sure.`
}
