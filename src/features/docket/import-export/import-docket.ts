import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Platform } from '../../../platform/platform.ts'
import { recordAudit } from '../../accounts/audit-log/queries.ts'
import { findCaseSettings, updateCaseSettings } from '../../site/queries.ts'
import type { RefusedFile } from '../documents/accept-files.ts'
import type { PdfInspector } from '../inspection/inspect-pdf.ts'
import { type DocumentFile, loadEntry } from './load-entry.ts'
import { documentKey, type FilesByDocument, matchFiles } from './match-files.ts'
import { readDocket } from './read-docket.ts'
import type { SourceDocket, SourceDocument, SourceEntry } from './source-docket.ts'

export interface ImportSummary {
  entriesAdded: number
  entriesPresent: number
  documentsAdded: number
  documentsPresent: number
  /** Documents of the docket whose PDF is not there: not published. */
  missing: string[]
  /** Published with other content: left as they are. */
  differing: string[]
  refused: RefusedFile[]
  /** Files of the folder that belong to no entry. */
  unused: string[]
  /** What the docket does not say. */
  unfilled: string[]
}

export interface ImportOptions {
  /** The docket's JSON. */
  file: string
  /** The folder with the PDFs. */
  documents?: string | undefined
  inspector: PdfInspector
  onProgress?: (done: number, total: number) => void
}

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
  const summary = emptySummary(unmatched, docket.unfilled)
  await fillSettings(platform, docket)
  for (const [index, entry] of docket.entries.entries()) {
    await importEntry(platform, options, { entry, files, summary })
    options.onProgress?.(index + 1, docket.entries.length)
  }
  summary.unused.push(...files.values())
  await recordAudit(platform.db, {
    at: platform.clock(),
    administrator: null,
    action: 'docket.imported',
    subject: docket.settings.caption || 'docket',
    details: `${summary.entriesAdded} entries and ${summary.documentsAdded} documents added`,
    clientIp: null,
  })
  return summary
}

async function importEntry(
  platform: Platform,
  { file, inspector }: ImportOptions,
  { entry, files, summary }: { entry: SourceEntry; files: FilesByDocument; summary: ImportSummary },
): Promise<void> {
  const documentFiles: DocumentFile[] = []
  for (const document of [...entry.documents, ...unlisted(entry, files)]) {
    const path = takeFile(files, { entry, document, folder: dirname(file) })
    if (path) documentFiles.push({ document, path })
    else summary.missing.push(label(entry, document))
  }
  const loaded = await loadEntry({ platform, inspector }, entry, documentFiles)
  summary[loaded.isNew ? 'entriesAdded' : 'entriesPresent'] += 1
  summary.documentsAdded += loaded.added
  summary.documentsPresent += loaded.present
  summary.differing.push(...loaded.differing.map(({ document }) => label(entry, document)))
  summary.refused.push(...loaded.refused)
}

/** Each file is used once; what is left over at the end belongs to no entry. */
function takeFile(
  files: FilesByDocument,
  { entry, document, folder }: { entry: SourceEntry; document: SourceDocument; folder: string },
): string | undefined {
  if (document.path !== undefined) {
    const path = join(folder, document.path)
    return existsSync(path) ? path : undefined
  }
  if (entry.number === null) return undefined
  const key = documentKey(entry.number, document.attachmentNumber)
  const path = files.get(key)
  files.delete(key)
  return path
}

/** Attachments that the folder has and the docket's JSON does not name. */
function unlisted(entry: SourceEntry, files: FilesByDocument): SourceDocument[] {
  if (entry.number === null) return []
  const listed = new Set(entry.documents.map((document) => document.attachmentNumber))
  return [...files.keys()]
    .map((key) => key.split('-').map(Number))
    .filter(([number, attachment = 0]) => number === entry.number && !listed.has(attachment))
    .map(([, attachment = 0]) => ({
      attachmentNumber: attachment,
      title: `Attachment ${attachment}`,
      position: attachment,
    }))
}

function label(entry: SourceEntry, { attachmentNumber }: SourceDocument): string {
  const name = entry.number === null ? `${entry.filedOn} ${entry.title}` : String(entry.number)
  return attachmentNumber === 0 ? name : `${name}-${attachmentNumber}`
}

/** What the administrator already wrote about the case stays. */
async function fillSettings({ db, clock }: Platform, { settings }: SourceDocket): Promise<void> {
  const { id: _, updated_at: __, ...current } = await findCaseSettings(db)
  const filled = Object.fromEntries(
    Object.entries(current).map(([name, value]) => [
      name,
      value || settings[name as keyof typeof settings],
    ]),
  ) as typeof current
  if (JSON.stringify(filled) !== JSON.stringify(current))
    await updateCaseSettings(db, filled, { now: clock() })
}

function emptySummary(unused: string[], unfilled: string[] = []): ImportSummary {
  return {
    entriesAdded: 0,
    entriesPresent: 0,
    documentsAdded: 0,
    documentsPresent: 0,
    missing: [],
    differing: [],
    refused: [],
    unused,
    unfilled,
  }
}
