import { sql } from 'kysely'
import { hasRows, inBatches } from '../../platform/database/query-results.ts'
import type { DeliveryState, Document, Queryable } from '../../platform/database/schema.ts'
import { publishedDocuments } from '../docket/documents/queries.ts'
import { isPublic } from '../docket/entries/queries.ts'

export type PublishedFile = Pick<Document, 'id' | 'storage_key' | 'byte_size' | 'sha256'>

export const iteratePublishedFiles = (db: Queryable) =>
  inBatches<PublishedFile>((last, length) =>
    publishedDocuments(db)
      .clearSelect()
      .select(['documents.id', 'storage_key', 'byte_size', 'sha256'])
      .where('documents.id', '>', last?.id ?? 0)
      .orderBy('documents.id')
      .limit(length)
      .execute(),
  )

/** Whether something was public, in this database, before then. */
export function hasPublished(db: Queryable, before: number): Promise<boolean> {
  const entries = db.selectFrom('entries').where(isPublic)
  return hasRows(entries.where('created_at', '<', before).where('published_at', '<', before))
}

/** Of notifications since then, and of those that are not finished, with the time of the oldest delivery. */
export function countDeliveries(db: Queryable, since: number) {
  return db
    .selectFrom('deliveries')
    .innerJoin('notifications', 'notifications.id', 'deliveries.notification_id')
    .select(['state', sql<number>`count(*)`.as('count')])
    .select(({ fn }) => fn.min('deliveries.created_at').as('oldest'))
    .where((eb) =>
      eb.or([eb('finished_at', 'is', null), eb('notifications.created_at', '>=', since)]),
    )
    .groupBy('state')
    .execute() as Promise<{ state: DeliveryState; count: number; oldest: number }[]>
}
