/** No room left, a quota used up, or a size not allowed: of the file system, SQLite, PostgreSQL. */
const CODES = ['ENOSPC', 'EDQUOT', 'EFBIG', 'SQLITE_FULL', '53100']

export function isDiskFull(error: unknown): boolean {
  return CODES.includes((error as { code?: string } | undefined)?.code ?? '')
}
