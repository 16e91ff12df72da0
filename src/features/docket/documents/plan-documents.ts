import { type NamedEntry, proposeNumbers, proposeTitle } from '../../../shared/naming-rules.ts'
import type { AcceptedFile, CheckedFiles, RefusedFile } from './accept-files.ts'

/** A file with what the administrator chose for it; what was left open is proposed. */
export interface OfferedFile extends AcceptedFile {
  title?: string | undefined
  attachmentNumber?: number | undefined
}

export interface PlannedFile extends AcceptedFile {
  title: string
  attachmentNumber: number
}

/** A document that the entry has already. */
export interface NumberedDocument {
  attachment_number: number
  title: string
}

/** Gives each file its number and title; refuses those whose chosen number another document has. */
export function planDocuments(
  files: readonly OfferedFile[],
  entry: NamedEntry,
  existing: readonly NumberedDocument[],
): CheckedFiles<PlannedFile> {
  const holders = new Map(existing.map((one) => [one.attachment_number, one.title]))
  const refused: RefusedFile[] = []
  const kept = files.filter((file) => {
    const { name, attachmentNumber: number } = file
    const holder = number === undefined ? undefined : holders.get(number)
    if (number !== undefined && holder === undefined) holders.set(number, file.title || name)
    if (number !== undefined && holder !== undefined) {
      refused.push({ name, reason: numberTakenReason(number, holder) })
    }
    return holder === undefined
  })
  return { accepted: numbered(kept, entry, [...holders.keys()]), refused }
}

function numbered(
  files: readonly OfferedFile[],
  entry: NamedEntry,
  used: readonly number[],
): PlannedFile[] {
  const open = files.filter((file) => file.attachmentNumber === undefined)
  const names = open.map((file) => file.name)
  const proposed = proposeNumbers(names, entry, used).values()
  return files.map((file) => {
    const attachmentNumber = file.attachmentNumber ?? proposed.next().value ?? 0
    return {
      ...file,
      attachmentNumber,
      title: file.title || proposeTitle(file.name, attachmentNumber, entry),
    }
  })
}

export function numberTakenReason(number: number, holder: string): string {
  const what = number === 0 ? 'The main document (number 0)' : `Attachment number ${number}`
  return `${what} is already “${holder}”. Choose another number.`
}
