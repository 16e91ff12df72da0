import { NotFoundError } from '../../../platform/http/errors.ts'
import type { Platform } from '../../../platform/platform.ts'
import { formatInstant } from '../../../shared/date.ts'
import { findEntryWithdrawal } from '../entries/queries.ts'
import { findWithdrawal } from './queries.ts'

const FIND = { document: findWithdrawal, 'docket entry': findEntryWithdrawal }

/** Says when something that was public was withdrawn, and nothing else about it. */
export async function notPublic(
  { db, config }: Pick<Platform, 'db' | 'config'>,
  what: keyof typeof FIND,
  id: number,
): Promise<NotFoundError> {
  const at = await FIND[what](db, id)
  return new NotFoundError(
    at === undefined
      ? `There is no such ${what}. It may have been withdrawn.`
      : `This ${what} was withdrawn on ${formatInstant(at, config.timeZone)}.`,
  )
}
