import { inDatabaseOf } from './database-of.ts'

/** How many downloads are recorded in the data folder, of one document or of all. */
export const countDownloads = (folder: string, documentId?: number): Promise<number> =>
  inDatabaseOf(folder, async (db) => {
    const rows = await db.selectFrom('document_accesses').select('document_id').execute()
    return rows.filter((row) => documentId === undefined || row.document_id === documentId).length
  })
