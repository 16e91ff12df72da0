import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdir, readdir, rename, rm, rmdir, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { CommandError } from '../../../platform/command-error.ts'
import type { Document, Entry } from '../../../platform/database/schema.ts'
import type { Platform } from '../../../platform/platform.ts'
import { findCaseSettings } from '../../site/queries.ts'
import { fileName } from '../documents/rules.ts'
import { listEveryDocument, listEveryEntry } from '../entries/queries.ts'
import {
  type ArchivedDetails,
  documentDetails,
  entryDetails,
  readArchivedDetails,
} from './archive-details.ts'
import { ARCHIVE_FORMAT, type Archive } from './archive-docket.ts'

export interface ExportSummary {
  entries: number
  documents: number
  folder: string
}

/**
 * Writes everything about the docket, drafts and deleted entries included: docket.json, documents/, and
 * manifest-sha256.txt (for `sha256sum --check`). The folder appears when it is whole, never before.
 */
export async function exportDocket(
  platform: Platform,
  folder: string,
  onProgress?: (done: number, total: number) => void,
): Promise<ExportSummary> {
  const target = resolve(folder)
  await refuseFilled(target)
  const { archive, documents } = await readArchive(platform)
  const unfinished = `${target}.part`
  await rm(unfinished, { recursive: true, force: true })
  try {
    await mkdir(join(unfinished, 'documents'), { recursive: true })
    await writeArchive(platform, { folder: unfinished, archive, documents, onProgress })
    await rmdir(target).catch(() => {})
    await rename(unfinished, target)
  } catch (error) {
    await rm(unfinished, { recursive: true, force: true })
    throw error instanceof CommandError
      ? error
      : new CommandError(`the archive could not be written: ${(error as Error).message}`)
  }
  return { entries: archive.entries.length, documents: documents.length, folder: target }
}

async function refuseFilled(folder: string): Promise<void> {
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return []
    throw new CommandError(`${folder} cannot be used: ${error.message}`)
  })
  if (names.length > 0) throw new CommandError(`${folder} is not empty: name a new folder`)
}

/** One transaction, so that the archive is the docket of one moment. */
async function readArchive({
  db,
}: Platform): Promise<{ archive: Archive; documents: (Document & { path: string })[] }> {
  const { settings, entries, rows, details } = await db.transaction().execute(async (trx) => ({
    settings: await findCaseSettings(trx),
    entries: await listEveryEntry(trx),
    rows: await listEveryDocument(trx),
    details: await readArchivedDetails(trx),
  }))
  const byId = new Map(entries.map((entry) => [entry.id, entry]))
  const documents = rows.map((row) => ({
    ...row,
    path: archivePath(byId.get(row.entry_id) as Entry, row),
  }))
  const byEntry = Map.groupBy(documents, (document) => document.entry_id)
  const { caption, case_number, court, judge, description, contact } = settings
  const archive: Archive = {
    format: ARCHIVE_FORMAT,
    version: 1,
    case: { caption, case_number, court, judge, description, contact },
    entries: entries.map((entry) => archiveEntry(entry, byEntry.get(entry.id) ?? [], details)),
  }
  return { archive, documents }
}

function archivePath(entry: Entry, document: Document): string {
  const name = fileName({
    entryNumber: entry.number,
    filedOn: entry.filed_on,
    attachmentNumber: document.attachment_number,
    title: document.title,
  })
  return `documents/${document.id} ${name}`
}

function archiveEntry(
  entry: Entry,
  documents: (Document & { path: string })[],
  details: ArchivedDetails,
): Archive['entries'][number] {
  const { id, number, filed_on, title, description, type, filed_by, status, source_key } = entry
  const deleted = entry.deleted_at !== null
  return {
    id,
    number,
    filed_on,
    title,
    description,
    type,
    filed_by,
    status,
    deleted,
    source_key,
    ...entryDetails(entry, details),
    documents: documents.map((document) => archiveDocument(document, details)),
  }
}

function archiveDocument(
  document: Document & { path: string },
  details: ArchivedDetails,
): Archive['entries'][number]['documents'][number] {
  const { id, attachment_number, title, position, file_name, path, sha256, byte_size, page_count } =
    document
  return {
    id,
    attachment_number,
    title,
    position,
    file_name,
    path,
    sha256,
    byte_size,
    page_count,
    deleted: document.deleted_at !== null,
    ...documentDetails(document, details),
  }
}

interface WrittenArchive {
  folder: string
  archive: Archive
  documents: (Document & { path: string })[]
  onProgress: ((done: number, total: number) => void) | undefined
}

async function writeArchive(
  platform: Platform,
  { folder, archive, documents, onProgress }: WrittenArchive,
): Promise<void> {
  const json = `${JSON.stringify(archive, null, 2)}\n`
  const manifest = [`${createHash('sha256').update(json).digest('hex')}  docket.json`]
  await writeFile(join(folder, 'docket.json'), json)
  for (const [index, document] of documents.entries()) {
    await copyOut(platform, document, join(folder, document.path))
    manifest.push(`${document.sha256}  ${document.path}`)
    onProgress?.(index + 1, documents.length)
  }
  await writeFile(join(folder, 'manifest-sha256.txt'), `${manifest.join('\n')}\n`)
}

/** @throws CommandError when the stored file is no longer what was accepted */
async function copyOut({ files }: Platform, document: Document, path: string): Promise<void> {
  const hash = createHash('sha256')
  const measure = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk)
      done(null, chunk)
    },
  })
  await pipeline(
    files.open(document.storage_key, 0, document.byte_size - 1),
    measure,
    createWriteStream(path),
  )
  if (hash.digest('hex') !== document.sha256) {
    throw new CommandError(
      `document ${document.id} (${document.title}) is damaged in the storage: restore ${document.storage_key} from a backup`,
    )
  }
}
