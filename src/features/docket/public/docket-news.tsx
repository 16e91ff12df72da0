import { filterQuery, isFiltered } from '../entries/docket-address.ts'
import type { DocketFilters } from '../entries/views.ts'

/** Times that the page carries, so that a reader who returns is told how many entries are new, on all pages. */
export const MOST_NEWS_TIMES = 100

interface DocketNewsProps {
  /** When the newest entries were published, milliseconds, at most MOST_NEWS_TIMES. */
  times: readonly number[]
  timeZone: string
}

/**
 * Filled by client/news.ts on a reader's second visit; its line is kept free, so that nothing moves. When that visit
 * was is known to the browser alone.
 */
export function DocketNews({ times, timeZone }: DocketNewsProps) {
  return (
    <p
      class="docket-news"
      role="status"
      data-news={times.join(' ')}
      data-news-most={MOST_NEWS_TIMES}
      data-time-zone={timeZone}
    />
  )
}

/** The form that the checkboxes beside documents belong to, wherever on the page they stand. */
export const CHOICE_FORM = 'chosen-documents'

/** Sends for the documents that were ticked; works without JavaScript. */
export function DownloadChosen() {
  return (
    <form class="download-chosen" id={CHOICE_FORM} method="get" action="/documents.zip">
      <button type="submit" class="button">
        Download selected documents (ZIP)
      </button>
    </form>
  )
}

/** Every document of the entries that the filters leave. */
export function DownloadAll({ filters }: { filters: DocketFilters }) {
  const query = filterQuery(filters)
  query.set('all', '1')
  return (
    <a class="download-all" href={`/documents.zip?${query}`} rel="nofollow">
      Download all documents {isFiltered(filters) ? 'of these entries' : ''} (ZIP)
    </a>
  )
}
