import type { Entry, Queryable } from '../../../platform/database/schema.ts'
import { ConflictError, InvalidError } from '../../../platform/http/errors.ts'
import { findEntryByNumber } from './queries.ts'

/** Another entry has the docket number; `holder` says which, so that a page can lead there. */
export class NumberTakenError extends InvalidError {
  constructor(readonly holder: Entry) {
    const sentence = numberTakenSentence(holder)
    super(sentence, { number: [sentence] }, 'number_taken')
  }
}

function numberTakenSentence({ number, title }: Entry): string {
  return `Docket number ${number} is already the number of “${title}”.`
}

/** @throws NumberTakenError where an entry other than `ownId` has the number now */
export async function refuseTakenNumber(
  db: Queryable,
  number: number | null,
  ownId?: number,
): Promise<void> {
  const holder = number === null ? undefined : await findEntryByNumber(db, number)
  if (holder && holder.id !== ownId) throw new NumberTakenError(holder)
}

/** Two requests took one number at the same moment, and the unique index let the other in first. */
export async function explainLostRace(db: Queryable, number: number | null): Promise<never> {
  await refuseTakenNumber(db, number)
  throw new ConflictError('Someone else made a change first. Nothing was saved. Please try again.')
}
