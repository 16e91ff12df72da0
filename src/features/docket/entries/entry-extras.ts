import type { Entry, Queryable } from '../../../platform/database/schema.ts'
import { type FieldErrors, InvalidError } from '../../../platform/http/errors.ts'
import type { Form } from '../../../platform/http/request/form.ts'
import { readEvents, type TypedEvent, typedEvent } from '../../calendar/event-form.ts'
import { listEventsOfEntry, markEventsShown } from '../../calendar/queries.ts'
import type { EventFields } from '../../calendar/rules.ts'
import { saveEvents } from '../../calendar/save-events.ts'
import { listRelations, listTakenNumbers, replaceRelations } from '../../relations/queries.ts'
import { readRelations, type TypedRelation } from '../../relations/relation-form.ts'
import type { Reference } from '../../relations/rules.ts'

/** What an entry's form says besides its fields; undefined stays as it is. */
export interface EntryExtras {
  relations?: readonly Reference[] | undefined
  events?: readonly EventFields[] | undefined
}

export interface TypedExtras {
  relations: readonly TypedRelation[]
  events: readonly TypedEvent[]
}

export const BLANK_EXTRAS: TypedExtras = { relations: [], events: [] }

export function readExtras(
  form: Form,
  own: number | null,
): { typed: TypedExtras; extras: EntryExtras; errors: FieldErrors } {
  const relations = readRelations(form, own)
  const events = readEvents(form)
  return {
    typed: { relations: relations.typed, events: events.typed },
    extras: { relations: relations.relations, events: events.events },
    errors: { ...relations.errors, ...events.errors },
  }
}

/** As the form shows what is stored. */
export async function typedExtras(db: Queryable, entryId: number): Promise<TypedExtras> {
  const relations = await listRelations(db, entryId)
  return {
    relations: relations.map(({ kind, target_number }) => ({
      kind,
      number: String(target_number),
    })),
    events: (await listEventsOfEntry(db, entryId)).map(typedEvent),
  }
}

/**
 * A number that was there already may be that of an entry yet to come; one that is typed now is a slip.
 * @throws InvalidError
 */
export async function refuseUnknownRelations(
  db: Queryable,
  { relations = [] }: EntryExtras,
  entryId?: number,
): Promise<void> {
  const known = entryId === undefined ? [] : await listRelations(db, entryId)
  const before = new Set(known.map(({ target_number }) => target_number))
  const added = relations.map(({ number }) => number).filter((number) => !before.has(number))
  const taken = await listTakenNumbers(db, added)
  const reasons = added
    .filter((number) => !taken.has(number))
    .map((number) => `No entry has the docket number ${number}.`)
  if (reasons.length > 0) throw new InvalidError(reasons.join(' '), { relation_number: reasons })
}

/**
 * Within the transaction of whoever saves the entry.
 * @param entry as it is saved
 * @returns what was changed, in words for the history
 */
export async function saveExtras(
  trx: Queryable,
  entry: Pick<Entry, 'id' | 'status'>,
  { relations, events }: EntryExtras,
  at: number,
): Promise<string[]> {
  const changed: string[] = []
  if (relations && (await isOther(trx, entry.id, relations))) {
    await replaceRelations(trx, entry.id, relations)
    changed.push('Related entries changed')
  }
  if (events && (await saveEvents(trx, { entryId: entry.id, events, at }))) {
    changed.push('Hearings and deadlines changed')
  }
  if (entry.status === 'published') await markEventsShown(trx, entry.id, at)
  return changed
}

async function isOther(trx: Queryable, entryId: number, wanted: readonly Reference[]) {
  const key = (kind: string, number: number) => `${number} ${kind}`
  const stored = await listRelations(trx, entryId)
  const before = stored.map(({ kind, target_number }) => key(kind, target_number)).sort()
  const after = wanted.map(({ kind, number }) => key(kind, number)).sort()
  return before.join() !== after.join()
}
