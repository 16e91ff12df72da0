import type { EntryRelation, Queryable } from '../../platform/database/schema.ts'
import type { Reference } from './rules.ts'

/* Relations change only together with their entry, whose row invalidates the caches (docs/decisions/003). */

/** The other entry in a relation of the entry `entry_id`; both are public. */
export type RelatedRow = Awaited<ReturnType<typeof listRelated>>[number]

/** What these entries respond to, decide, amend, or mention. */
export const listRelated = (db: Queryable, entryIds: number[]) =>
  publicPairs(db, entryIds, 'source').orderBy('target.number').execute()

/** What responds to, decides, amends, or mentions these entries. */
export const listRelating = (db: Queryable, entryIds: number[]) =>
  publicPairs(db, entryIds, 'target').orderBy('source.filed_on').orderBy('source.id').execute()

/** A withdrawn entry leaves no trace on others (PROMISES 17). `in ()` is not valid SQL, hence the 0. */
function publicPairs(db: Queryable, entryIds: number[], own: 'source' | 'target') {
  const other = own === 'source' ? 'target' : 'source'
  return db
    .selectFrom('entry_relations')
    .innerJoin('entries as source', 'source.id', 'entry_relations.entry_id')
    .innerJoin('entries as target', 'target.number', 'entry_relations.target_number')
    .where('source.status', '=', 'published')
    .where('source.deleted_at', 'is', null)
    .where('target.status', '=', 'published')
    .where('target.deleted_at', 'is', null)
    .whereRef('source.id', '<>', 'target.id')
    .where(`${own}.id`, 'in', [0, ...entryIds])
    .select([`${own}.id as entry_id`, 'kind', `${other}.id`, `${other}.number`, `${other}.title`])
    .select(`${other}.filed_on`)
}

export function listRelations(db: Queryable, entryId: number): Promise<EntryRelation[]> {
  return db
    .selectFrom('entry_relations')
    .selectAll()
    .where('entry_id', '=', entryId)
    .orderBy('target_number')
    .execute()
}

export async function replaceRelations(
  trx: Queryable,
  entryId: number,
  relations: readonly Reference[],
): Promise<boolean> {
  const stored = await listRelations(trx, entryId)
  const isSame = ({ kind, number }: Reference) =>
    stored.some((one) => one.kind === kind && one.target_number === number)
  if (stored.length === relations.length && relations.every(isSame)) return false
  await trx.deleteFrom('entry_relations').where('entry_id', '=', entryId).execute()
  const entry_id = entryId
  const rows = relations.map(({ kind, number }) => ({ entry_id, kind, target_number: number }))
  if (rows.length > 0) await trx.insertInto('entry_relations').values(rows).execute()
  return true
}

/** Call it after an entry's docket number has changed, so that relations still point to the entry. */
export async function moveRelationTargets(trx: Queryable, from: number, to: number): Promise<void> {
  const there = trx.selectFrom('entry_relations').select('entry_id').where('target_number', '=', to)
  const repeated = trx.deleteFrom('entry_relations').where('entry_id', 'in', there)
  await repeated.where('target_number', '=', from).execute()
  const moved = trx.updateTable('entry_relations').set({ target_number: to })
  await moved.where('target_number', '=', from).execute()
}

/** Which of these docket numbers an entry has now, drafts included. */
export async function listTakenNumbers(db: Queryable, numbers: number[]): Promise<Set<number>> {
  const rows = await db
    .selectFrom('entries')
    .select('number')
    .where('number', 'in', [0, ...numbers])
    .where('deleted_at', 'is', null)
    .execute()
  return new Set(rows.flatMap(({ number }) => (number === null ? [] : [number])))
}
