import type { FastifyReply, FastifyRequest } from 'fastify'
import * as z from 'zod'
import { createRevisionCache } from '../../platform/database/revision.ts'
import * as api from '../../platform/http/api-schema.ts'
import { NotFoundError } from '../../platform/http/errors.ts'
import { countRequest } from '../../platform/http/request/client-throttle.ts'
import { parse, parseId } from '../../platform/http/request/parse.ts'
import { NEVER_INDEXED } from '../../platform/http/security-headers.ts'
import type { Platform } from '../../platform/platform.ts'
import { dayAt } from '../../shared/time-zone.ts'
import { renderPage } from '../../ui/layout/render.tsx'
import type { SubscribeFormProps } from '../../ui/subscribe-form.tsx'
import { listUpcoming } from '../calendar/queries.ts'
import { listDocuments, listKeyDocuments } from '../docket/documents/queries.ts'
import { notFoundError } from '../docket/documents/withdrawn.ts'
import { defaultOrder, docketUrl, isFiltered, isReversed } from '../docket/entries/docket-url.ts'
import {
  findLastUpdate,
  findNeighbors,
  findPublishedEntryByNumber,
  listAddedTimes,
  listNewestPublished,
} from '../docket/entries/queries.ts'
import {
  type DocketFilters,
  findPublishedView,
  findViews,
  withDocuments,
} from '../docket/entries/views.ts'
import { markMatches } from '../search/mark-matches.ts'
import { findMatches, listChoices, listMatches, type Search } from '../search/queries.ts'
import { DocketFilter } from '../search/query-rules.ts'
import { suggestWords } from '../search/suggest-words.ts'
import type { PageDeps } from '../site/site-frame.ts'
import { EntryPage } from './entry-pages.tsx'
import { renderFeed } from './feed.tsx'
import { HomePage, MAX_NEWS_TIMES } from './pages.tsx'
import { MAX_PRINTED, printUrl, renderPrintPage } from './print-page.tsx'

const PAGE_LENGTH = 50
const RESULTS_LENGTH = 20
const FEED_LENGTH = 50
const MAX_UPCOMING = 6

/** Rendering a thousand entries keeps everyone waiting for a moment. */
const PRINT_THROTTLE = { name: 'print', limit: 60, windowMs: 600_000 }

const PAGE = 'must be a page number'

const HomeQuery = DocketFilter.extend({
  order: z
    .enum(['relevance', 'newest', 'oldest'], 'must be relevance, newest, or oldest')
    .optional(),
  page: z.coerce.number(PAGE).int(PAGE).min(1, PAGE).max(100_000, PAGE).default(1),
})

const shortLink = {
  operationId: 'findByDocketNumber',
  tags: ['Docket'],
  summary: 'Redirect from a docket number to its page',
  description:
    '`/ecf/45` redirects to the entry with docket number 45, `/ecf/45-2` to its second attachment, and `/ecf/45-0` to its main document.',
  params: z.object({
    reference: z
      .string()
      .regex(/^\d{1,15}(-\d{1,6})?$/)
      .describe('The number, or the number and the attachment: 45 or 45-2'),
  }),
  response: {
    302: api.noBody('The entry or the document'),
    404: api.problem('No published entry has this number', ['not_found']),
  },
} satisfies api.ApiSchema

const ATOM = 'application/atom+xml'

const feed = {
  operationId: 'readFeed',
  tags: ['Following'],
  summary: 'The newest 50 entries as an Atom feed (RFC 4287)',
  description: 'For feed readers. Times and dates are ISO 8601.',
  response: { 200: api.file('The feed', ATOM) },
} satisfies api.ApiSchema

