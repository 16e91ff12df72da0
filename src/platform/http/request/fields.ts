import type { FastifyRequest } from 'fastify'
import { BadRequestError, HttpError } from '../errors.ts'

/** The members of a request's body, in order, and how they were sent. */
export interface Fields {
  kind: 'json' | 'form' | 'none'
  list: readonly (readonly [name: string, value: unknown])[]
}

/**
 * Reads JSON, an urlencoded form or a multipart one: mail providers send one-click unsubscribe requests as either
 * (RFC 8058, section 3.2), scripts send what they like. Only upload routes take files.
 */
export async function readFields({ body, headers }: FastifyRequest): Promise<Fields> {
  if (body === undefined) return { kind: 'none', list: [] }
  const type = headers['content-type'] ?? ''
  const mediaType = type.split(';')[0]?.trim().toLowerCase()
  if (mediaType === 'application/json') {
    const isObject = typeof body === 'object' && body !== null && !Array.isArray(body)
    return { kind: 'json', list: isObject ? Object.entries(body) : [] }
  }
  const isForm =
    mediaType === 'application/x-www-form-urlencoded' || mediaType === 'multipart/form-data'
  if (!isForm) throw unsupported()
  return { kind: 'form', list: await parseForm(body as Buffer, type) }
}

/** The one value of a field; undefined where it was not sent, or more than once. */
export function onlyValue({ list }: Fields, name: string): unknown {
  const values = list.filter(([field]) => field === name)
  return values.length === 1 ? values[0]?.[1] : undefined
}

async function parseForm(body: Buffer, type: string): Promise<[string, string][]> {
  const response = new Response(new Uint8Array(body), { headers: { 'content-type': type } })
  const form = await response.formData().catch(() => {
    throw unreadable()
  })
  return [...form].map(([name, value]) => {
    if (typeof value !== 'string') throw unreadable()
    return [name, value]
  })
}

export const unreadable = () => new BadRequestError('This form could not be read.')

const unsupported = () =>
  new HttpError(
    415,
    'unsupported_media_type',
    'Not understood',
    'Send JSON or a form to this address.',
  )
