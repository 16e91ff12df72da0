import { summary } from '../../shared/clean-text.ts'
import { formatInstant } from '../../shared/date.ts'
import { formatMark, formatPages } from '../../shared/document-label.ts'
import { counted } from '../../shared/number-rules.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { caseName, type PublicFrame, PublicLayout } from '../../ui/layout/layout.tsx'
import { EmptyState } from '../../ui/notice.tsx'
import { Pagination } from '../../ui/pagination.tsx'
import { Section } from '../../ui/section.tsx'
import { FollowCase, type SubscribeFormProps } from '../../ui/subscribe-form.tsx'
import { ViewerDialog } from '../../ui/viewer.tsx'
import { NextEvent, UpcomingEvents } from '../calendar/event-lists.tsx'
import type { EventRow } from '../calendar/queries.ts'
import type { PublishedDocument } from '../docket/documents/queries.ts'
import { docketUrl, filterQuery, isFiltered, isReversed } from '../docket/entries/docket-url.ts'
import type { DocketFilters } from '../docket/entries/views.ts'
import type { MatchedEntry } from '../search/mark-matches.ts'
import type { FilterChoices } from '../search/queries.ts'
import { NoMatch, Suggestion } from '../search/results.tsx'
import { DocketFilterForm } from './docket-filter.tsx'
import { EntryArticle } from './entry-article.tsx'
import { DownloadChosen } from './entry-parts.tsx'
import { MAX_PRINTED, printUrl } from './print-page.tsx'

interface HomePageProps {
  layout: PublicFrame
  entries: readonly MatchedEntry[]
  filters: DocketFilters
  choices: FilterChoices
  total: number
  pageCount: number
  /** What the entries match: the typed words, or corrected ones if no entry matches those. */
  shownFilters: DocketFilters
  upcoming?: readonly EventRow[]
  keyDocuments?: readonly PublishedDocument[]
  addedTimes?: readonly number[]
  /** When the docket last changed, in milliseconds; undefined: nothing is published. */
  updatedAt?: number | undefined
  subscribe?: SubscribeFormProps
}

export function HomePage({ layout, subscribe = {}, ...docket }: HomePageProps) {
  const { filters, upcoming = [], keyDocuments = [] } = docket
  const isSearch = isFiltered(filters)
  return (
    <PublicLayout
      {...layout}
      isHome={!isSearch}
      title={homeTitle(layout, filters)}
      canonicalPath={docketUrl(filters)}
      description={homeDescription(layout)}
      noIndex={isSearch}
      updated={docket.updatedAt ? formatInstant(docket.updatedAt, layout.site.timeZone) : undefined}
    >
      <div class="wrap home">
        {/* People who search want the results first, so the case is only one line above them. */}
        {isSearch && <h1 class="visually-hidden">Docket search</h1>}
        <section class="home-docket" aria-labelledby="docket-heading">
          <div class="section-heading home-heading">
            <h2 id="docket-heading">Docket entries</h2>
            <DocketCount {...docket} />
            <p class="home-jumps">
              {!isSearch && <NextEvent events={upcoming} />}
              {!isSearch && keyDocuments.length > 0 && (
                <a href="#key-documents-heading">Key documents</a>
              )}
              {!layout.site.closedOn && (
                <ButtonLink kind="primary" href="#subscribe" data-needs-server>
                  Subscribe
                </ButtonLink>
              )}
            </p>
          </div>
          <Docket layout={layout} {...docket} />
        </section>
        {!layout.site.closedOn && (
          <aside class="home-aside" aria-label="Follow this case" data-needs-server>
            <FollowCase {...subscribe} site={layout.site} />
          </aside>
        )}
        {!isSearch && upcoming.length + keyDocuments.length > 0 && (
          <div class="home-beside">
            <KeyDocuments documents={keyDocuments} />
            <UpcomingEvents events={upcoming} />
          </div>
        )}
      </div>
      <ViewerDialog />
    </PublicLayout>
  )
}

function homeTitle({ site }: PublicFrame, filters: DocketFilters): string {
  const { q, page } = filters
  const search = q === '' ? 'Docket search' : `Search for “${q}”`
  const title = isFiltered(filters) ? search : `${caseName(site)} – docket`
  return page > 1 ? `${title}, page ${page}` : title
}

