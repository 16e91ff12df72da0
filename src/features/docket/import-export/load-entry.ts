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

export interface Loader {
  platform: Platform
  inspector: PdfInspector
}

/**
 * Adds what is missing of one entry, in one transaction; what is there already stays as it is.
 * The files are durable before the rows name them (PROMISES 15).
 */
export async function loadEntry(
  loader: Loader,
  source: SourceEntry,
  documentFiles: DocumentFile[],
): Promise<LoadedEntry> {
  const { platform } = loader
  const existing = await findExisting(platform.db, source)
  const published = existing ? await listDocuments(platform.db, [existing.id]) : []
  const fresh: CheckedDocument[] = []
  const result: LoadedEntry = { isNew: !existing, added: 0, present: 0, differing: [], refused: [] }
  for (const documentFile of documentFiles) {
    const found = await sortOut(loader, documentFile, published)
    if (found === 'present') result.present += 1
    else if (found === 'differing') result.differing.push(documentFile)
    else if ('reason' in found) result.refused.push(found)
    else fresh.push(found)
  }
  try {
    await storeFiles(
      platform.files,
      fresh.map(({ file }) => file),
    )
    if (!existing || fresh.length > 0) await commit(platform, source, { existing, fresh })
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
  { platform, inspector }: Loader,
  { document, path }: DocumentFile,
  published: Document[],
): Promise<CheckedDocument | RefusedFile | 'present' | 'differing'> {
  const copy = await copyIn(platform.files, path, platform.config.uploadMaxBytes)
  const discard = () => rm(copy.path, { force: true })
  const before = document.deleted
    ? await findSame(platform.db, document)
    : published.find((one) => one.attachment_number === document.attachmentNumber)
  if (before) {
    await discard()
    return before.sha256 === copy.sha256 ? 'present' : 'differing'
  }
  if (document.sha256 !== undefined && document.sha256 !== copy.sha256) {
    await discard()
    return {
      name: copy.name,
      reason: 'Its content is not what the archive says (SHA-256 differs): copy the archive again.',
    }
  }
  const { accepted, refused } = await acceptFiles([copy], {
    inspector,
    uploadMaxBytes: platform.config.uploadMaxBytes,
  })
  const [file] = accepted
  if (file) return { document, file: { ...file, name: document.fileName ?? file.name } }
  await discard()
  return refused[0] as RefusedFile
}

/** A deleted document of an archive has no number of its own to be found by. */
async function findSame(db: Queryable, document: SourceDocument): Promise<Document | undefined> {
  const found = document.id === undefined ? undefined : await findDocument(db, document.id)
  return found?.sha256 === document.sha256 ? found : undefined
}

async function commit(
  { db, clock }: Platform,
  source: SourceEntry,
  { existing, fresh }: { existing: Entry | undefined; fresh: CheckedDocument[] },
): Promise<void> {
  const now = clock()
  await db.transaction().execute(async (trx) => {
    const entry = existing ?? (await addEntry(trx, source, now))
    for (const { document, file } of fresh) {
      const row = await addDocument(trx, { document, file, entryId: entry.id, now })
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
  await loadDetails(trx, entry, { source, now })
  return entry
}

async function addDocument(
  trx: Queryable,
  { document, file, entryId, now }: CheckedDocument & { entryId: number; now: number },
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
