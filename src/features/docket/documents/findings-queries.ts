import type { Queryable, StoredFinding } from '../../../platform/database/schema.ts'
import type { Finding, FindingBox, FindingKind } from '../../checks/finding-rules.ts'

/** In place of those of its earlier file. */
export async function replaceFindings(
  db: Queryable,
  documentId: number,
  { findings, at }: { findings: readonly Finding[]; at: number },
): Promise<void> {
  const rows = findings.map(({ kind, page, box, text }) => ({
    document_id: documentId,
    kind,
    page,
    box: box && JSON.stringify(box),
    text,
    found_at: at,
  }))
  await db.deleteFrom('findings').where('document_id', '=', documentId).execute()
  if (rows.length > 0) await db.insertInto('findings').values(rows).execute()
}

export interface DocumentFinding extends Omit<StoredFinding, 'kind' | 'box'> {
  kind: FindingKind
  box: FindingBox | null
}

/** Of documents that are not deleted, in the order of the entry. */
export async function listFindings(db: Queryable, entryId: number): Promise<DocumentFinding[]> {
  const rows = await db
    .selectFrom('findings')
    .innerJoin('documents', 'documents.id', 'findings.document_id')
    .selectAll('findings')
    .where('documents.entry_id', '=', entryId)
    .where('documents.deleted_at', 'is', null)
    .orderBy('documents.position')
    .orderBy('findings.id')
    .execute()
  return rows.map((row) => ({
    ...row,
    kind: row.kind as FindingKind,
    box: row.box === null ? null : JSON.parse(row.box),
  }))
}

/** Only those that nobody has decided on yet. @returns their kinds */
export async function markDecided(
  db: Queryable,
  documentIds: readonly number[],
  { by, reason, at }: { by: string; reason: string; at: number },
): Promise<FindingKind[]> {
  if (documentIds.length === 0) return []
  const rows = await db
    .updateTable('findings')
    .set({ decided_at: at, decided_by: by, reason })
    .where('decided_at', 'is', null)
    .where('document_id', 'in', documentIds)
    .returning('kind')
    .execute()
  return rows.map(({ kind }) => kind as FindingKind)
}
