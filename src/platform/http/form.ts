import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { MultipartFile } from '@fastify/multipart'
import type { FastifyRequest } from 'fastify'
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
        const file = await saveFile(part, await options.incomingPath(), options.uploadMax)
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

async function saveFile(
  part: MultipartFile,
  path: string,
  uploadMax: number,
): Promise<UploadedFile> {
  const hash = createHash('sha256')
  let byteSize = 0
  const measure = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk)
      byteSize += chunk.length
      done(null, chunk)
    },
  })
  try {
    await pipeline(part.file, measure, createWriteStream(path))
  } catch (error) {
    await rm(path, { force: true })
    throw error
  }
  const tooLarge = part.file.truncated || byteSize > uploadMax
  return {
    field: part.fieldname,
    name: part.filename ?? '',
    path,
    byteSize,
    sha256: hash.digest('hex'),
    tooLarge,
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
