import { createHash } from 'node:crypto'
import { findEntryByNumber } from '../features/docket/queries.ts'
import { insertCorrections, insertVersion } from '../features/documents/corrections/queries.ts'
import { listDocuments } from '../features/documents/queries.ts'
import type { Queryable } from '../platform/database/schema.ts'

const DAY_MS = 86_400_000
/** The docket number of the entry whose exhibit was filed anew. */
const CORRECTED = 50

/** One correction for the sample: a filing date put right, and a file that another replaced, two days ago. */
export async function seedCorrections(db: Queryable, now: number): Promise<void> {
  const entry = await findEntryByNumber(db, CORRECTED)
  const [document] = entry ? await listDocuments(db, [entry.id]) : []
  if (!entry || !document) return
  const at = now - 2 * DAY_MS
  await insertCorrections(db, {
    entryId: entry.id,
    documentId: null,
    corrections: [{ field: 'filed_on', earlier: '2026-10-29' }],
    at,
  })
  const sha256 = createHash('sha256').update('the file as it was first filed').digest('hex')
  const { id, byte_size, page_count } = document
  await insertVersion(db, { id, sha256, byte_size: byte_size - 1204, page_count }, at)
}
