import type { FastifyRequest } from 'fastify'
import { BadRequestError, HttpError } from '../../platform/http/errors.ts'

/** The members of a request's body, in order, and how they were sent. */
export interface Fields {
  kind: 'json' | 'form' | 'none'
  list: readonly (readonly [name: string, value: unknown])[]
}

/** Nothing that the public forms send comes near these; files are refused. */
const multipartLimits = { files: 0, fields: 20, parts: 20, fieldSize: 4096, fieldNameSize: 100 }

/**
 * Reads JSON, an urlencoded form or a multipart one: mail providers send one-click unsubscribe requests as either
 * (RFC 8058, section 3.2), scripts send what they like.
 */
export async function readFields(request: FastifyRequest): Promise<Fields> {
  if (request.isMultipart()) return { kind: 'form', list: await readMultipart(request) }
  const { body } = request
  if (body === undefined) return { kind: 'none', list: [] }
  const mediaType = (request.headers['content-type'] ?? '').split(';')[0]?.trim().toLowerCase()
  if (mediaType === 'application/x-www-form-urlencoded') {
    return { kind: 'form', list: Object.entries(body as object).flatMap(eachValue) }
  }
  if (mediaType !== 'application/json') throw unsupported()
  const isObject = typeof body === 'object' && body !== null && !Array.isArray(body)
  return { kind: 'json', list: isObject ? Object.entries(body) : [] }
}

/** The one value of a field; undefined where it was not sent, or more than once. */
export function onlyValue({ list }: Fields, name: string): unknown {
  const values = list.filter(([field]) => field === name)
  return values.length === 1 ? values[0]?.[1] : undefined
}

/** A field that was sent twice comes as an array. */
function eachValue([name, value]: [string, unknown]): [string, unknown][] {
  return [value].flat().map((one) => [name, one])
}

async function readMultipart(request: FastifyRequest): Promise<[string, string][]> {
  const list: [string, string][] = []
  try {
    for await (const part of request.parts({ limits: multipartLimits })) {
      if (part.type === 'file') throw unreadable()
      if (part.valueTruncated || part.fieldnameTruncated) throw unreadable()
      list.push([part.fieldname, String(part.value)])
    }
  } catch {
    // The parser's own errors carry no status.
    throw unreadable()
  }
  return list
}

const unreadable = () => new BadRequestError('This form could not be read.')

const unsupported = () =>
  new HttpError(
    415,
    'unsupported_media_type',
    'Not understood',
    'Send JSON or a form to this address.',
  )
