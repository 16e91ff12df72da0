import { NotFoundError } from '../../../platform/http/errors.ts'
import type { Platform } from '../../../platform/platform.ts'
import { formatInstant } from '../../../shared/date.ts'
import { findEntryWithdrawal } from '../entries/queries.ts'
import { findWithdrawal } from './queries.ts'

const FIND = { document: findWithdrawal, 'docket entry': findEntryWithdrawal }
type Source = Pick<Platform, 'db' | 'config'>

/** Says when something that was public was withdrawn, and nothing else about it. */
export async function notFoundError({ db, config }: Source, what: keyof typeof FIND, id: number) {
  const at = await FIND[what](db, id)
  return new NotFoundError(
    at === undefined
      ? `There is no such ${what}. It may have been withdrawn.`
      : `This ${what} was withdrawn on ${formatInstant(at, config.timeZone)}.`,
  )
}

/** The same for an entry that is asked for by its docket number. */
export async function numberNotFoundError({ db, config }: Source, number: number) {
  const at = await findEntryWithdrawal(db, number, 'number')
  return new NotFoundError(
    at === undefined
      ? `No entry on this docket has the number ${number}.`
      : `No. ${number} was withdrawn on ${formatInstant(at, config.timeZone)}.`,
  )
}
