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
