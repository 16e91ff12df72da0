import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { createRevisionCache } from '../../../platform/database/revision.ts'
import type { Database, Entry } from '../../../platform/database/schema.ts'
import { type ApiSchema, answering, file, problem } from '../../../platform/http/api-schema.ts'
import { NotFoundError } from '../../../platform/http/errors.ts'
import { createPageCache, type SendPage } from '../../../platform/http/page-cache.ts'
import { parseId } from '../../../platform/http/request/parse.ts'
import { NEVER_INDEXED } from '../../../platform/http/security-headers.ts'
import type { Platform } from '../../../platform/platform.ts'
import { renderPage } from '../../../ui/layout/render.tsx'
import type { SubscribeFormProps } from '../../../ui/subscribe-form.tsx'
import { eventView } from '../../calendar/event-lists.tsx'
import { listUpcoming } from '../../calendar/queries.ts'
import { listFoundPages, markFound } from '../../search/find-matches.ts'
import { type FilterChoices, listChoices, listMatches, listPublic } from '../../search/queries.ts'
import type { ListedEntry } from '../../search/rules.ts'
import type { FindFrame } from '../../site/site-frame.ts'
import { today } from '../../site/today.ts'
import { listDocuments } from '../documents/queries.ts'
import { docketAddress, isFiltered } from '../entries/docket-address.ts'
import {
  findPublishedEntry,
  findPublishedEntryByNumber,
  listAddedTimes,
  listNewestPublished,
} from '../entries/queries.ts'
import {
  type DocketFilters,
  type EntryView,
  entryView,
  findDetails,
  withDocuments,
} from '../entries/views.ts'
import { MOST_NEWS_TIMES } from './docket-news.tsx'
import { renderFeed } from './feed.tsx'
import { parseHomeQuery } from './home-query.ts'
import { EntryPage, HomePage } from './pages.tsx'

const PAGE_LENGTH = 50
/** Fewer, since each shows where its words stand. */
const RESULTS_LENGTH = 20
const FEED_LENGTH = 50
/** Hearings and deadlines beside the docket; the calendar has them all. */
const MOST_UPCOMING = 6
/** Of HTML, kept until the docket changes; the least used go first. */
const RESULTS_BYTES = 8 * 1024 * 1024

const shortLink = {
  operationId: 'findByDocketNumber',
  tags: ['Docket'],
  summary: 'From a docket number to its page',
  description:
    '`/ecf/45` leads to the entry with docket number 45, `/ecf/45-2` to its second attachment, `/ecf/45-0` to its main document.',
  params: z.object({
    reference: z
      .string()
      .regex(/^\d{1,15}(-\d{1,6})?$/)
      .describe('The number, or the number and the attachment: 45 or 45-2'),
  }),
  response: {
    302: {
      description: 'The page is there',
      headers: { Location: 'The path of the entry or of the document' },
    },
    404: problem('No published entry has this number', ['not_found']),
  },
  curl: ({ publicUrl, entry }) => `curl --include ${publicUrl}/ecf/${entry.number ?? 1}`,
} satisfies ApiSchema

const feed = {
  operationId: 'readFeed',
  tags: ['Following'],
  summary: 'The newest 50 entries as an Atom feed (RFC 4287)',
  description: 'For feed readers. Times and dates are ISO 8601.',
  response: { 200: file('The feed', 'application/atom+xml') },
  curl: ({ publicUrl }) => `curl ${publicUrl}/feed.xml`,
} satisfies ApiSchema

export interface DocketOptions {
  findFrame: FindFrame
  sendPage: SendPage
  /** Searching takes longest of all that visitors ask for; on SQLite it must not keep the others waiting. */
  searchDb?: Database
}

const ATOM = 'application/atom+xml; charset=utf-8'

