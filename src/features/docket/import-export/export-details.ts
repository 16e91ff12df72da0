import type {
  Document,
  DocumentVersion,
  Entry,
  EntryCorrection,
  EntryEvent,
  EntryRelation,
  Queryable,
} from '../../../platform/database/schema.ts'
import { listEveryEvent } from '../../calendar/queries.ts'
import { listEveryCorrection, listEveryVersion } from '../../corrections/queries.ts'
import { listEveryRelation } from '../../relations/queries.ts'
import { correctionOut, eventOut, relationOut, timeOf, versionOut } from './archive-details.ts'

/** By entry, the versions by document. */
export interface ArchivedDetails {
  relations: ReadonlyMap<number, EntryRelation[]>
  events: ReadonlyMap<number, EntryEvent[]>
  corrections: ReadonlyMap<number, EntryCorrection[]>
  versions: ReadonlyMap<number, DocumentVersion[]>
}

export async function readArchivedDetails(trx: Queryable): Promise<ArchivedDetails> {
  const ofEntry = <Row extends { entry_id: number }>(rows: Row[]) =>
    Map.groupBy(rows, ({ entry_id }) => entry_id)
  return {
    relations: ofEntry(await listEveryRelation(trx)),
    events: ofEntry(await listEveryEvent(trx)),
    corrections: ofEntry(await listEveryCorrection(trx)),
    versions: Map.groupBy(await listEveryVersion(trx), ({ document_id }) => document_id),
  }
}

export function entryDetails(
  { id, version, published_at }: Entry,
  { relations, events, corrections }: ArchivedDetails,
) {
  const own = (corrections.get(id) ?? []).filter(({ document_id }) => document_id === null)
  return {
    published_at: published_at === null ? null : timeOf(published_at),
    relations: (relations.get(id) ?? []).map(relationOut),
    events: (events.get(id) ?? []).map((event) => eventOut(event, version)),
    corrections: own.map(correctionOut),
  }
}

export function documentDetails(
  { id, entry_id }: Document,
  { corrections, versions }: ArchivedDetails,
) {
  const own = (corrections.get(entry_id) ?? []).filter(({ document_id }) => document_id === id)
  return {
    corrections: own.map(correctionOut),
    earlier_versions: (versions.get(id) ?? []).map(versionOut),
  }
}
