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
  if (mediaTypeOf({ headers }) === 'application/json') {
    const isObject = typeof body === 'object' && body !== null && !Array.isArray(body)
    return { kind: 'json', list: isObject ? Object.entries(body) : [] }
  }
  if (!isForm({ headers })) throw unsupported()
  return { kind: 'form', list: await parseForm(body as Buffer, type) }
}

/** Its members as an object, for a schema; what was sent several times is a list. */
export async function readBody(request: FastifyRequest): Promise<void> {
  const body: Record<string, unknown> = Object.create(null)
  for (const [name, value] of (await readFields(request)).list) {
    body[name] = name in body ? [body[name], value].flat() : value
  }
  request.body = body
}

type Sent = Pick<FastifyRequest, 'headers'>

const mediaTypeOf = ({ headers }: Sent) =>
  (headers['content-type'] ?? '').split(';')[0]?.trim().toLowerCase() ?? ''

const FORMS = ['application/x-www-form-urlencoded', 'multipart/form-data']

/** Whether it came from a page rather than a program. */
export const isForm = (request: Sent) => FORMS.includes(mediaTypeOf(request))

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
