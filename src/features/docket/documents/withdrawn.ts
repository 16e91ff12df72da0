import { NotFoundError } from '../../../platform/http/errors.ts'
import type { Platform } from '../../../platform/platform.ts'
import { formatInstant } from '../../../shared/date.ts'
import { findWithdrawal } from './queries.ts'

const COLUMNS = {
  document: 'documents.id',
  'docket entry': 'entries.id',
  number: 'entries.number',
} as const

/** Says when something that was public was withdrawn, and nothing else about it. */
export async function notFoundError(
  { db, config }: Pick<Platform, 'db' | 'config'>,
  what: keyof typeof COLUMNS,
  value: number,
) {
  const at = await findWithdrawal(db, COLUMNS[what], value)
  if (at !== undefined) {
    const name = what === 'number' ? `No. ${value}` : `This ${what}`
    return new NotFoundError(`${name} was withdrawn on ${formatInstant(at, config.timeZone)}.`)
  }
  return new NotFoundError(
    what === 'number'
      ? `No entry on this docket has the number ${value}.`
      : `There is no such ${what}. It may have been withdrawn.`,
  )
}
