import type { Document, Queryable, StoredFinding } from '../../../platform/database/schema.ts'
import type { Finding, FindingBox, FindingKind } from '../../checks/finding-rules.ts'

/** In place of those of its earlier file. */
export async function replaceFindings(
  db: Queryable,
  { id, updated_at }: Document,
  findings: readonly Finding[],
) {
  const rows = findings.map(({ box, ...finding }) => ({
    ...finding,
    document_id: id,
    box: box && JSON.stringify(box),
    found_at: updated_at,
  }))
  await db.deleteFrom('findings').where('document_id', '=', id).execute()
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
  decision: Pick<StoredFinding, 'decided_at' | 'decided_by' | 'reason'>,
) {
  if (documentIds.length === 0) return []
  const rows = await db
    .updateTable('findings')
    .set(decision)
    .where('decided_at', 'is', null)
    .where('document_id', 'in', documentIds)
    .returning('kind')
    .execute()
  return rows.map(({ kind }) => kind as FindingKind)
}
