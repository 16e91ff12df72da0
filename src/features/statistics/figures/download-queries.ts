import { sql } from 'kysely'
import { countRows } from '../../../platform/database/answers.ts'
import type { Queryable } from '../../../platform/database/schema.ts'
import { momentsOf } from './site-days.ts'
import type { AccessFilter, NamedDocument } from './statistics-rules.ts'

/** Of documents joined with their entries, for `NamedDocument`. */
export const nameColumns = [
  'documents.id as documentId',
  'documents.title as documentTitle',
  'documents.attachment_number as attachmentNumber',
  'entries.id as entryId',
  'entries.number as entryNumber',
  'entries.title as entryTitle',
] as const

export interface DownloadLine extends NamedDocument {
  id: number
  /** Milliseconds. */
  accessedAt: number
  /** Null where none was recorded, or where it has been erased. */
  clientIp: string | null
  isIpErased: boolean
  userAgent: string
  isRobot: boolean
}

export interface DownloadsAsked {
  filter: AccessFilter
  timeZone: string
  order?: 'newest' | 'oldest' | undefined
}

export interface DownloadPage {
  after?: Pick<DownloadLine, 'id' | 'accessedAt'> | undefined
  limit?: number | undefined
}

/** In order of time; those of the same millisecond in order of their ids. */
export async function listDownloads(
  db: Queryable,
  { filter, timeZone, order = 'newest', after, limit = 100 }: DownloadsAsked & DownloadPage,
): Promise<DownloadLine[]> {
  const { start, end } = momentsOf(filter, timeZone)
  const { documentId, robots } = filter
  const direction = order === 'newest' ? 'desc' : 'asc'
  const rows = await db
    .selectFrom('document_accesses')
    .innerJoin('documents', 'documents.id', 'document_accesses.document_id')
    .innerJoin('entries', 'entries.id', 'documents.entry_id')
    .select([
      'document_accesses.id',
      'accessed_at as accessedAt',
      ...nameColumns,
      'client_ip as clientIp',
      'ip_erased',
      'user_agent as userAgent',
      'is_robot',
    ])
    .where('accessed_at', '>=', start)
    .where('accessed_at', '<', end)
    .$if(documentId !== undefined, (query) =>
      query.where('document_accesses.document_id', '=', documentId as number),
    )
    .$if(robots === 'exclude', (query) => query.where('is_robot', '=', 0))
    .$if(after !== undefined, (query) => {
      const beyond = sql.raw(order === 'newest' ? '<' : '>')
      return query.where(
        sql<boolean>`(accessed_at, document_accesses.id) ${beyond} (${after?.accessedAt}, ${after?.id})`,
      )
    })
    .orderBy('accessed_at', direction)
    .orderBy('document_accesses.id', direction)
    .limit(limit)
    .execute()
  return rows.map(({ ip_erased, is_robot, ...line }) => ({
    ...line,
    isIpErased: ip_erased === 1,
    isRobot: is_robot === 1,
  }))
}

const LINES_AT_A_TIME = 1000

/** Some lines at a time, so that a slow reader holds neither memory nor the database. */
export async function* streamDownloads(db: Queryable, asked: DownloadsAsked) {
  let after: DownloadLine | undefined
  do {
    const lines = await listDownloads(db, { ...asked, after, limit: LINES_AT_A_TIME })
    yield* lines
    after = lines.length === LINES_AT_A_TIME ? lines.at(-1) : undefined
  } while (after)
}

/** Downloads of the entries' documents, deleted ones' too, in the hours from `time` (milliseconds) on. */
export async function countDownloadsAfter(
  db: Queryable,
  { entryIds, time, hours }: { entryIds: readonly number[]; time: number; hours: number },
): Promise<number> {
  const downloads = db
    .selectFrom('document_accesses')
    .innerJoin('documents', 'documents.id', 'document_accesses.document_id')
    .where('documents.entry_id', 'in', [0, ...entryIds])
    .where('accessed_at', '>=', time)
    .where('accessed_at', '<', time + hours * 3_600_000)
  return countRows(downloads)
}

/** Of all downloads of the entry's documents, deleted ones' too, from `since` (milliseconds) on. */
export function findEntryTotals(
  db: Queryable,
  { entryId, since }: { entryId: number; since: number },
) {
  return db
    .selectFrom('document_accesses')
    .innerJoin('documents', 'documents.id', 'document_accesses.document_id')
    .select([
      sql<number>`count(*)`.as('downloads'),
      sql<number>`count(case when client_ip is null and ip_erased = 0 then 1 end)`.as(
        'downloadsWithoutIp',
      ),
      sql<number>`count(case when ip_erased = 1 then 1 end)`.as('downloadsErased'),
      sql<number>`count(case when is_robot = 1 then 1 end)`.as('robotDownloads'),
      sql<number>`count(distinct client_ip)`.as('visitors'),
    ])
    .where('documents.entry_id', '=', entryId)
    .where('accessed_at', '>=', since)
    .executeTakeFirstOrThrow()
}
