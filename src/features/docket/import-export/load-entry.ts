import { rm } from 'node:fs/promises'
import { continueIds } from '../../../platform/database/dialect.ts'
import type { Document, Entry, Queryable } from '../../../platform/database/schema.ts'
import { storageKey } from '../../../platform/files/storage.ts'
import type { Platform } from '../../../platform/platform.ts'
import {
  type AcceptedFile,
  acceptFiles,
  type RefusedFile,
  storeFiles,
} from '../documents/accept-files.ts'
import {
  findDocument,
  indexEntry,
  indexPages,
  insertDocument,
  listDocuments,
  textPages,
} from '../documents/queries.ts'
import { publishedAt } from '../entries/entry-rules.ts'
import {
  findEntry,
  findEntryByNumber,
  findEntryBySourceKey,
  insertEntry,
} from '../entries/queries.ts'
import type { PdfInspector } from '../inspection/inspect-pdf.ts'
import { loadDetails, loadDocumentHistory } from './load-details.ts'
import { copyIn } from './match-files.ts'
import type { SourceDocument, SourceEntry } from './source-docket.ts'
/** A document of the source, and the file that it comes with. */
export interface DocumentFile {
  document: SourceDocument
  path: string
}

export interface LoadedEntry {
  isNew: boolean
  added: number
  present: number
  /** Documents that are published with other content; they were left as they are. */
  differing: DocumentFile[]
  refused: RefusedFile[]
}

interface CheckedDocument {
  document: SourceDocument
  file: AcceptedFile
}

/**
 * Adds what is missing of one entry, in one transaction; what is there already stays as it is.
 * The files are durable before the rows name them (PROMISES 15).
 */
export async function loadEntry(
  platform: Platform,
  inspector: PdfInspector,
  source: SourceEntry,
  documentFiles: DocumentFile[],
): Promise<LoadedEntry> {
  const existing = await findExisting(platform.db, source)
  const published = existing ? await listDocuments(platform.db, [existing.id]) : []
  const fresh: CheckedDocument[] = []
  const result: LoadedEntry = { isNew: !existing, added: 0, present: 0, differing: [], refused: [] }
  for (const documentFile of documentFiles) {
    await sortOut(platform, inspector, documentFile, published, fresh, result)
  }
  try {
    await storeFiles(
      platform.files,
      fresh.map(({ file }) => file),
    )
    if (!existing || fresh.length > 0) await commit(platform, source, existing, fresh)
    result.added = fresh.length
    return result
  } finally {
    await Promise.all(fresh.map(({ file }) => rm(file.path, { force: true })))
  }
}

/** By where it came from; then as the same entry of this very docket; then by its docket number. */
async function findExisting(db: Queryable, source: SourceEntry): Promise<Entry | undefined> {
  const imported = await findEntryBySourceKey(db, source.sourceKey)
  if (imported) return imported
  const same = source.id === undefined ? undefined : await findEntry(db, source.id)
  if (
    same &&
    same.number === source.number &&
    same.filed_on === source.filedOn &&
    same.title === source.title
  )
    return same
  return source.number === null || source.deleted ? undefined : findEntryByNumber(db, source.number)
}

async function sortOut(
  platform: Platform,
  inspector: PdfInspector,
  { document, path }: DocumentFile,
  published: Document[],
  fresh: CheckedDocument[],
  result: LoadedEntry,
): Promise<void> {
  const copy = await copyIn(platform.files, path, platform.config.uploadMaxBytes)
  const discard = () => rm(copy.path, { force: true })
  const before = document.deleted
    ? await findSame(platform.db, document)
    : published.find((one) => one.attachment_number === document.attachmentNumber)
  if (before) {
    await discard()
    if (before.sha256 === copy.sha256) result.present += 1
    else result.differing.push({ document, path })
    return
  }
  if (document.sha256 !== undefined && document.sha256 !== copy.sha256) {
    await discard()
    result.refused.push({
      name: copy.name,
      reason: 'Its content is not what the archive says (SHA-256 differs): copy the archive again.',
    })
    return
  }
  const { accepted, refused } = await acceptFiles([copy], {
    inspector,
    uploadMaxBytes: platform.config.uploadMaxBytes,
  })
  result.refused.push(...refused)
  if (accepted[0])
    fresh.push({ document, file: { ...accepted[0], name: document.fileName ?? accepted[0].name } })
  else await discard()
}

/** A deleted document of an archive has no number of its own to be found by. */
async function findSame(db: Queryable, document: SourceDocument): Promise<Document | undefined> {
  const found = document.id === undefined ? undefined : await findDocument(db, document.id)
  return found?.sha256 === document.sha256 ? found : undefined
}

async function commit(
  { db, clock }: Platform,
  source: SourceEntry,
  existing: Entry | undefined,
  fresh: CheckedDocument[],
): Promise<void> {
  const now = clock()
  await db.transaction().execute(async (trx) => {
    const entry = existing ?? (await addEntry(trx, source, now))
    for (const { document, file } of fresh) {
      const row = await addDocument(trx, entry.id, document, file, now)
      if (row.deleted_at === null) await indexPages(trx, row, file.pages)
    }
    await indexEntry(trx, entry.id)
  })
}

async function addEntry(trx: Queryable, source: SourceEntry, now: number): Promise<Entry> {
  const id = source.id !== undefined && !(await findEntry(trx, source.id)) ? source.id : undefined
  const entry = await insertEntry(trx, {
    ...(id !== undefined && { id }),
    number: source.number,
    filed_on: source.filedOn,
    title: source.title,
    description: source.description,
    type: source.type,
    filed_by: source.filedBy,
    status: source.status,
    source_key: source.sourceKey,
    version: 1,
    created_at: now,
    updated_at: now,
    deleted_at: source.deleted ? now : null,
    published_at:
      source.publishedAt === undefined
        ? publishedAt({ status: source.status, published_at: null }, now)
        : source.publishedAt,
  })
  if (id !== undefined) await continueIds(trx, 'entries')
  await loadDetails(trx, entry, source, now)
  return entry
}

async function addDocument(
  trx: Queryable,
  entryId: number,
  document: SourceDocument,
  file: AcceptedFile,
  now: number,
): Promise<Document> {
  const id =
    document.id !== undefined && !(await findDocument(trx, document.id)) ? document.id : undefined
  const row = await insertDocument(trx, {
    ...(id !== undefined && { id }),
    entry_id: entryId,
    attachment_number: document.attachmentNumber,
    title: document.title,
    position: document.position,
    file_name: file.name,
    storage_key: storageKey(file.sha256),
    sha256: file.sha256,
    byte_size: file.byteSize,
    page_count: file.pageCount,
    text_pages: textPages(file.pages),
    created_at: now,
    updated_at: now,
    deleted_at: document.deleted ? now : null,
  })
  if (id !== undefined) await continueIds(trx, 'documents')
  await loadDocumentHistory(trx, row, document)
  return row
}
