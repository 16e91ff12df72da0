/** No space left, quota exceeded, or file too large: codes of the file system, SQLite, and PostgreSQL. */
const CODES = ['ENOSPC', 'EDQUOT', 'EFBIG', 'SQLITE_FULL', '53100']

export function isDiskFull(error: unknown): boolean {
  return CODES.includes((error as { code?: string } | undefined)?.code ?? '')
}
