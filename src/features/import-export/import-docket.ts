import { basename, dirname, join } from 'node:path'
import { Readable } from 'node:stream'
import { isDeepStrictEqual } from 'node:util'
import { reserveIds } from '../../platform/database/dialect.ts'
import type { Database } from '../../platform/database/schema.ts'
import type { Platform } from '../../platform/platform.ts'
import { isTextOnly } from '../../shared/docket-text-rules.ts'
import { attachmentTitle } from '../../shared/naming-rules.ts'
import { counted } from '../../shared/number-rules.ts'
import { recordAudit } from '../accounts/audit-log/queries.ts'
import type { PdfInspector } from '../checks/inspect-pdf.ts'
import { caseKey, isSameCase } from '../checks/stamp-rules.ts'
import { findCaseSettings, updateCaseSettings } from '../site/queries.ts'
import type { SourceDocket, SourceDocument, SourceEntry } from './archive.ts'
import { type FilesByEntry, isPlainFile, matchFiles } from './docket-files.ts'
import { type ReadEntry, readEntryFiles, saveEntry } from './load-entry.ts'
import { readDocket } from './read-docket.ts'

export type DocketImportSummary = Awaited<ReturnType<typeof importDocket>>

const emptySummary = () => ({
  entriesAdded: 0,
  entriesPresent: 0,
  documentsAdded: 0,
  documentsPresent: 0,
  missing: [] as string[],
  differing: [] as string[],
  refused: [] as { name: string; reason: string }[],
})

interface DocketImportOptions {
  file: string
  documents?: string | undefined
  inspector: PdfInspector
  onProgress?: (done: number, total: number) => void
}

/** One entry more than the inspector reads at once, so that it stays busy while one is saved. */
const READ_AHEAD = { concurrency: 3, highWaterMark: 0 }

/** CONTRACT section 8. The whole JSON is checked first; then each entry is one transaction, and another run adds the rest. */
export async function importDocket(platform: Platform, options: DocketImportOptions) {
  const docket = await readDocket(options.file, platform.config.timeZone)
  const { files, unmatched } = await matchFiles(options.documents)
  const summary = emptySummary()
  await reserveListedIds(platform.db, docket.entries)
  const settingsNotes = await fillSettings(platform, docket)
  let done = 0
  const { inspector } = options
  const read = async (entry: SourceEntry) =>
    readEntryFiles({ platform, inspector }, entry, await filesOf(entry, files, options))
  const ahead = Readable.from(docket.entries).map(read, READ_AHEAD)
  for await (const entry of ahead as AsyncIterable<ReadEntry>) {
    await saveEntry(platform, entry)
    count(summary, entry)
    done += 1
    options.onProgress?.(done, docket.entries.length)
  }
  const listed = new Set(
    docket.entries.flatMap((entry) => entry.documents.map(({ path = '' }) => basename(path))),
  )
  const unused = [
    ...unmatched.filter((name) => !listed.has(name)),
    ...[...files.values()].flatMap((own) => [...own.values()]),
  ]
  await recordAudit(platform.db, {
    at: platform.clock(),
    administrator: null,
    action: 'docket.imported',
    subject: docket.case.caption || 'docket',
    details: `${counted(summary.entriesAdded, 'entry', 'entries')} and ${counted(summary.documentsAdded, 'document')} added`,
    clientIp: null,
  })
  const { case: _, entries: __, ...report } = docket
  return { ...summary, unused, ...report, notes: [...report.notes, ...settingsNotes] }
}

/** Those of documents whose PDFs are missing, too: they are added later, and old links lead to them. */
async function reserveListedIds(db: Database, entries: readonly SourceEntry[]): Promise<void> {
  const rows = {
    entries,
    documents: entries.flatMap(({ documents }) => documents),
    entry_events: entries.flatMap(({ events = [] }) => events),
  }
  for (const table of ['entries', 'documents', 'entry_events'] as const) {
    const last = rows[table].reduce((last, { id = 0 }) => Math.max(last, id), 0)
    await reserveIds(db, table, last)
  }
}

/** Takes them out of `files`: what is left at the end belongs to no entry. */
function filesOf(
  entry: SourceEntry,
  files: FilesByEntry,
  { file, documents: folder = dirname(file) }: DocketImportOptions,
) {
  const own = files.get(entry.number) ?? new Map<number, string>()
  files.delete(entry.number)
  const documents = [...entry.documents, ...unlisted(entry, own)]
  return Promise.all(
    documents.map(async (document) => {
      const { path: listed, attachment_number: number } = document
      if (listed === undefined) return { document, path: own.get(number) }
      const paths = [join(dirname(file), listed), join(folder, basename(listed))]
      const areFiles = await Promise.all(paths.map(isPlainFile))
      return { document, path: paths.find((_, place) => areFiles[place]) }
    }),
  )
}

/** Attachments in the folder that the docket's JSON does not list. */
function unlisted(entry: SourceEntry, own: ReadonlyMap<number, string>): SourceDocument[] {
  const listed = new Set(entry.documents.map((document) => document.attachment_number))
  const numbers = [...own.keys()].filter((number) => !listed.has(number))
  return numbers.map((number) => {
    return { attachment_number: number, title: attachmentTitle(number), position: number }
  })
}

function count(
  summary: ReturnType<typeof emptySummary>,
  { source, existing, checked }: ReadEntry,
): void {
  summary[existing ? 'entriesPresent' : 'entriesAdded'] += 1
  for (const { document, ...entry } of checked) {
    if ('file' in entry) summary.documentsAdded += 1
    else if ('reason' in entry) summary.refused.push(entry)
    else if ('isMissing' in entry) {
      if (!isTextOnly(source.description)) summary.missing.push(label(source, document))
    } else if (entry.isSame) summary.documentsPresent += 1
    else summary.differing.push(label(source, document))
  }
}

function label(entry: SourceEntry, { attachment_number }: SourceDocument): string {
  const name = entry.number === null ? `${entry.filed_on} ${entry.title}` : String(entry.number)
  return attachment_number === 0 ? name : `${name}-${attachment_number}`
}

/** Keeps what the administrator has already written about the case. @returns what was left out for it */
async function fillSettings({ db, clock }: Platform, docket: SourceDocket): Promise<string[]> {
  const { id: _, updated_at: __, ...current } = await findCaseSettings(db)
  const written = Object.entries(current).filter(([, value]) => value !== '')
  const filled = { ...docket.case, ...Object.fromEntries(written) }
  if (!isDeepStrictEqual(filled, current)) await updateCaseSettings(db, filled, { now: clock() })
  const { about, case_number: theirs } = docket.case
  const ours = filled.case_number
  const isOther = caseKey(ours) !== '' && caseKey(theirs) !== '' && !isSameCase(ours, theirs)
  const notes: string[] = []
  if (about !== '' && about !== filled.about)
    notes.push(
      'About this site already has text, so what the file says about the case was left out.',
    )
  if (isOther)
    notes.push(
      `The file is from case ${theirs}, and this site’s case is ${ours}. If these are two cases, restore the last backup.`,
    )
  return notes
}
