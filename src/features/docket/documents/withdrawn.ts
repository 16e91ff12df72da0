import { NotFoundError } from '../../../platform/http/errors.ts'
import type { Platform } from '../../../platform/platform.ts'
import { formatInstant } from '../../../shared/date.ts'
import { findEntryWithdrawal } from '../entries/queries.ts'
import { findWithdrawal } from './queries.ts'

type Part = Pick<Platform, 'db' | 'config'>

/** Says when a document that was public was withdrawn, and nothing else about it. */
export async function documentNotPublic({ db, config }: Part, id: number) {
  const at = await findWithdrawal(db, id)
  if (at === undefined)
    return new NotFoundError('There is no such document. It may have been withdrawn.')
  return new NotFoundError(`This document was withdrawn on ${formatInstant(at, config.timeZone)}.`)
}

export async function entryNotPublic({ db, config }: Part, id: number) {
  const at = await findEntryWithdrawal(db, id)
  if (at === undefined)
    return new NotFoundError('There is no such docket entry. It may have been withdrawn.')
  return new NotFoundError(`This entry was withdrawn on ${formatInstant(at, config.timeZone)}.`)
}
