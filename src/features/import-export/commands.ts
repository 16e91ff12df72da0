import type { Platform } from '../../platform/platform.ts'
import { showProgress } from '../../platform/show-progress.ts'
import { oneLine } from '../../shared/clean-text.ts'
import { counted } from '../../shared/number-rules.ts'
import { createPdfInspector } from '../checks/inspect-pdf.ts'
import { exportDocket } from './export-docket.ts'
import { type DocketImportSummary, importDocket } from './import-docket.ts'

export async function runImport(platform: Platform, file: string, documents: string | undefined) {
  const inspector = createPdfInspector()
  const onProgress = showProgress('entries')
  try {
    const summary = await importDocket(platform, { file, documents, inspector, onProgress })
    console.log(importReport(summary))
    return summary.refused.length > 0 ? 1 : 0
  } finally {
    await inspector.close()
  }
}

export async function runExport(platform: Platform, folder: string): Promise<void> {
  const written = await exportDocket(platform, folder, showProgress('documents'))
  const entries = counted(written.entries, 'entry', 'entries')
  const documents = counted(written.documents, 'document')
  console.log(`Exported to ${written.folder}: ${entries} and ${documents}.`)
}

const LISTS = [
  ['missing', 'Not published because the PDF is missing'],
  ['differing', 'Already published with different content, left unchanged'],
  ['unused', 'Files that match no entry'],
  ['leftOut', 'Left out: the attachment’s number is taken or missing'],
  ['unfilled', 'Not in the file; fill in under Admin'],
  ['repeated', 'Used by several entries; a PDF goes to the first'],
  ['undated', 'Without a date in the file; saved as drafts, correct the date under Admin'],
] as const

export function importReport(summary: DocketImportSummary): string {
  const refused = summary.refused.map(({ name, reason }) => `\n  ${oneLine(name)}: ${reason}`)
  return [
    `Entries: ${summary.entriesAdded} added, ${summary.entriesPresent} already there.`,
    `Documents: ${summary.documentsAdded} added, ${summary.documentsPresent} already there.`,
    ...LISTS.flatMap(([name, heading]) => {
      const items = summary[name].map(oneLine)
      return items.length > 0 ? `${heading} (${items.length}): ${items.join(', ')}` : []
    }),
    ...summary.notes,
    ...(refused.length > 0 ? [`Refused (${refused.length}):${refused.join('')}`] : []),
  ].join('\n')
}
