import { type Storage, storageKey } from '../../../platform/files/storage.ts'
import { InvalidError } from '../../../platform/http/errors.ts'
import type { UploadedFile } from '../../../platform/http/request/form.ts'
import { cleanFileName } from '../../../shared/naming-rules.ts'
import type { PdfInspector } from '../inspection/inspect-pdf.ts'

/** A PDF that opens, still at `path` of this machine's disk. */
export interface AcceptedFile {
  name: string
  path: string
  sha256: string
  byteSize: number
  pageCount: number
  /** The text of each page, the first's first. */
  pages: readonly string[]
}

export interface RefusedFile {
  name: string
  /** A sentence for the person who added the file. */
  reason: string
}

export interface CheckedFiles<Accepted> {
  accepted: Accepted[]
  refused: RefusedFile[]
}

export interface FileRules {
  inspector: Pick<PdfInspector, 'inspect'>
  /** Bytes. */
  uploadMaxBytes: number
}

/** Some files were refused, by name. */
export class RefusedFilesError extends InvalidError {
  override readonly extensions: InvalidError['extensions'] & {
    files: RefusedFile[]
    added: string[]
  }
  constructor(
    readonly files: RefusedFile[],
    errors: InvalidError['errors'] = {},
    /** The names of those that were added all the same. */
    added: string[] = [],
  ) {
    super([...Object.values(errors).flat(), refusedSentence(files)].join(' ').trim(), errors)
    this.extensions = { errors, files, added }
  }
}

const NO_ROOM =
  'The server’s disk is full, so this file was not saved. Free some space, then try again.'

/** The disk had no room for what was sent. */
export class NoRoomError extends RefusedFilesError {
  override readonly status = 507
  override readonly code = 'storage_full'
  override readonly title = 'No space left'
  constructor(files: readonly { name: string; field: string }[]) {
    const named = files.map(({ name }) => ({ name: cleanFileName(name), reason: NO_ROOM }))
    super(named, files.some(({ field }) => field === 'file') ? { file: [NO_ROOM] } : {})
  }
}

/** Sorts the files into PDFs that open and others, each with its reason (PROMISES 14). Nothing is stored yet. @throws NoRoomError */
export async function acceptFiles<File extends UploadedFile>(
  files: readonly File[],
  rules: FileRules,
): Promise<CheckedFiles<File & AcceptedFile>> {
  const lost = files.filter(({ noRoom }) => noRoom)
  if (lost.length > 0) throw new NoRoomError(lost)
  const checked = await Promise.all(files.map((file) => checkFile(file, rules)))
  return {
    accepted: checked.flatMap((one) => ('file' in one ? [one.file] : [])),
    refused: checked.flatMap((one) => ('reason' in one ? [one] : [])),
  }
}

async function checkFile<File extends UploadedFile>(
  file: File,
  { inspector, uploadMaxBytes }: FileRules,
): Promise<{ file: File & AcceptedFile } | RefusedFile> {
  const name = cleanFileName(file.name)
  if (file.tooLarge) return { name, reason: tooLargeReason(uploadMaxBytes) }
  if (file.byteSize === 0) {
    return { name, reason: 'This file is empty (0 bytes). Save it again and add the new file.' }
  }
  const inspection = await inspector.inspect(file.path, name)
  if (!inspection.accepted) return { name, reason: inspection.reason }
  const { pageCount, pages } = inspection
  return { file: { ...file, name, pageCount, pages } }
}

function tooLargeReason(uploadMaxBytes: number): string {
  const limit = Math.floor(uploadMaxBytes / (1024 * 1024))
  return `This file is larger than ${limit} MB, the most this site takes. Print it to PDF at a lower resolution, or split it, and add the parts.`
}

export function refusedSentence(files: readonly RefusedFile[]): string {
  return files.map(({ name, reason }) => `${name}: ${reason}`).join(' ')
}

/**
 * Makes the files durable under their keys; to be called before the rows that name them are committed, and outside
 * the transaction, which would make every other writer wait for the disk (PROMISES 15).
 */
export async function storeFiles(files: Storage, accepted: readonly AcceptedFile[]): Promise<void> {
  for (const { path, sha256 } of withoutCopies(accepted)) {
    await files.store(storageKey(sha256), path)
  }
}

/** The same content twice is stored once: its second upload is left where it is, to be discarded. */
function withoutCopies(accepted: readonly AcceptedFile[]): AcceptedFile[] {
  return [...new Map(accepted.map((file) => [file.sha256, file])).values()]
}
