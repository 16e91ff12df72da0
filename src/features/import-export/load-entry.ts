import { createReadStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { basename } from 'node:path'
import { CommandError, describeReadError } from '../../platform/command-error.ts'
import { unlessDuplicate } from '../../platform/database/connect.ts'
import { findFreeId } from '../../platform/database/dialect.ts'
import type { Document, Entry, Queryable } from '../../platform/database/schema.ts'
import { hashOf } from '../../platform/files/storage.ts'
import type { Platform } from '../../platform/platform.ts'
import { insertEvent, isUidTaken } from '../calendar/queries.ts'
import type { PdfInspector } from '../checks/inspect-pdf.ts'
import { insertCorrections, insertVersion } from '../corrections/queries.ts'
import { type AcceptedFile, acceptFiles } from '../docket/documents/accept-files.ts'
import { storedFile } from '../docket/documents/add-documents.ts'
import { recordFindings } from '../docket/documents/findings.ts'
import { indexEntry, indexPages, insertDocument } from '../docket/documents/queries.ts'
import { storeFiles } from '../docket/documents/store-files.ts'
import { pickEntryFields } from '../docket/entries/entry-fields.ts'
import { publishedAt } from '../docket/entries/entry-rules.ts'
import { insertEntry } from '../docket/entries/queries.ts'
import { replaceRelations } from '../relations/queries.ts'
import type { SourceDocument, SourceEntry } from './archive.ts'
import { copyIn } from './docket-files.ts'
import { findBefore, findExisting, isOthersDraft, readPresent } from './find-loaded.ts'

interface DocumentFile {
  document: SourceDocument
  /** Undefined if its PDF is missing. */
  path: string | undefined
}

/** The outcome for a document's file; a new file is a copy that saveEntry removes. */
type Checked = { document: SourceDocument } & (
  | { file: AcceptedFile }
  /** The document already exists, with this file or another, and is left as it is. */
  | { isSame: boolean }
  | { isMissing: true }
  | { name: string; reason: string }
)

type FreshDocument = Extract<Checked, { file: AcceptedFile }>

export type ReadEntry = Awaited<ReturnType<typeof readEntryFiles>>

interface Loader {
  platform: Platform
  inspector: PdfInspector
}

export async function readEntryFiles(
  loader: Loader,
  source: SourceEntry,
  documentFiles: readonly DocumentFile[],
) {
  const { db } = loader.platform
  const existing = await findExisting(db, source)
  const present = existing ? await readPresent(db, existing.id) : []
  const isWithheld = existing !== undefined && isOthersDraft(source, existing)
  const files = []
  for (const file of documentFiles) files.push(await withHash(file))
  const listed = files.map(({ hashed }) => hashed)
  const checked: Checked[] = []
  for (const { document, path, hashed, reason } of files) {
    const before = findBefore(present, listed, hashed)
    if (path && reason) checked.push({ document, name: basename(path), reason })
    else if (before) checked.push({ document, isSame: !path || before.sha256 === hashed.sha256 })
    else if (!path) checked.push({ document, isMissing: true })
    else if (isWithheld) checked.push({ document, isSame: false })
    else checked.push(await checkFile(loader, document, path))
  }
  return { source, existing, checked }
}

async function withHash({ document, path }: DocumentFile) {
  try {
    const sha256 = path ? await hashOf(createReadStream(path)) : document.sha256
    return { document, path, hashed: { ...document, sha256 } }
  } catch (error) {
    const reason = `It cannot be read: ${describeReadError(error)}.`
    return { document, path, hashed: document, reason }
  }
}

/** Adds what is missing, in one transaction. The files are durable before the rows name them (PROMISES 15). */
export async function saveEntry(platform: Platform, { source, existing, checked }: ReadEntry) {
  const fresh = checked.filter((one) => 'file' in one)
  const added = fresh.map(({ file }) => file)
  const commit = () =>
    platform.db.transaction().execute(async (trx) => {
      const now = platform.clock()
      const entry = existing ?? (await addEntry(trx, source, now))
      for (const { document, file } of fresh) {
        const row = await addDocument(trx, { document, file, entryId: entry.id, now })
        if (row.deleted_at === null) await indexPages(trx, row, file.pages)
        await recordFindings(trx, { document: row, entry, file })
      }
      await indexEntry(trx, entry.id)
      return entry
    })
  try {
    await storeFiles(platform, added)
    if (existing && fresh.length === 0) return
    const saved = await unlessDuplicate(commit)
    if (!saved)
      throw new CommandError(
        `${source.title}: someone added this entry at the same moment. Run the import again; it adds what is missing.`,
      )
  } finally {
    await Promise.all(added.map(({ path }) => rm(path, { force: true })))
  }
}

async function checkFile({ platform, inspector }: Loader, document: SourceDocument, path: string) {
  const copy = await copyIn(platform, path)
  if (!copy.tooLarge && document.sha256 !== undefined && document.sha256 !== copy.sha256) {
    await rm(copy.path, { force: true })
    const reason = 'Its SHA-256 does not match the archive: copy the archive again.'
    return { document, name: basename(path), reason }
  }
  const { uploadMaxBytes } = platform.config
  const { accepted, refused } = await acceptFiles([copy], { inspector, uploadMaxBytes })
  const [file] = accepted
  if (file) return { document, file: { ...file, name: document.file_name ?? file.name } }
  await rm(copy.path, { force: true })
  return { document, ...refused[0] } as Checked
}

async function addEntry(trx: Queryable, source: SourceEntry, now: number): Promise<Entry> {
  const { status, source_key } = source
  const entry = await insertEntry(trx, {
    ...pickEntryFields(source),
    id: await findFreeId(trx, 'entries', source.id),
    source_key,
    after_number: source.after_number ?? 0,
    version: 1,
    created_at: now,
    updated_at: now,
    deleted_at: source.deleted ? now : null,
    published_at: publishedAt({ status, published_at: source.published_at ?? null }, now),
  })
  await replaceRelations(trx, entry.id, source.relations ?? [])
  await addEvents(trx, entry.id, source)
  const of = { entry_id: entry.id, document_id: null, corrected_at: now }
  // One by one: SQLite bounds the values of a statement.
  for (const correction of source.corrections ?? []) await insertCorrections(trx, [correction], of)
  return entry
}

async function addEvents(trx: Queryable, entryId: number, { events = [] }: SourceEntry) {
  for (const { id, date, time, sequence, ...event } of events) {
    // A docket that already has the event keeps it.
    if (await isUidTaken(trx, event.uid)) continue
    await insertEvent(trx, {
      ...event,
      id: await findFreeId(trx, 'entry_events', id),
      entry_id: entryId,
      held_on: date,
      held_at: time,
      sequence_base: sequence,
    })
  }
}

async function addDocument(
  trx: Queryable,
  { document, file, entryId, now }: FreshDocument & { entryId: number; now: number },
): Promise<Document> {
  const { attachment_number, title, position } = document
  const row = await insertDocument(trx, {
    ...storedFile(file),
    id: await findFreeId(trx, 'documents', document.id),
    entry_id: entryId,
    attachment_number,
    title,
    position,
    created_at: now,
    updated_at: now,
    deleted_at: document.deleted ? now : null,
    pinned_at: document.pinned_at ?? null,
  })
  const of = { entry_id: entryId, document_id: row.id, corrected_at: now }
  for (const correction of document.corrections ?? [])
    await insertCorrections(trx, [correction], of)
  for (const { replaced_at, ...version } of document.earlier_versions ?? []) {
    await insertVersion(trx, { ...version, id: row.id }, replaced_at)
  }
  return row
}
