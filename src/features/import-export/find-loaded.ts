import type { Entry, Queryable } from '../../platform/database/schema.ts'
import { listVersions } from '../corrections/queries.ts'
import { listAllDocuments } from '../docket/documents/queries.ts'
import { findEntry, findEntryByNumber, findEntryBySourceKey } from '../docket/entries/queries.ts'
import { isRepeated, type SourceDocument, type SourceEntry, sourceKeyOf } from './archive.ts'

/* What an earlier import loaded, or an archive was made of, so that importing again adds nothing. */

/** By source key, which an entry of this docket has only in its archives; then by docket number. */
export async function findExisting(db: Queryable, source: SourceEntry): Promise<Entry | undefined> {
  const { id, number, deleted, source_key } = source
  const imported = await findEntryBySourceKey(db, source_key)
  if (imported) return imported
  const own = id === undefined ? undefined : await findEntry(db, id)
  if (own && sourceKeyOf(own) === source_key) return own
  return number === null || deleted || isRepeated(source_key)
    ? undefined
    : findEntryByNumber(db, number)
}

/** A draft with the number of another entry, which is public: so would its documents be. */
export const isOthersDraft = (source: SourceEntry, existing: Entry) =>
  source.status === 'draft' &&
  existing.status === 'published' &&
  sourceKeyOf(existing) !== source.source_key

/** With the hashes of the files that each document has and had. */
export async function readPresent(db: Queryable, entryId: number) {
  const documents = await listAllDocuments(db, entryId)
  const versions = await listVersions(db, [entryId])
  return documents.map((document) => {
    const own = versions.filter(({ document_id }) => document_id === document.id)
    return { ...document, hashes: [document, ...own].map(({ sha256 }) => sha256) }
  })
}

type Present = Awaited<ReturnType<typeof readPresent>>[number]

/** By number; then by ID or file, so that what an administrator deleted or renumbered since is not published again. */
export function findBefore(
  present: readonly Present[],
  listed: readonly SourceDocument[],
  source: SourceDocument,
): Present | undefined {
  const isAt = (one: Present, { deleted, attachment_number }: SourceDocument) =>
    !deleted && one.deleted_at === null && one.attachment_number === attachment_number
  const has = (one: Present, { sha256 }: SourceDocument) =>
    sha256 !== undefined && one.hashes.includes(sha256)
  return (
    present.find((one) => isAt(one, source)) ??
    present.find((one) => one.id === source.id) ??
    // One file may be two documents of the entry.
    present.find(
      (one) => has(one, source) && !listed.some((other) => isAt(one, other) && has(one, other)),
    )
  )
}
