import { sql } from 'kysely'
import { inBatches } from '../../../platform/database/query-results.ts'
import type { Queryable } from '../../../platform/database/schema.ts'
import { type Day, momentsOf } from './site-days.ts'
import type { AccessFilter } from './statistics-rules.ts'

/** Columns for `NamedDocument`, from documents joined with entries. */
export const nameColumns = [
  'documents.id as documentId',
  'documents.title as documentTitle',
  'documents.attachment_number as attachmentNumber',
  'entries.id as entryId',
  'entries.number as entryNumber',
  'entries.title as entryTitle',
] as const

export function isChosen({ documentId, ...range }: Omit<AccessFilter, 'robots'>, timeZone: string) {
  const { starts, ends } = momentsOf(range, timeZone)
  const ofDocument = documentId === undefined ? sql`` : sql`and document_id = ${documentId}`
  return sql<boolean>`accessed_at >= ${starts} and accessed_at < ${ends} ${ofDocument}`
}

export type DownloadLine = Awaited<ReturnType<typeof listDownloads>>[number]

export interface DownloadQuery {
  filter: AccessFilter
  timeZone: string
  after?: { id: number; accessedAt: number } | undefined
  limit: number
}

/** Newest first. */
export function listDownloads(db: Queryable, { filter, timeZone, after, limit }: DownloadQuery) {
  return db
    .selectFrom('document_accesses')
    .innerJoin('documents', 'documents.id', 'document_accesses.document_id')
    .innerJoin('entries', 'entries.id', 'documents.entry_id')
    .select([
      'document_accesses.id',
      'accessed_at as accessedAt',
      ...nameColumns,
      'client_ip as clientIp',
      'user_agent as userAgent',
      'is_robot',
    ])
    .where(isChosen(filter, timeZone))
    .$if(filter.robots === 'exclude', (query) => query.where('is_robot', '=', 0))
    .$if(after !== undefined, (query) =>
      query.where(
        sql<boolean>`(accessed_at, document_accesses.id) < (${after?.accessedAt}, ${after?.id})`,
      ),
    )
    .orderBy('accessed_at', 'desc')
    .orderBy('document_accesses.id', 'desc')
    .limit(limit)
    .execute()
}

export const streamDownloads = (db: Queryable, filter: AccessFilter, timeZone: string) =>
  inBatches<DownloadLine>((after, limit) => listDownloads(db, { filter, timeZone, after, limit }))

export async function eraseIps(db: Queryable, day: Day, timeZone: string): Promise<void> {
  await db
    .updateTable('document_accesses')
    .set({ client_ip: null })
    .where('client_ip', 'is not', null)
    .where(isChosen({ from: day, to: day }, timeZone))
    .execute()
}