/** The public docket: home page, entry page, /ecf/ short links, feed. */
export function createDocketHandlers(platform: Platform, options: DocketOptions) {
  const { db, clock, config, revision } = platform
  const { findFrame, sendPage, searchDb = db } = options
  // Apart from the other pages: whoever searches for many things drives out nothing but searches.
  const sendResults = createPageCache(revision, RESULTS_BYTES)
  const beside = createRevisionCache<Awaited<ReturnType<typeof findBeside>>>(platform.revision, 2)
  const filterChoices = createRevisionCache<FilterChoices>(revision, 1)

  const listedEntries = createRevisionCache<ListedEntry[]>(revision, 1)
  const listed = () => listedEntries.get('', () => listPublic(searchDb))

  const thisDay = () => today(clock(), config.timeZone)

  /** The same beside every search. */
  async function findBeside() {
    const upcoming = await listUpcoming(db, thisDay(), MOST_UPCOMING)
    const addedTimes = await listAddedTimes(db, MOST_NEWS_TIMES)
    return { upcoming: upcoming.map(eventView), addedTimes }
  }

  async function renderHome(
    filters: DocketFilters,
    subscribe: SubscribeFormProps = {},
  ): Promise<string> {
    const limit = filters.q ? RESULTS_LENGTH : PAGE_LENGTH
    const offset = (filters.page - 1) * limit
    const page = { limit, offset }
    const matches = await listMatches(searchDb, filters, filters.order, page, listed)
    const { total } = matches
    if (offset > 0 && total === 0) throw new NotFoundError('The docket does not have that page.')
    const pageCount = Math.max(1, Math.ceil(total / limit))
    const ids = matches.entries.map(({ id }) => id)
    // Each waits for the database alone, so that they wait together.
    const [pages, views, choices, news] = await Promise.all([
      listFoundPages(searchDb, ids, filters.q),
      findViews(matches.entries),
      filterChoices.get('', () => listChoices(searchDb)),
      beside.get(thisDay(), findBeside),
    ])
    return renderPage(
      <HomePage
        layout={await findFrame()}
        entries={markFound(views, pages, filters.q)}
        {...{ filters, choices, total, pageCount, subscribe, ...news }}
      />,
    )
  }

  async function findViews(entries: Entry[]): Promise<EntryView[]> {
    const found = await withDocuments(db, entries)
    const details = await findDetails(db, found)
    return found.map((one) => entryView(one, details))
  }

  async function renderEntry(id: number): Promise<string> {
    const entry = await findPublishedEntry(db, id)
    if (!entry)
      throw new NotFoundError('There is no such docket entry. It may have been withdrawn.')
    const [view = entryView({ entry, documents: [] })] = await findViews([entry])
    return renderPage(<EntryPage layout={await findFrame()} entry={view} />)
  }

  async function renderNewest(): Promise<string> {
    const newest = await listNewestPublished(db, FEED_LENGTH)
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
      const send = isFiltered(filters) ? sendResults : sendPage
      return send(request, reply, { key, render: () => renderHome(filters) })
    },

    entry: async (request: FastifyRequest, reply: FastifyReply) => {
      const id = parseId(request.params)
      return sendPage(request, reply, { key: `/entries/${id}`, render: () => renderEntry(id) })
    },

    shortLink: answering(shortLink, async ({ params }, reply) => {
      const [number, attachment] = params.reference.split('-')
      const entry = await findPublishedEntryByNumber(db, Number(number))
      if (!entry) throw new NotFoundError('No docket entry has this number.')
      if (attachment === undefined) return reply.redirect(`/entries/${entry.id}`, 302)
      const documents = await listDocuments(db, [entry.id])
      const document = documents.find((one) => one.attachment_number === Number(attachment))
      if (!document) throw new NotFoundError('This docket entry has no such attachment.')
      return reply.redirect(`/documents/${document.id}`, 302)
    }),

    feed: answering(feed, (request, reply) =>
      sendPage(request, reply, { key: '/feed.xml', render: renderNewest, type: ATOM }),
    ),
  }
}
