import { CommandError } from '../command-error.ts'

export class DatabaseError extends CommandError {}

export const READ_ONLY = 'the server takes no writes: it is a replica, or its disk is full'

/** By the code, or else by the message. What is not here says at least as much itself. */
const REASONS: [RegExp, string][] = [
  [/^EACCES/, 'no permission to read or write there'],
  [/^(ENOSPC|SQLITE_FULL)/, 'the disk is full'],
  [/^ENOENT/, 'a file or folder in the path does not exist'],
  [/^SQLITE_CANTOPEN/, 'no permission to read or write there, or it is a folder'],
  [
    /^SQLITE_(CORRUPT|NOTADB)/,
    'the file is not a database, or is damaged; restore it from a backup, or move it aside to start empty',
  ],
  [/^SQLITE_BUSY/, 'another process has it locked; try again when that process has finished'],
  [/^ECONNREFUSED/, 'nothing is listening at that host and port'],
  [/^(EHOSTUNREACH|ENETUNREACH)/, 'that host cannot be reached'],
  [/^(ENOTFOUND|EAI_AGAIN)/, 'that host is not known'],
  [
    /^(DEPTH_ZERO_SELF_SIGNED_CERT|SELF_SIGNED_CERT_IN_CHAIN|UNABLE_TO_VERIFY_LEAF_SIGNATURE)/,
    'the server’s certificate is not trusted; set sslrootcert to its CA',
  ],
  [/^25006/, READ_ONLY],
  [/^28P01/, 'wrong user or password'],
  [/^3D000/, 'that database does not exist; create it first, for example: createdb docket'],
  [
    /^53300/,
    'the server has no free connections; lower DATABASE_POOL_SIZE or raise max_connections',
  ],
  [
    /unsupported startup parameter/,
    'PgBouncer refuses the limits that the service sets: add them to its ignore_startup_parameters (docs/operating-postgresql.md)',
  ],
  [/does not support SSL/, 'the server does not speak TLS; remove sslmode from the URL'],
  [/timeout|^ETIMEDOUT/i, 'the connection to that host and port timed out'],
  [/Connection terminated/, 'the server closed the connection; is it a PostgreSQL server?'],
]

export function explainDatabaseError(error: unknown): string {
  const { code, message = String(error) } = error as { code?: string; message?: string }
  const find = (text: string) => REASONS.find(([pattern]) => pattern.test(text))?.[1]
  return (code && find(code)) || find(message) || message
}

export function withoutPassword(url: string): string {
  if (!URL.canParse(url) || url.startsWith('sqlite:')) return url.replace(/:[^/]*@/, '@')
  const shown = new URL(url)
  shown.password = ''
  shown.searchParams.delete('password')
  return shown.href
}
