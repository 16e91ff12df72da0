import { finished } from 'node:stream/promises'
import type { FastifyRequest } from 'fastify'
import { isSame, sign } from '../../platform/http/signing.ts'

/**
 * A form that was posted after its session had ended, on its way through the sign-in page: read only from who has the
 * session's cookie and its token, sealed, and never sent by itself (docs/decisions/026).
 */
export interface CarriedForm {
  /** The path to which it was posted. */
  action: string
  fields: [name: string, value: string][]
  /** Names of files, which a page cannot hold. */
  files: string[]
  /** When it was posted; milliseconds. */
  at: number
}

/** Of the sealed text, which goes through a form of 64 kB. */
const MOST_CHARACTERS = 44 * 1024
const LONGEST_MS = 12 * 3_600_000
const PURPOSE = 'carried form'

/** @returns undefined where it is too much to carry */
export function sealForm(secretKey: string, form: CarriedForm): string | undefined {
  const text = Buffer.from(JSON.stringify(form)).toString('base64url')
  const sealed = `${text}.${sign(secretKey, PURPOSE, text)}`
  return sealed.length <= MOST_CHARACTERS ? sealed : undefined
}

/** @returns undefined where it is not from here, or too old */
export function openForm(secretKey: string, sealed: string, now: number): CarriedForm | undefined {
  const [text = '', seal = ''] = sealed.split('.')
  if (!isSame(sign(secretKey, PURPOSE, text), seal)) return undefined
  const form: CarriedForm = JSON.parse(Buffer.from(text, 'base64url').toString())
  return now - form.at < LONGEST_MS ? form : undefined
}

/**
 * What was typed, where the form has the token of the session that its browser still has the cookie of.
 * @returns undefined for anybody else's, of which nothing is kept
 */
export async function readOwnForm(
  request: FastifyRequest,
  token: string,
  now: number,
): Promise<CarriedForm | undefined> {
  const { fields, files } = request.isMultipart()
    ? await readParts(request)
    : { fields: readBody(request.body), files: [] }
  const given = fields.find(([name]) => name === '_csrf')?.[1] ?? ''
  if (!isSame(token, given)) return undefined
  const typed = fields.filter(([name]) => name !== '_csrf')
  return { action: request.url, fields: typed, files, at: now }
}

function readBody(body: unknown): CarriedForm['fields'] {
  if (typeof body !== 'object' || body === null || Buffer.isBuffer(body)) return []
  return Object.entries(body).flatMap(([name, value]) =>
    [value].flat().map((one): [string, string] => [name, String(one)]),
  )
}

/** Files are read past: nothing of them goes to the disk. */
async function readParts(request: FastifyRequest): Promise<Pick<CarriedForm, 'fields' | 'files'>> {
  const fields: CarriedForm['fields'] = []
  const files: string[] = []
  for await (const part of request.parts()) {
    if (part.type === 'field') fields.push([part.fieldname, String(part.value)])
    else {
      part.file.resume()
      await finished(part.file)
      if (part.filename) files.push(part.filename)
    }
  }
  return { fields, files }
}