export function createDocketHandlers(
  platform: Platform,
  { findFrame, sendPage, search: { searchDb, dbFor, listed } }: PageDeps & { search: Search },
) {
  const { db, clock, config, revision } = platform
  const sharedParts = createRevisionCache<Awaited<ReturnType<typeof findSharedParts>>>(revision, 1)

  const today = () => dayAt(clock(), config.timeZone)

  async function findSharedParts() {
    return {
      upcoming: await listUpcoming(db, today(), MAX_UPCOMING),
      keyDocuments: await listKeyDocuments(db),
      addedTimes: await listAddedTimes(db, MAX_NEWS_TIMES),
      choices: await listChoices(db),
      updatedAt: await findLastUpdate(db),
    }
  }

  const find = (filters: DocketFilters, limit: number) => {
    const offset = (filters.page - 1) * limit
    return listMatches(dbFor(filters), { ...filters, limit, offset, today: today() }, listed)
  }

  /** The matches; if there are none, the matches for the words that were probably meant. */
  async function findOrCorrect(filters: DocketFilters, limit: number) {
    const typed = { ...(await find(filters, limit)), shownFilters: filters }
    if (typed.total > 0 || filters.q === '' || isReversed(filters)) return typed
    const count = async (q: string) => (await findMatches(searchDb, { q }, listed)).ids.length
    const q = await suggestWords(searchDb, filters.q, count)
    if (q === undefined) return typed
    const shownFilters = { ...filters, q }
    const corrected = { ...(await find(shownFilters, limit)), shownFilters }
    return corrected.total > 0 ? corrected : typed
  }

  async function renderHome(filters: DocketFilters, subscribe: SubscribeFormProps = {}) {
    const limit = filters.q ? RESULTS_LENGTH : PAGE_LENGTH
    const offset = (filters.page - 1) * limit
    const { total, shownFilters, ...matches } = await findOrCorrect(filters, limit)
    if (offset > 0 && offset >= total)
      throw new NotFoundError('The docket does not have that page.')
    const pageCount = Math.max(1, Math.ceil(total / limit))
    const [entries, others] = await Promise.all([
      findViews(db, matches.entries).then((views) => markMatches(searchDb, views, shownFilters.q)),
      sharedParts.get(today(), findSharedParts),
    ])
    const shown = { entries, filters, shownFilters, total, pageCount, subscribe, ...others }
    return renderPage(<HomePage layout={await findFrame()} {...shown} />)
  }

  async function renderEntry(id: number): Promise<string> {
    const entry = await findPublishedView(db, id)
    if (!entry) throw await notFoundError(platform, 'docket entry', id)
    const neighbors = await findNeighbors(db, id)
    return renderPage(<EntryPage layout={await findFrame()} entry={entry} neighbors={neighbors} />)
  }

  return {
    renderHome: (subscribe: SubscribeFormProps) => renderHome(parseHomeQuery({}), subscribe),

    home: (request: FastifyRequest, reply: FastifyReply) => {
      const filters = parseHomeQuery(request.query)
      if (isFiltered(filters)) reply.headers(NEVER_INDEXED)
      // The day is in the key because past hearings leave the page at midnight.
      const key = `${docketUrl(filters)} ${today()}`
      return sendPage(request, reply, { key, render: () => renderHome(filters) })
    },

    print: async (request: FastifyRequest, reply: FastifyReply) => {
      await countRequest(platform, request, PRINT_THROTTLE)
      const filters = { ...parseHomeQuery(request.query), page: 1 }
      const render = async () => {
        const { entries, total } = await find(filters, MAX_PRINTED)
        return renderPrintPage(await findFrame(), await findViews(db, entries), { filters, total })
      }
      return sendPage(request, reply.headers(NEVER_INDEXED), { key: printUrl(filters), render })
    },

    entry: (request: FastifyRequest, reply: FastifyReply) => {
      const id = parseId(request.params)
      return sendPage(request, reply, { key: `/entries/${id}`, render: () => renderEntry(id) })
    },

    shortLink: api.apiHandler(shortLink, async ({ params }, reply) => {
      const [number, attachment] = params.reference.split('-')
      const entry = await findPublishedEntryByNumber(db, Number(number))
      if (!entry) throw await notFoundError(platform, 'number', Number(number))
      if (attachment === undefined) return reply.redirect(`/entries/${entry.id}`, 302)
      const documents = await listDocuments(db, [entry.id])
      const document = documents.find((one) => one.attachment_number === Number(attachment))
      if (!document) throw new NotFoundError(`No. ${number} has no attachment ${attachment} here.`)
      return reply.redirect(`/documents/${document.id}`, 302)
    }),

    feed: api.apiHandler(feed, (request, reply) => {
      // Chromium shows Atom's own type as plain text, without the stylesheet.
      const isOpenedInBrowser = request.headers['sec-fetch-dest'] === 'document'
      const type = `${isOpenedInBrowser ? 'application/xml' : ATOM}; charset=utf-8`
      const render = async () => {
        const newest = await listNewestPublished(db, FEED_LENGTH)
        return renderFeed(await findFrame(), await withDocuments(db, newest), clock())
      }
      return sendPage(request, reply, { key: '/feed.xml', render, type })
    }),
  }
}

/** A form also sends fields that were left empty. @throws InvalidError, for example for a date that does not exist */
function parseHomeQuery(query: unknown): DocketFilters {
  const sent = Object.entries(query as object).filter(([, value]) => value !== '')
  const typed = parse(HomeQuery, Object.fromEntries(sent))
  const { q = '', type = '', filer = '', from = '', to = '', order, page } = typed
  const isUsual = order === undefined || (order === 'relevance' && q === '')
  return { q, type, filer, from, to, page, order: isUsual ? defaultOrder(q) : order }
}
