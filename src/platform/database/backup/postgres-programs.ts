import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { environmentWith } from '../../../config.ts'
import { CommandError } from '../../command-error.ts'

/** libpq refuses other parameters, which only the service's own connections understand. */
const KNOWN_TO_LIBPQ =
  /^(application_name|channel_binding|connect_timeout|gssencmode|host|hostaddr|options|port|sslcert|sslcrl|sslkey|sslmode|sslrootcert|target_session_attrs|user)$/

/** For PostgreSQL's own programs. Keeps the password out of the arguments, which everyone on the machine can see. */
export function forLibpq(address: string): { url: string; password: string | undefined } {
  const url = new URL(address)
  const password = url.searchParams.get('password') ?? decodeURIComponent(url.password)
  url.password = ''
  for (const name of [...url.searchParams.keys()]) {
    if (!KNOWN_TO_LIBPQ.test(name)) url.searchParams.delete(name)
  }
  // `no-verify` is specific to node-postgres.
  if (url.searchParams.get('sslmode') === 'no-verify') url.searchParams.set('sslmode', 'require')
  return { url: url.href, password: password || undefined }
}

/** @param words its arguments, without the database */
export async function runPostgresProgram(
  program: 'pg_dump' | 'pg_restore',
  address: string,
  words: string[],
): Promise<void> {
  const { url, password } = forLibpq(address)
  const env = environmentWith(password === undefined ? {} : { PGPASSWORD: password })
  try {
    await promisify(execFile)(program, [...words, `--dbname=${url}`], { env })
  } catch (error) {
    const { code, stderr = '' } = error as { code?: string | number; stderr?: string }
    if (typeof code !== 'string') throw new CommandError(`${program} failed: ${stderr.trim()}`)
    throw new CommandError(
      `${program} is needed to ${program === 'pg_dump' ? 'back up' : 'restore'} PostgreSQL: install the postgresql-client package for the server’s version`,
    )
  }
}
