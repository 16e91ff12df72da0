import { CommandError, WrongUse } from '../../command-error.ts'
import type { Platform } from '../../platform.ts'
import { connectReadingThread, inDatabase } from '../connect.ts'
import { DatabaseError, withoutPassword } from '../database-error.ts'
import { isServing } from '../leases.ts'
import type { Database } from '../schema.ts'
import { copyDatabase } from './copy-database.ts'

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
    const source = connectReadingThread(config.databaseUrl, {})
    await inDatabase(url, async (target) => {
      await copyDatabase(source, target, showTable)
      if (isSnapshot) await settle(target)
    }).finally(() => source.destroy())
    console.log(
      `\nEverything was copied to ${withoutPassword(url)}.\n${isSnapshot ? REHEARSED : NEXT}`,
    )
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

const showTable = (table: string, rows: number) =>
  console.log(
    `${table.padEnd(24)} ${rows.toLocaleString('en-US').padStart(14)} rows, as many in both`,
  )

const REHEARSED =
  'This was a rehearsal: what the service has written since it began is not in the copy. To move, stop the service and copy again, into an empty database.'

const NEXT =
  'Next: set DATABASE_URL to it, leave SECRET_KEY (or DATA_DIR/secret-key) and the documents as they are, and start the service. Keep the old database until you are sure.'
