import { createHash } from 'node:crypto'
import { type FileHandle, open, rm } from 'node:fs/promises'
import type { MultipartFile } from '@fastify/multipart'
import type { FastifyRequest } from 'fastify'
import { cleanFileName, MAX_FILES } from '../../../shared/naming-rules.ts'
import { isDiskFull } from '../../disk-full.ts'
import { BadRequestError, TooLargeError, UnsupportedMediaTypeError } from '../errors.ts'

type FormFields = (readonly [name: string, value: unknown])[]

/** JSON or a form. Mail providers may send one-click unsubscribe requests URL-encoded or multipart (RFC 8058, section 3.2). */
async function readFormFields(request: FastifyRequest): Promise<FormFields> {
  const { body, headers } = request
  if (body === undefined) return []
  if (mediaTypeOf(request) === 'application/json') {
    const isObject = typeof body === 'object' && body !== null && !Array.isArray(body)
    return isObject ? Object.entries(body) : []
  }
  if (!isForm(request)) throw new UnsupportedMediaTypeError()
  return parseForm(body as Buffer, headers['content-type'] ?? '')
}

/** Turns the fields into an object, for a schema; repeated fields become a list. */
export async function readBody(request: FastifyRequest): Promise<void> {
  const body: Record<string, unknown> = Object.create(null)
  const byName = Map.groupBy(await readFormFields(request), ([name]) => name)
  for (const [name, fields] of byName) {
    const values = fields.map(([, value]) => value)
    body[name] = values.length > 1 ? values : values[0]
  }
  request.body = body
}

const mediaTypeOf = ({ headers }: FastifyRequest) =>
  (headers['content-type'] ?? '').split(';')[0]?.trim().toLowerCase() ?? ''

const FORMS = ['application/x-www-form-urlencoded', 'multipart/form-data']

export const isForm = (request: FastifyRequest) => FORMS.includes(mediaTypeOf(request))

/** The largest form of a page, a proposal of 300 files in 300 entries, has some 4,000. */
const MAX_FIELDS = 10_000

async function parseForm(body: Buffer, type: string): Promise<[string, string][]> {
  const separator = /^multipart\//i.test(type) ? 'form-data' : '&'
  const counted = body.toString('latin1').split(separator, MAX_FIELDS + 2)
  if (counted.length > MAX_FIELDS + 1) {
    throw new TooLargeError(`A form can have at most ${MAX_FIELDS.toLocaleString('en-US')} fields.`)
  }
  const response = new Response(new Uint8Array(body), { headers: { 'content-type': type } })
  const form = await response.formData().catch(() => {
    throw unreadable()
  })
  return [...form].map(([name, value]) => {
    if (typeof value !== 'string') throw unreadable()
    return [name, value]
  })
}

const unreadable = () => new BadRequestError('This form could not be read.')

export interface UploadedFile {
  field: string
  name: string
  /** Where it is until it is stored or discarded. */
  path: string
  byteSize: number
  sha256: string
  /** The file at `path` is incomplete. */
  tooLarge: boolean
  /** The disk was full; there is no file at `path`. */
  noRoom?: boolean
}

export type Form = ReturnType<typeof createForm>

export const FIELDS_LIMIT = 1024 * 1024

interface FormOptions {
  incomingPath: () => Promise<string>
  uploadMax: number
  /** Called for each field as it arrives; if it throws, reading stops. */
  checkField: (name: string, value: string) => void
}

/** Reads the whole form; on upload routes files go to disk as they arrive, whatever their size. */
export async function readForm(request: FastifyRequest, options: FormOptions): Promise<Form> {
  if (request.isMultipart?.()) return readUpload(request, options)
  const fields = (await readFormFields(request)).flatMap(([name, value]) =>
    [value].flat().map((one): [string, string] => {
      // JSON may have objects.
      if (!['string', 'number', 'boolean'].includes(typeof one)) throw unreadable()
      return [name, String(one)]
    }),
  )
  for (const [name, value] of fields) options.checkField(name, value)
  return createForm(fields, [])
}

async function readUpload(request: FastifyRequest, options: FormOptions): Promise<Form> {
  const fields: [string, string][] = []
  const files: UploadedFile[] = []
  let length = 0
  try {
    for await (const part of request.parts()) {
      if (part.type === 'file') {
        const file = await saveFile(part, options)
        // Browsers send one nameless, empty file if none was chosen.
        if (file.name === '' && file.byteSize === 0) await rm(file.path, { force: true })
        else files.push(file)
      } else {
        // A part may come without a name.
        const [name, value] = [String(part.fieldname), String(part.value)]
        length += name.length + value.length
        if (part.valueTruncated || length > FIELDS_LIMIT) {
          throw new TooLargeError('The fields of this form are longer than 1 MB.')
        }
        options.checkField(name, value)
        fields.push([name, value])
      }
    }
  } catch (error) {
    await discardFiles(files)
    const { code } = error as NodeJS.ErrnoException
    if (code === 'FST_FILES_LIMIT') {
      throw new TooLargeError(
        `At most ${MAX_FILES} files can be sent at once. Split them, and send each part separately.`,
      )
    }
    // For a truncated form or a missing boundary, the parser throws plain errors without a code.
    const isOfParser = (error as Error).constructor === Error && code === undefined
    throw isOfParser ? unreadable() : error
  }
  return createForm(fields, files)
}

const discardFiles = async (files: readonly UploadedFile[]) => {
  await Promise.all(files.map(({ path }) => rm(path, { force: true })))
}

async function saveFile(part: MultipartFile, options: FormOptions): Promise<UploadedFile> {
  const saved = await saveBytes(part.file, options)
  const tooLarge = part.file.truncated || saved.byteSize > options.uploadMax
  const name = part.filename ? cleanFileName(part.filename) : ''
  return { field: part.fieldname, name, ...saved, tooLarge }
}

/**
 * If the disk is full, the rest is still read, so that the fields after it arrive and the form can be returned as typed.
 * @throws what the source throws, after removing the file
 */
export async function saveBytes(
  source: AsyncIterable<Buffer>,
  { incomingPath }: Pick<FormOptions, 'incomingPath'>,
) {
  const hash = createHash('sha256')
  const saved = { path: '', byteSize: 0, noRoom: false }
  let file: FileHandle | undefined
  let isSaved = false
  try {
    // An empty file has no chunk.
    await write(Buffer.alloc(0))
    for await (const chunk of source) {
      hash.update(chunk)
      saved.byteSize += chunk.length
      if (!saved.noRoom) await write(chunk)
    }
    isSaved = !saved.noRoom
  } finally {
    await file?.close()
    if (!isSaved) await rm(saved.path, { force: true })
  }
  return { ...saved, sha256: hash.digest('hex') }

  async function write(chunk: Buffer): Promise<void> {
    try {
      saved.path ||= await incomingPath()
      file ??= await open(saved.path, 'w')
      await file.appendFile(chunk)
    } catch (error) {
      if (!isDiskFull(error)) throw error
      saved.noRoom = true
    }
  }
}

function createForm(fields: [string, string][], files: UploadedFile[]) {
  const byName = Map.groupBy(fields, ([name]) => name)
  const all = (name: string) => (byName.get(name) ?? []).map(([, value]) => value)
  return {
    all,
    names: () => [...byName.keys()],
    has: (name: string) => byName.has(name),
    /** The field's last value, or '' if it was not sent. */
    text: (name: string) => byName.get(name)?.at(-1)?.[1] ?? '',
    files,
    discard: () => discardFiles(files),
  }
}
