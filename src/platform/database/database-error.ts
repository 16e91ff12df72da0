import { CommandError } from '../command-error.ts'

export class DatabaseError extends CommandError {}

export const READ_ONLY = 'the server takes no writes: it is a replica, or its disk is full'

/** By the code, or else by the message: where the driver's own words do not say what to do. */
const REASONS: [RegExp, string][] = [
  [/^SQLITE_CANTOPEN/, 'no permission to read or write there, or it is a folder'],
  [
    /^SQLITE_(CORRUPT|NOTADB)/,
    'the file is not a database, or is damaged; restore it from a backup, or move it aside to start empty',
  ],
  [/^ECONNREFUSED/, 'nothing is listening at that host and port'],
  [/^25006/, READ_ONLY],
  [
    /unsupported startup parameter/,
    'PgBouncer refuses the limits that the service sets: add them to its ignore_startup_parameters (docs/operating-postgresql.md)',
  ],
]

export function explainDatabaseError(error: unknown): string {
  const { code = '', message = String(error) } = error as { code?: string; message?: string }
  const find = (text: string) => REASONS.find(([pattern]) => pattern.test(text))?.[1]
  // A host with several addresses gives only a code.
  return find(code) || find(message) || message || code
}

export function withoutPassword(url: string): string {
  if (!URL.canParse(url) || url.startsWith('sqlite:')) return url.replace(/:[^/]*@/, '@')
  const shown = new URL(url)
  shown.password = ''
  shown.searchParams.delete('password')
  return shown.href
}
