import { createHash } from 'node:crypto'
import { pipeline, Readable } from 'node:stream'
import { brotliCompressSync, constants, createGzip, gzipSync } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { createRevisionCache } from '../database/revision.ts'

type Coding = 'br' | 'gzip'

/** Quality 5 compresses a page of 50 entries in a few milliseconds, once per change of the docket. */
const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }

interface CachedPage {
  html: Buffer
  /** Each is created when a browser first asks for it. */
  compressed: Partial<Record<Coding, Buffer>>
  etag: string
}

const MAX_BYTES = 32 * 1024 * 1024
const HTML = 'text/html; charset=utf-8'

export type SendPage = ReturnType<typeof createPageCache>

/**
 * Public pages are the same for everyone, so each is rendered once per change of the docket. Browsers may keep them but must
 * revalidate every time (`no-cache`), so a page is never stale, even with several processes.
 */
export function createPageCache(revision: { current(): Promise<number> }) {
  const sizeOf = ({ html }: CachedPage) => html.length * 2
  const cache = createRevisionCache<CachedPage>(revision, MAX_BYTES, sizeOf)
  return async (
    request: FastifyRequest,
    reply: FastifyReply,
    { key, render, type = HTML }: { key: string; render: () => Promise<string>; type?: string },
  ): Promise<FastifyReply> => {
    const page = await cache.get(key, async () => {
      const html = Buffer.from(await render())
      // Weak, because the compressed versions carry the same tag.
      const etag = `W/"${createHash('sha256').update(html).digest('base64url').slice(0, 22)}"`
      return { html, compressed: {}, etag }
    })
    const { etag } = page
    reply.headers({ 'cache-control': 'no-cache', vary: 'accept-encoding', etag })
    const tags = request.headers['if-none-match']?.split(',') ?? []
    if (tags.some((tag) => tag.trim() === etag)) return reply.status(304).send()
    reply.type(type)
    const coding = (['br', 'gzip'] as const).find((one) => accepts(request, one))
    if (!coding) return reply.send(page.html)
    page.compressed[coding] ??=
      coding === 'br' ? brotliCompressSync(page.html, BROTLI) : gzipSync(page.html)
    return reply.header('content-encoding', coding).send(page.compressed[coding])
  }
}

/** `gzip;q=0` means not acceptable (RFC 9110, section 12.5.3). */
const accepts = ({ headers }: FastifyRequest, coding: Coding) =>
  String(headers['accept-encoding'])
    .toLowerCase()
    .split(',')
    .map((offer) => offer.split(';').map((part) => part.trim()))
    .some(([name, weight]) => name === coding && Number(weight?.slice(2) ?? 1) !== 0)

/** Streams a long page, compressed off the serving thread (docs/decisions/042). */
export function sendPieces(
  request: FastifyRequest,
  reply: FastifyReply,
  pieces: AsyncIterable<string>,
): FastifyReply {
  reply.type(HTML).header('vary', 'accept-encoding')
  const html = Readable.from(pieces)
  if (!accepts(request, 'gzip')) return reply.send(html)
  // An error destroys both streams and so the connection: a truncated page never looks complete.
  return reply.header('content-encoding', 'gzip').send(pipeline(html, createGzip(), () => {}))
}
