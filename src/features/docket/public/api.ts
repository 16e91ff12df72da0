import type { FastifyReply, FastifyRequest } from 'fastify'
import type { z } from 'zod'
import type { Database, Document } from '../../../platform/database/schema.ts'
import type { ApiSamples } from '../../../platform/http/api-description.ts'
import { InvalidError, NotFoundError } from '../../../platform/http/errors.ts'
import { parse, parseId } from '../../../platform/http/request/parse.ts'
import type { Platform } from '../../../platform/platform.ts'
import { listEntriesBefore } from '../../search/queries.ts'
import { findPublishedEntry } from '../entries/queries.ts'
import { type EntryWithDocuments, withDocuments } from '../entries/views.ts'
import { type ApiDocument, type ApiEntry, ApiListQuery, inventedSamples } from './api-schemas.ts'

/** Entries among which the page about the API looks for one to show. */
const SAMPLED = 50

/** The JSON API of the docket (CONTRACT section 3). */
export function createDocketApi({ db, config }: Platform, searchDb: Database = db) {
  return {
    /** A real entry for the page about the API: a recent one with a few documents; an invented one on an empty docket. */
    findSamples: async (): Promise<ApiSamples> => {
      const { publicUrl } = config
      const recent = await withDocuments(db, await listEntriesBefore(db, {}, undefined, SAMPLED))
      const found =
        recent.find(({ documents: { length } }) => length > 0 && length < 4) ?? recent[0]
      return found ? { publicUrl, entry: apiEntry(publicUrl, found) } : inventedSamples(publicUrl)
    },

    /** Published entries, last added first; the cursor is an id, so that new entries shift nothing. */
    list: async (request: FastifyRequest, reply: FastifyReply) => {
      const { cursor, limit, ...filter } = parse(ApiListQuery, request.query)
      const entries = await listEntriesBefore(
        searchDb,
        filter,
        cursor === undefined ? undefined : decodeCursor(cursor),
        limit + 1,
      )
      const page = entries.slice(0, limit)
      const last = page.at(-1)
      const next_cursor = entries.length > limit && last ? encodeCursor(last.id) : null
      const items = (await withDocuments(db, page)).map((found) =>
        apiEntry(config.publicUrl, found),
      )
      return reply.header('cache-control', 'no-cache').send({ items, next_cursor })
    },

    show: async (request: FastifyRequest, reply: FastifyReply) => {
      const entry = await findPublishedEntry(db, parseId(request.params))
      if (!entry) throw new NotFoundError('There is no such docket entry.')
      const [found] = await withDocuments(db, [entry])
      return reply
        .header('cache-control', 'no-cache')
        .send(found && apiEntry(config.publicUrl, found))
    },
  }
}

function apiEntry(
  publicUrl: string,
  { entry, documents }: EntryWithDocuments,
): z.infer<typeof ApiEntry> {
  const { id, number, filed_on, title, description, type, filed_by } = entry
  const url = `${publicUrl}/entries/${id}`
  return {
    id,
    number,
    filed_on,
    title,
    description,
    type,
    filed_by,
    url,
    documents: documents.map((one) => apiDocument(publicUrl, one)),
  }
}

function apiDocument(publicUrl: string, document: Document): z.infer<typeof ApiDocument> {
  const { id, attachment_number, title, page_count, byte_size, sha256 } = document
  const url = `${publicUrl}/documents/${id}`
  const download_url = `${publicUrl}/api/documents/${id}/download`
  return { id, attachment_number, title, page_count, byte_size, sha256, url, download_url }
}

const encodeCursor = (id: number) => Buffer.from(`entry:${id}`).toString('base64url')

function decodeCursor(cursor: string): number {
  const [, id] = /^entry:(\d{1,10})$/.exec(Buffer.from(cursor, 'base64url').toString()) ?? []
  if (id === undefined) {
    throw new InvalidError('cursor: is not one that this list gave', {
      cursor: ['is not one that this list gave'],
    })
  }
  return Number(id)
}
