import { createHash } from 'node:crypto'
import { type FileHandle, open, rm } from 'node:fs/promises'
import type { MultipartFile } from '@fastify/multipart'
import type { FastifyRequest } from 'fastify'
import { isDiskFull } from '../disk-full.ts'
import { BadRequestError } from './errors.ts'

/** A file of a form, already on this machine's disk. */
export interface UploadedFile {
  field: string
  /** As the browser named it. */
  name: string
  /** Where it lies until it is stored or discarded. */
  path: string
  byteSize: number
  /** In hex. */
  sha256: string
  /** Larger than UPLOAD_MAX_MB: what lies at `path` is not whole. */
  tooLarge: boolean
  /** There was no room for it on the disk; nothing lies at `path`. */
  noRoom?: boolean
}

/** What a browser sent, as urlencoded or multipart. */
export interface Form {
  /** The field's last value, or '' where it was not sent. */
  text(name: string): string
  has(name: string): boolean
  /** Every value of a repeated field, in order. */
  all(name: string): string[]
  files: UploadedFile[]
  /** Removes the files that nobody took. */
  discard(): Promise<void>
}

export interface FormOptions {
  incomingPath: () => Promise<string>
  /** Bytes. */
  uploadMax: number
}

/** Reads the whole form; files go to disk as they arrive, whatever their size. */
export async function readForm(request: FastifyRequest, options: FormOptions): Promise<Form> {
  if (request.isMultipart()) return readMultipart(request, options)
  const { body } = request
  if (body === undefined || body === null) return createForm([], [])
  if (typeof body !== 'object' || Array.isArray(body) || Buffer.isBuffer(body))
    throw new BadRequestError('This form could not be read.')
  return createForm(
    Object.entries(body).flatMap(([name, value]) =>
      [value].flat().map((one): [string, string] => [name, String(one)]),
    ),
    [],
  )
}

async function readMultipart(request: FastifyRequest, options: FormOptions): Promise<Form> {
  const fields: [string, string][] = []
  const files: UploadedFile[] = []
  const discard = () => discardFiles(files)
  try {
    for await (const part of request.parts()) {
      if (part.type === 'file') {
        const file = await saveFile(part, options)
        // A browser sends one nameless, empty file where none was chosen.
        if (file.name === '' && file.byteSize === 0) await rm(file.path, { force: true })
        else files.push(file)
      } else {
        fields.push([part.fieldname, String(part.value)])
      }
    }
  } catch (error) {
    await discard()
    throw error
  }
  return createForm(fields, files)
}

/**
 * Where the disk is full the rest is still read, and thrown away: only so do the fields after the file arrive, and the
 * form can come back as typed.
 */
async function saveFile(part: MultipartFile, options: FormOptions): Promise<UploadedFile> {
  const hash = createHash('sha256')
  let byteSize = 0
  const target = await openTarget(options)
  try {
    for await (const chunk of part.file as AsyncIterable<Buffer>) {
      hash.update(chunk)
      byteSize += chunk.length
      await target.write(chunk)
    }
  } catch (error) {
    await target.remove()
    throw error
  } finally {
    await target.close()
  }
  return {
    field: part.fieldname,
    name: part.filename ?? '',
    path: target.path,
    byteSize,
    sha256: hash.digest('hex'),
    tooLarge: part.file.truncated || byteSize > options.uploadMax,
    noRoom: target.isFull(),
  }
}

/** A new file for one upload; from the moment at which the disk is full, there is none, and writing does nothing. */
async function openTarget({ incomingPath }: FormOptions) {
  let path = ''
  let handle: FileHandle | undefined
  const remove = () => rm(path, { force: true })
  const unlessFull = async (work: () => Promise<unknown>) => {
    try {
      await work()
    } catch (error) {
      await handle?.close()
      handle = undefined
      await remove()
      if (!isDiskFull(error)) throw error
    }
  }
  await unlessFull(async () => {
    path = await incomingPath()
    handle = await open(path, 'w')
  })
  return {
    path,
    remove,
    isFull: () => handle === undefined,
    write: (chunk: Buffer) => unlessFull(async () => handle?.appendFile(chunk)),
    close: async () => handle?.close(),
  }
}

async function discardFiles(files: UploadedFile[]): Promise<void> {
  await Promise.all(files.map((file) => rm(file.path, { force: true })))
}

function createForm(fields: [string, string][], files: UploadedFile[]): Form {
  const all = (name: string) => fields.filter(([field]) => field === name).map(([, value]) => value)
  return {
    all,
    has: (name) => fields.some(([field]) => field === name),
    text: (name) => all(name).at(-1) ?? '',
    files,
    discard: () => discardFiles(files),
  }
}
