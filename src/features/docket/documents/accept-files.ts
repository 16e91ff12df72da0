import type { FastifyReply } from 'fastify'
import { BadRequestError, type FieldProblems, InvalidError } from '../../../platform/http/errors.ts'
import type { Form, UploadedFile } from '../../../platform/http/request/form.ts'
import type { Platform } from '../../../platform/platform.ts'
import { cleanFileName } from '../../../shared/naming-rules.ts'
import type { FileReading } from '../../checks/finding-rules.ts'
import type { PdfInspector } from '../../checks/inspect-pdf.ts'

/** A PDF that opens, not yet stored. */
export interface AcceptedFile extends Pick<UploadedFile, 'name' | 'path' | 'sha256' | 'byteSize'> {
  pageCount: number
  pages: readonly string[]
  reading: FileReading
  /** It came with a filing and is already in the store. */
  isStored?: boolean
}

/** A title and number that were corrected in a filing stay; the rest is proposed. */
export interface OfferedFile extends AcceptedFile {
  title?: string | undefined
  attachmentNumber?: number | undefined
}

export interface RefusedFile {
  name: string
  reason: string
  /** It is added once somebody gives a reason. */
  isHeld?: boolean
}

export interface CheckedFiles<Accepted> {
  accepted: Accepted[]
  refused: RefusedFile[]
}

export interface FileRules {
  inspector: Pick<PdfInspector, 'inspect'>
  uploadMaxBytes: number
  signal?: AbortSignal | undefined
}

export class RefusedFilesError extends InvalidError {
  override readonly extensions: InvalidError['extensions'] & Record<string, unknown>
  readonly files: RefusedFile[]
  readonly added: string[]
  constructor(files: RefusedFile[], errors: FieldProblems = {}, added: string[] = []) {
    super([...Object.values(errors).flat(), refusedSentence(files)].join(' ').trim(), errors)
    this.files = files
    this.added = added
    this.extensions = { errors, files, added }
  }
}

const NO_ROOM =
  'The server’s disk is full, so this file was not saved. Free some space, then try again.'

export class NoRoomError extends RefusedFilesError {
  override readonly status = 507
  override readonly code = 'storage_full'
  override readonly title = 'No space left'
  constructor(files: readonly { name: string; field: string }[]) {
    const named = files.map(({ name }) => ({ name: cleanFileName(name), reason: NO_ROOM }))
    super(named, files.some(({ field }) => field === 'file') ? { file: [NO_ROOM] } : {})
  }
}

export const filesOf = ({ files }: Form, name: 'documents' | 'file') =>
  files.filter(({ field }) => field === name)

/** Fewer than the inspector's processes, so that others' files are read meanwhile. */
export const FILES_AT_A_TIME = 2

/** Separates PDFs that open from other files (PROMISES 14). @throws NoRoomError */
export async function acceptFiles<File extends UploadedFile>(
  files: readonly File[],
  rules: FileRules,
): Promise<CheckedFiles<File & AcceptedFile>> {
  const lost = files.filter(({ noRoom }) => noRoom)
  if (lost.length > 0) throw new NoRoomError(lost)
  const checked: Awaited<ReturnType<typeof checkFile<File>>>[] = []
  for (let at = 0; at < files.length; at += FILES_AT_A_TIME) {
    const some = files.slice(at, at + FILES_AT_A_TIME)
    checked.push(...(await Promise.all(some.map((file) => checkFile(file, rules)))))
  }
  return {
    accepted: checked.flatMap((one) => ('file' in one ? [one.file] : [])),
    refused: checked.flatMap((one) => ('reason' in one ? [one] : [])),
  }
}

async function checkFile<File extends UploadedFile>(
  file: File,
  { inspector, uploadMaxBytes, signal }: FileRules,
): Promise<{ file: File & AcceptedFile } | RefusedFile> {
  const name = cleanFileName(file.name)
  if (file.tooLarge) return { name, reason: tooLargeReason(uploadMaxBytes) }
  const inspection = await inspector.inspect(file.path, name, signal)
  if (!inspection.accepted) return { name, reason: inspection.reason }
  const { pageCount, pages, reading } = inspection
  return { file: { ...file, name, pageCount, pages, reading } }
}

export function tooLargeReason(uploadMaxBytes: number): string {
  const limit = Math.floor(uploadMaxBytes / (1024 * 1024))
  return `This file is larger than ${limit} MB, the limit on this site. Print it to PDF at a lower resolution, or split it and add the parts.`
}

export const refusedReasons = (files: readonly RefusedFile[]): string[] =>
  files.map(({ name, reason }) => `${name}: ${reason}`)

export const refusedSentence = (files: readonly RefusedFile[]) => refusedReasons(files).join(' ')

/** An administrator's uploads end when they are canceled or their page is closed. @throws NoRoomError */
export const createUploadCheck =
  ({ config: { uploadMaxBytes } }: Platform, inspector: FileRules['inspector']) =>
  async ({ raw }: FastifyReply, files: readonly UploadedFile[]) => {
    const left = new AbortController()
    const leave = () => {
      if (!raw.writableFinished) left.abort(new BadRequestError('The upload was canceled.'))
    }
    // The check has its own deadlines, and while it works nothing is sent.
    raw.setTimeout(0)
    raw.once('close', leave)
    if (raw.destroyed) leave()
    const checked = await acceptFiles(files, { inspector, uploadMaxBytes, signal: left.signal })
    left.signal.throwIfAborted()
    return checked
  }