function homeDescription({ site }: PublicFrame): string {
  const names = new Set([caseName(site), site.caseNumber, site.court])
  const where = [...names].filter(Boolean).join(', ')
  return summary(site.description || `The docket of ${where}, with the documents filed.`)
}

function Docket(props: Omit<HomePageProps, 'subscribe'>) {
  const { layout, entries, choices, total, pageCount, addedTimes = [] } = props
  const { filters: typed, shownFilters: filters } = props
  if (total === 0 && !isFiltered(filters)) {
    return (
      <EmptyState title="Nothing has been filed yet.">
        <p>
          Entries appear here as soon as they are published. Subscribe to hear about the first one.
        </p>
      </EmptyState>
    )
  }
  const { publicUrl, timeZone } = layout.site
  return (
    <>
      <div class="docket-tools">
        <DocketFilterForm filters={typed} choices={choices} />
        {/* Filled by client/news.ts when a reader returns; the line is reserved, so that nothing moves. */}
        <p
          class="docket-news"
          data-needs-server
          role="status"
          data-news={addedTimes.join(' ')}
          data-news-most={MAX_NEWS_TIMES}
          data-time-zone={timeZone}
        />
      </div>
      {filters.q !== typed.q && <Suggestion filters={typed} corrected={filters.q} />}
      {entries.length === 0 && !isReversed(filters) && <NoMatch q={filters.q} />}
      <ol class={filters.q ? 'docket' : 'docket docket-rows'}>
        {entries.map((entry) => (
          <li key={entry.id}>
            <EntryArticle entry={entry} publicUrl={publicUrl} timeZone={timeZone} />
          </li>
        ))}
      </ol>
      {hasDocuments(entries) && <DownloadChosen />}
      <Pagination
        page={filters.page}
        pageCount={pageCount}
        hrefFor={(page) => docketUrl({ ...filters, page })}
        label="Pages of the docket"
      />
    </>
  )
}

const hasDocuments = (entries: readonly MatchedEntry[]) =>
  entries.some(({ documents }) => documents.length > 0)

/** How many publication times the page has, to show returning readers which entries are new. */
export const MAX_NEWS_TIMES = 100

type CountProps = Pick<HomePageProps, 'entries' | 'total' | 'shownFilters' | 'pageCount'>

function DocketCount(props: CountProps) {
  const { entries, total, shownFilters, pageCount } = props
  if (total === 0 && !isFiltered(shownFilters)) return null
  const everything = new URLSearchParams([...filterQuery(shownFilters), ['all', '1']])
  return (
    <p class="docket-count" role="status">
      {countLine(props)}{' '}
      {hasDocuments(entries) && (
        <a
          class="download-all"
          data-needs-server
          href={`/documents.zip?${everything}`}
          rel="nofollow"
        >
          Download all documents {isFiltered(shownFilters) ? 'of these entries' : ''} (ZIP)
        </a>
      )}{' '}
      {pageCount > 1 && total <= MAX_PRINTED && (
        <a class="print-all" href={printUrl(shownFilters)} rel="nofollow">
          Print all {total.toLocaleString('en-US')}
        </a>
      )}
    </p>
  )
}

function countLine({ total, entries, shownFilters: filters, pageCount }: CountProps): string {
  const order = filters.order === 'relevance' ? 'best match' : filters.order
  const last = filters.page === pageCount ? total : filters.page * entries.length
  const part = `Entries ${last - entries.length + 1}–${last} of ${total.toLocaleString('en-US')}`
  const shown = pageCount > 1 ? part : counted(total, 'entry', 'entries')
  const line = isFiltered(filters) ? `${shown} found` : shown
  return total > 1 ? `${line}, ${order} first.` : `${line}.`
}

function KeyDocuments({ documents }: { documents: readonly PublishedDocument[] }) {
  if (documents.length === 0) return null
  return (
    <Section name="key-documents" heading="Key documents" class="key-documents">
      <ul class="upcoming-list plain-list">
        {documents.map(({ id, title, entry_number, attachment_number, page_count }) => (
          <li key={id}>
            <a href={`/documents/${id}`}>{title}</a>{' '}
            <span class="document-size">
              {entry_number !== null && `ECF ${formatMark(entry_number, attachment_number)}, `}
              {formatPages(page_count)}
            </span>
          </li>
        ))}
      </ul>
    </Section>
  )
}
