import { summary } from '../../../shared/clean-text.ts'
import { formatDate } from '../../../shared/date.ts'
import { CopyLink, CopyText } from '../../../ui/copy-text.tsx'
import {
  caseName,
  type PublicFrame,
  PublicLayout,
  type SiteHeader,
} from '../../../ui/layout/layout.tsx'
import { EmptyState, Notice } from '../../../ui/notice.tsx'
import { Pagination } from '../../../ui/pagination.tsx'
import { FollowCase, type SubscribeFormProps } from '../../../ui/subscribe-form.tsx'
import { ViewerDialog } from '../../../ui/viewer.tsx'
import { type EventView, NextEvent, UpcomingEvents } from '../../calendar/event-lists.tsx'
import type { FilterChoices } from '../../search/queries.ts'
import { ActiveFilters, NoMatch } from '../../search/results.tsx'
import { citeFiling } from '../../site/citation-rules.ts'
import { docketAddress, isFiltered } from '../entries/docket-address.ts'
import { hasOwnText } from '../entries/entry-rules.ts'
import type { DocketFilters, EntryView } from '../entries/views.ts'
import { DocketFilter } from './docket-filter.tsx'
import { DocketNews, DownloadAll, DownloadChosen } from './docket-news.tsx'
import {
  EntryArticle,
  EntryDetailParts,
  EntryDocuments,
  EntryKind,
  EntryMark,
} from './entry-article.tsx'
import { docketData, entryData } from './structured-data.ts'

interface HomePageProps {
  layout: PublicFrame
  entries: readonly EntryView[]
  filters: DocketFilters
  choices: FilterChoices
  /** Entries that match the filters, on all pages. */
  total: number
  pageCount: number
  /** Hearings and deadlines to come, the next one first. */
  upcoming?: readonly EventView[]
  /** When the newest entries were published. */
  addedTimes?: readonly number[]
  subscribe?: SubscribeFormProps
}

export function HomePage({ layout, upcoming = [], subscribe = {}, ...docket }: HomePageProps) {
  const { filters } = docket
  const isSearch = isFiltered(filters)
  return (
    <PublicLayout
      {...layout}
      isHome={!isSearch}
      title={isSearch ? searchTitle(filters) : homeTitle(layout.site, filters)}
      canonicalPath={docketAddress(filters)}
      description={homeDescription(layout.site, docket.total)}
      structuredData={docketData(layout.site)}
      noIndex={isSearch}
    >
      <div class="wrap home">
        {/* Who searches wants the results first: the case is no more than a line above them. */}
        {isSearch && <h1 class="visually-hidden">Search of the docket</h1>}
        <section class="home-docket" aria-labelledby="docket-heading">
          <div class="section-heading home-heading">
            <h2 id="docket-heading">Docket entries</h2>
            <p class="home-jumps">
              {!isSearch && <NextEvent events={upcoming} />}
              <a href="#subscribe">Subscribe by e-mail</a>
            </p>
          </div>
          <Docket layout={layout} {...docket} />
        </section>
        {!isSearch && <UpcomingEvents events={upcoming} />}
        <aside class="home-aside" aria-label="Follow this case">
          <FollowCase {...subscribe} />
        </aside>
      </div>
      <ViewerDialog />
    </PublicLayout>
  )
}

function searchTitle({ q, page }: DocketFilters): string {
  const what = q === '' ? 'Search of the docket' : `Search for “${q}”`
  return page > 1 ? `${what}, page ${page}` : what
}

function homeTitle(site: SiteHeader, { order, page }: DocketFilters): string {
  const which = [order === 'oldest' && 'oldest first', page > 1 && `page ${page}`].filter(Boolean)
  return [`${caseName(site)} – docket`, ...which].join(', ')
}

/** The case as it is described, or what can be said of every docket. */
function homeDescription(site: SiteHeader, total: number): string {
  if (site.description) return summary(site.description)
  const where = [site.caseNumber, site.court].filter(Boolean).join(', ')
  const what = total === 1 ? 'One entry' : `${total.toLocaleString('en-US')} entries`
  return summary(
    `Docket of ${caseName(site)}${where && ` (${where})`}. ${what}, with the documents filed.`,
  )
}

