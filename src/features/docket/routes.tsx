import type { FastifyReply, FastifyRequest } from 'fastify'
import { NotFoundError } from '../../platform/http/errors.ts'
import type { SendPage } from '../../platform/http/page-cache.ts'
import { parseId } from '../../platform/http/parse.ts'
import { NEVER_INDEXED } from '../../platform/http/security-headers.ts'
import type { Platform } from '../../platform/platform.ts'
import { renderPage } from '../../ui/render.tsx'
import type { SubscribeFormProps } from '../../ui/subscribe-form.tsx'
import { listDocuments } from '../documents/queries.ts'
import type { FindFrame } from '../site/site-frame.ts'
import { docketAddress, isFiltered } from './docket-address.ts'
import { findDetails } from './entry-details.ts'
import { listUpcoming } from './events/queries.ts'
import { eventView } from './events/views.ts'
import { renderFeed } from './feed.tsx'
import { parseHomeQuery } from './home-query.ts'
import { EntryPage, HomePage } from './pages.tsx'
import {
  countEntries,
  findPublishedEntry,
  findPublishedEntryByNumber,
  listEntries,
  listEntryTypes,
} from './queries.ts'
import { entryView, withDocuments } from './to-view.ts'
import { today } from './today.ts'
import type { DocketFilters } from './views.ts'

const PAGE_LENGTH = 50
const FEED_LENGTH = 50
/** Hearings and deadlines beside the docket; the calendar has them all. */
const MOST_UPCOMING = 6

export interface DocketOptions {
  findFrame: FindFrame
  sendPage: SendPage
}

/** The public docket: home page, entry page, /ecf/ short links, feed. */
export function createDocketHandlers(platform: Platform, { findFrame, sendPage }: DocketOptions) {
  const { db, clock, config } = platform

  const thisDay = () => today(clock(), config.timeZone)

  async function renderHome(
    filters: DocketFilters,
    subscribe: SubscribeFormProps = {},
  ): Promise<string> {
    const total = await countEntries(db, filters)
    const pageCount = Math.max(1, Math.ceil(total / PAGE_LENGTH))
    if (filters.page > pageCount) throw new NotFoundError('The docket has no such page.')
    const offset = (filters.page - 1) * PAGE_LENGTH
    const entries = await withDocuments(
      db,
      await listEntries(db, filters, filters.order, { limit: PAGE_LENGTH, offset }),
    )
    const types = await listEntryTypes(db)
    const details = await findDetails(db, entries)
    const upcoming = (await listUpcoming(db, thisDay(), MOST_UPCOMING)).map(eventView)
    return renderPage(
      <HomePage
        layout={await findFrame()}
        entries={entries.map((found) => entryView(found, details))}
        {...{ filters, types, total, pageCount, upcoming, subscribe }}
      />,
    )
  }

  async function renderEntry(id: number): Promise<string> {
    const entry = await findPublishedEntry(db, id)
    if (!entry)
      throw new NotFoundError('There is no such docket entry. It may have been withdrawn.')
    const found = await withDocuments(db, [entry])
    const details = await findDetails(db, found)
    const view = entryView(found[0] ?? { entry, documents: [] }, details)
    return renderPage(<EntryPage layout={await findFrame()} entry={view} />)
  }

  async function renderNewest(): Promise<string> {
    const newest = await listEntries(db, {}, 'newest', { limit: FEED_LENGTH, offset: 0 })
    return renderFeed((await findFrame()).site, await withDocuments(db, newest))
  }

  return {
    /** The first page with an answer beside its subscription form, for a browser's form. */
    renderHome: (subscribe: SubscribeFormProps) => renderHome(parseHomeQuery({}), subscribe),

    home: async (request: FastifyRequest, reply: FastifyReply) => {
      const filters = parseHomeQuery(request.query)
      if (isFiltered(filters)) reply.headers(NEVER_INDEXED)
      // Dates that are over leave the page with the day.
      const key = `${docketAddress(filters)} ${thisDay()}`
      return sendPage(key, () => renderHome(filters), request, reply)
    },

    entry: async (request: FastifyRequest, reply: FastifyReply) => {
      const id = parseId(request.params)
      return sendPage(`/entries/${id}`, () => renderEntry(id), request, reply)
    },

    /** `/ecf/45` is the entry, `/ecf/45-2` its second attachment, `/ecf/45-0` its main document. */
    shortLink: async (request: FastifyRequest, reply: FastifyReply) => {
      const { reference } = request.params as { reference: string }
      const [, number, attachment] = /^(\d{1,15})(?:-(\d{1,6}))?$/.exec(reference) ?? []
      const entry =
        number === undefined ? undefined : await findPublishedEntryByNumber(db, Number(number))
      if (!entry) throw new NotFoundError('No docket entry has this number.')
      if (attachment === undefined) return reply.redirect(`/entries/${entry.id}`, 302)
      const documents = await listDocuments(db, [entry.id])
      const document = documents.find((one) => one.attachment_number === Number(attachment))
      if (!document) throw new NotFoundError('This docket entry has no such attachment.')
      return reply.redirect(`/documents/${document.id}`, 302)
    },

    feed: async (request: FastifyRequest, reply: FastifyReply) =>
      sendPage('/feed.xml', renderNewest, request, reply, 'application/atom+xml; charset=utf-8'),
  }
}
