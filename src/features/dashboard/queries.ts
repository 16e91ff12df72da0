import { sql } from 'kysely'
import type { Filing, Queryable } from '../../platform/database/schema.ts'

export interface OpenFiling extends Pick<Filing, 'id' | 'created_at' | 'created_by'> {
  document_count: number
}

/** PDFs that were dropped and are not published, kept as drafts, or discarded yet; newest first. */
export function listOpenFilings(db: Queryable): Promise<OpenFiling[]> {
  return db
    .selectFrom('filings')
    .leftJoin('filing_documents', 'filing_documents.filing_id', 'filings.id')
    .select(['filings.id', 'filings.created_at', 'filings.created_by'])
    .select(sql<number>`count(filing_documents.id)`.as('document_count'))
    .where('closed_at', 'is', null)
    .groupBy('filings.id')
    .orderBy('filings.id', 'desc')
    .execute()
}