function Docket(props: Omit<HomePageProps, 'subscribe' | 'upcoming'>) {
  const { layout, entries, filters, choices, total, pageCount, addedTimes = [] } = props
  if (total === 0 && !isFiltered(filters)) return <EmptyDocket />
  const hasDocuments = entries.some(({ documents }) => documents.length > 0)
  return (
    <>
      <DocketFilter filters={filters} choices={choices} />
      <ActiveFilters filters={filters} />
      <p class="docket-count" role="status">
        {countLine(total, filters)} {hasDocuments && <DownloadAll filters={filters} />}
      </p>
      <DocketNews times={addedTimes} timeZone={layout.site.timeZone} />
      {entries.length === 0 && <NoMatch filters={filters} />}
      <ol class="docket">
        {entries.map((entry) => (
          <li key={entry.id}>
            <EntryArticle
              entry={entry}
              publicUrl={layout.site.publicUrl}
              timeZone={layout.site.timeZone}
            />
          </li>
        ))}
      </ol>
      {hasDocuments && <DownloadChosen />}
      <Pagination
        page={filters.page}
        pageCount={pageCount}
        hrefFor={(page) => docketAddress({ ...filters, page })}
        label="Pages of the docket"
      />
    </>
  )
}

function countLine(total: number, filters: DocketFilters): string {
  const order = { relevance: 'best match', newest: 'newest', oldest: 'oldest' }[filters.order]
  const entries = total === 1 ? '1 entry' : `${total.toLocaleString('en-US')} entries`
  const found = isFiltered(filters) ? `${entries} found` : entries
  return total > 1 ? `${found}, ${order} first.` : `${found}.`
}

function EmptyDocket() {
  return (
    <EmptyState title="Nothing has been filed yet.">
      <p>
        Entries appear here as soon as they are published. Subscribe to hear about the first one.
      </p>
    </EmptyState>
  )
}

interface EntryPageProps {
  layout: PublicFrame
  entry: EntryView
}

/** The entry's permalink: everything about it, nothing folded away. */
export function EntryPage({ layout, entry }: EntryPageProps) {
  const { publicUrl, timeZone } = layout.site
  const { number, filedOn, title } = entry
  const hasChoice = entry.documents.length > 1
  const citation = citeFiling(layout.site, {
    entryNumber: number,
    attachmentNumber: 0,
    filedOn,
    title,
  })
  return (
    <PublicLayout
      {...layout}
      title={entryHeading(entry)}
      canonicalPath={entry.url}
      description={summary(
        `Filed ${formatDate(entry.filedOn)}. ${entry.description || entry.title}`,
      )}
      structuredData={entryData(layout.site, entry)}
    >
      <article class="wrap entry-page">
        <EntryMark entry={entry} />
        <EntryKind entry={entry} />
        <h1>{entry.title}</h1>
        {hasOwnText(entry) && <p class="entry-text">{entry.description}</p>}
        <EntryDocuments entry={entry} publicUrl={publicUrl} hasChoice={hasChoice} />
        {hasChoice && <DownloadChosen />}
        {entry.documents.length === 0 && (
          <Notice kind="info">
            <p>This is a text-only entry. It has no documents.</p>
          </Notice>
        )}
        <EntryDetailParts entry={entry} timeZone={timeZone} />
        <p class="page-tools">
          <CopyLink link={`${publicUrl}${entry.url}`} what="this entry" />
          <CopyText text={citation} label="Copy citation" noun="Citation" what="of this entry" />
          <a href="/">All entries</a>
        </p>
        <FollowCase />
      </article>
      <ViewerDialog />
    </PublicLayout>
  )
}

function entryHeading({ number, title }: EntryView): string {
  return number === null ? title : `No. ${number}: ${title}`
}
