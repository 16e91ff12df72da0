import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { Readable } from 'node:stream'
import type { Platform } from '../../../platform/platform.ts'
import { recordAudit } from '../../accounts/audit-log/queries.ts'
import type { PdfInspector } from '../../checks/inspect-pdf.ts'
import { findCaseSettings, updateCaseSettings } from '../../site/queries.ts'
import type { RefusedFile } from '../documents/accept-files.ts'
import type { SourceDocket, SourceDocument, SourceEntry } from './archive.ts'
import { type FilesByDocument, matchFiles } from './docket-files.ts'
import { type DocumentFile, type ReadEntry, readEntry, saveEntry } from './load-entry.ts'
import { readDocket } from './read-docket.ts'

export interface ImportSummary {
  entriesAdded: number
  entriesPresent: number
  documentsAdded: number
  documentsPresent: number
  /** Documents whose PDF is not there: not published. */
  missing: string[]
  /** Published with other content: left as they are. */
  differing: string[]
  refused: RefusedFile[]
  /** Files of the folder that belong to no entry. */
  unused: string[]
  unfilled: string[]
}

export interface ImportOptions {
  file: string
  documents?: string | undefined
  inspector: PdfInspector
  onProgress?: (done: number, total: number) => void
}

/** One entry more than the inspector reads files, so that it has work while one is saved. */
const READ_AHEAD = { concurrency: 3, highWaterMark: 0 }

/**
 * Loads a docket (CONTRACT section 8). The whole JSON is checked first; then each entry is one transaction, so that
 * an interrupted run leaves whole entries and the next one adds the rest.
 */
export async function importDocket(
  platform: Platform,
  options: ImportOptions,
): Promise<ImportSummary> {
  const docket = await readDocket(options.file)
  const { files, unmatched } = options.documents
    ? await matchFiles(options.documents)
    : { files: new Map() as FilesByDocument, unmatched: [] }
  const summary: ImportSummary = {
    ...{ entriesAdded: 0, entriesPresent: 0, documentsAdded: 0, documentsPresent: 0 },
    ...{ missing: [], differing: [], refused: [] },
    unused: unmatched,
    unfilled: docket.unfilled,
  }
  await fillSettings(platform, docket)
  let done = 0
  const read = (entry: SourceEntry) => readFiles(platform, options, { entry, files, summary })
  const ahead = Readable.from(docket.entries).map(read, READ_AHEAD)
  for await (const entry of ahead as AsyncIterable<ReadEntry>) {
    await saveEntry(platform, entry)
    count(summary, entry)
    done += 1
    options.onProgress?.(done, docket.entries.length)
  }
  summary.unused.push(...files.values())
  await recordAudit(platform.db, {
    at: platform.clock(),
    administrator: null,
    action: 'docket.imported',
    subject: docket.case.caption || 'docket',
    details: `${summary.entriesAdded.toLocaleString('en-US')} entries and ${summary.documentsAdded.toLocaleString('en-US')} documents added`,
    clientIp: null,
  })
  return summary
}

interface Given {
  entry: SourceEntry
  files: FilesByDocument
  summary: ImportSummary
}

function readFiles(
  platform: Platform,
  { file, inspector }: ImportOptions,
  { entry, files, summary }: Given,
): Promise<ReadEntry> {
  const documentFiles: DocumentFile[] = []
  for (const document of [...entry.documents, ...unlisted(entry, files)]) {
    const path =
      document.path === undefined
        ? takeFile(files, entry, document)
        : join(dirname(file), document.path)
    if (path && existsSync(path)) documentFiles.push({ document, path })
    else summary.missing.push(label(entry, document))
  }
  return readEntry({ platform, inspector }, entry, documentFiles)
}

function count(
  summary: ImportSummary,
  { source, existing, fresh, present, differing, refused }: ReadEntry,
): void {
  summary[existing ? 'entriesPresent' : 'entriesAdded'] += 1
  summary.documentsAdded += fresh.length
  summary.documentsPresent += present
  summary.differing.push(...differing.map((document) => label(source, document)))
  summary.refused.push(...refused)
}

/** Each file is used once; what is left over at the end belongs to no entry. */
function takeFile(
  files: FilesByDocument,
  { number }: SourceEntry,
  { attachment_number }: SourceDocument,
): string | undefined {
  const key = `${number}-${attachment_number}`
  const path = files.get(key)
  files.delete(key)
  return path
}

/** Attachments that the folder has and the docket's JSON does not name. */
function unlisted(entry: SourceEntry, files: FilesByDocument): SourceDocument[] {
  const listed = new Set(entry.documents.map((document) => document.attachment_number))
  return [...files.keys()]
    .map((key) => key.split('-').map(Number))
    .filter(([number, attachment = 0]) => number === entry.number && !listed.has(attachment))
    .map(([, attachment = 0]) => ({
      attachment_number: attachment,
      title: `Attachment ${attachment}`,
      position: attachment,
    }))
}

function label(entry: SourceEntry, { attachment_number }: SourceDocument): string {
  const name = entry.number === null ? `${entry.filed_on} ${entry.title}` : String(entry.number)
  return attachment_number === 0 ? name : `${name}-${attachment_number}`
}

/** What the administrator has already written about the case stays. */
async function fillSettings({ db, clock }: Platform, docket: SourceDocket): Promise<void> {
  const { id: _, updated_at: __, ...current } = await findCaseSettings(db)
  const isEmpty = ([, value]: [string, string]) => value === ''
  const missing = Object.entries(current).filter(isEmpty)
  const filled = missing.map(([name]) => [name, docket.case[name as keyof typeof current]])
  const change = Object.fromEntries(filled.filter(([, value]) => value !== ''))
  if (Object.keys(change).length > 0) {
    await updateCaseSettings(db, { ...current, ...change }, { now: clock() })
  }
}
