import { counted } from './number-rules.ts'

/** As lawyers cite it: 45 for the main document, 45-2 for its second attachment. */
export function formatMark(entryNumber: number | null, attachmentNumber: number): string {
  if (entryNumber === null) return attachmentNumber === 0 ? 'Main' : `Att. ${attachmentNumber}`
  return attachmentNumber === 0 ? `${entryNumber}` : `${entryNumber}-${attachmentNumber}`
}

export function formatAttachment(attachmentNumber: number): string {
  return attachmentNumber === 0 ? 'Main document' : `Attachment ${attachmentNumber}`
}

type TitledDocument = { attachment_number: number; title: string }

export function documentHeading(entryNumber: number | null, document: TitledDocument): string {
  if (entryNumber === null) return document.title
  return `No. ${formatMark(entryNumber, document.attachment_number)}: ${document.title}`
}

/** Below its entry's title, a main document of the same title is `Order (main document)`. */
export function titleBelowEntry(
  entry: { title: string; type: string },
  { attachment_number, title }: TitledDocument,
): string {
  if (attachment_number !== 0 || !repeatsTitle(entry, title)) return title
  return entry.type && entry.type !== 'Other' ? `${entry.type} (main document)` : 'Main document'
}

export const repeatsTitle = (entry: { title: string }, title: string) =>
  title.trim().toLowerCase() === entry.title.trim().toLowerCase()

export const formatPages = (pageCount: number) => counted(pageCount, 'page')

/** `287 KB`, `1.4 MB`. Decimal units, as browsers and file managers show them. */
export function formatBytes(bytes: number): string {
  if (bytes < 1000) return `${bytes} bytes`
  const kilobytes = Math.round(bytes / 1000)
  if (kilobytes < 1000) return `${kilobytes} KB`
  const megabytes = Math.round(bytes / 100_000) / 10
  return megabytes < 1000 ? `${megabytes} MB` : `${Math.round(bytes / 100_000_000) / 10} GB`
}
