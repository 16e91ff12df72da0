import { type Storage, storageKey } from '../../../platform/files/storage.ts'
import { type FieldErrors, InvalidError } from '../../../platform/http/errors.ts'
import type { Form, UploadedFile } from '../../../platform/http/request/form.ts'
import { typedText } from '../../../platform/http/request/parse.ts'
import { ATTACHMENT_MOST, cleanFileName, TITLE_MOST } from '../../../shared/naming-rules.ts'
import { numberRange, parseWholeNumber } from '../../../shared/number-rules.ts'
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

/** A file with what the administrator chose for it; what was left open is proposed. */
export interface OfferedFile extends AcceptedFile {
  title?: string | undefined
  attachmentNumber?: number | undefined
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

/** The form's documents: PDFs that open with what was typed for them, and the others with their reasons. @throws NoRoomError */
export async function acceptUploads(
  form: Form,
  rules: FileRules,
): Promise<CheckedFiles<OfferedFile>> {
  const { uploads, refused } = readUploads(form)
  const checked = await acceptFiles(uploads, rules)
  return { accepted: checked.accepted, refused: [...refused, ...checked.refused] }
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
  // The same content twice is stored once: its other upload is left where it is, to be discarded.
  const paths = new Map(accepted.map(({ sha256, path }) => [sha256, path]))
  for (const [sha256, path] of paths) await files.store(storageKey(sha256), path)
}

/** An uploaded file with what was typed for it. */
interface NamedUpload extends UploadedFile {
  title?: string | undefined
  attachmentNumber?: number | undefined
}

/**
 * The field `documents` with the `document_title` and `document_attachment_number` of each file, in file order.
 * Browsers without scripts send neither; then both are proposed.
 */
export function readUploads(form: Form): { uploads: NamedUpload[]; refused: RefusedFile[] } {
  const titles = form.all('document_title')
  const numbers = form.all('document_attachment_number')
  const refused: RefusedFile[] = []
  const uploads: NamedUpload[] = []
  for (const [index, file] of form.files.filter(({ field }) => field === 'documents').entries()) {
    const { errors, change } = readFields({
      title: titles[index] || undefined,
      attachment_number: numbers[index]?.trim() || undefined,
    })
    const reason = Object.values(errors).flat().join(' ')
    if (reason) refused.push({ name: cleanFileName(file.name), reason })
    else uploads.push({ ...file, ...change })
  }
  return { uploads, refused }
}

export interface TypedDocument {
  title?: string | undefined
  attachment_number?: string | undefined
  position?: string | undefined
}

/** The fields of `POST /admin/documents/{id}`; one that was not sent keeps its value. */
export function readDocumentChange(form: Form) {
  const sent = (name: string) => (form.has(name) ? form.text(name) : undefined)
  const typed: TypedDocument = {
    title: sent('title'),
    attachment_number: sent('attachment_number'),
    position: sent('position'),
  }
  const { change, errors } = readFields(typed)
  const swapNumbers = form.text('swap') === '1'
  return { typed, change: { ...change, swapNumbers }, errors }
}

function readFields({ title, attachment_number, position }: TypedDocument) {
  const errors: FieldErrors = {}
  const readNumber = (name: string, typed: string | undefined, least: number) => {
    const value = typed === undefined ? undefined : parseWholeNumber(typed, least, ATTACHMENT_MOST)
    if (typed !== undefined && value === undefined) {
      const label = name === 'position' ? 'The position' : 'The attachment number'
      errors[name] = [`${label} ${numberRange(least, ATTACHMENT_MOST)}.`]
    }
    return value
  }
  const change = {
    title: title === undefined ? undefined : readTitle(title, errors),
    attachmentNumber: readNumber('attachment_number', attachment_number, 0),
    position: readNumber('position', position, 1),
  }
  return { change, errors }
}

function readTitle(typed: string, errors: FieldErrors): string | undefined {
  const { data, error } = typedText(TITLE_MOST).safeParse(typed)
  const problem = data === '' ? 'is missing' : error?.issues[0]?.message
  if (problem) errors.title = [`The document’s title ${problem}.`]
  return data
}
