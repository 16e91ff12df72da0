import { inDatabaseOf } from './database-of.ts'

export const countDownloads = (folder: string, documentId?: number): Promise<number> =>
  inDatabaseOf(folder, async (db) => {
    const rows = await db.selectFrom('document_accesses').select('document_id').execute()
    return rows.filter((row) => documentId === undefined || row.document_id === documentId).length
  })
