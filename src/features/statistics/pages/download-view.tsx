import { type Column, Table } from '../../../ui/table.tsx'
import {
  type AccessChoice,
  accessAddress,
  type Place,
  placeText,
  readPlace,
} from '../access-address.ts'
import type { DownloadLine, DownloadPage, DownloadsAsked } from '../figures/download-queries.ts'
import type { AccessFilter } from '../figures/statistics-rules.ts'
import type { DayRange } from '../range-rules.ts'
import { documentColumn, entryColumn, Instant } from './columns.tsx'
import { NoDownloads } from './document-view.tsx'

interface DownloadViewProps {
  page: DownloadsPage
  range: DayRange
  choice: AccessChoice
  timeZone: string
}

/** Newest first; the pages follow each other by time, so that millions cost no more than a few. */
export function DownloadView(props: DownloadViewProps) {
  const { lines } = props.page
  if (lines.length === 0) return <NoDownloads />
  return (
    <>
      <div class="ledger">
        <Table
          name="downloads"
          caption="Individual downloads, newest first"
          columns={columns(props)}
          rows={lines}
          rowKey={({ id }) => id}
        />
      </div>
      <Steps {...props} />
    </>
  )
}

function columns({ range, choice, timeZone }: DownloadViewProps): Column<DownloadLine>[] {
  return [
    {
      heading: 'Downloaded at',
      cell: ({ accessedAt }) => <Instant at={accessedAt} timeZone={timeZone} />,
    },
    entryColumn,
    documentColumn(range, choice),
    { heading: 'Visitor IP', cell: visitorIp },
    {
      heading: 'User agent',
      cell: ({ userAgent, isRobot }) => (
        <span class="user-agent">
          {isRobot && <strong>Bot: </strong>}
          {userAgent}
        </span>
      ),
    },
  ]
}

function visitorIp({ clientIp, isIpErased }: DownloadLine) {
  return clientIp ?? <span class="remark">{isIpErased ? 'erased' : 'not recorded'}</span>
}

function Steps({ page: { newer, older }, range, choice }: DownloadViewProps) {
  if (!newer && !older) return null
  const step = (rel: 'prev' | 'next', label: string, place: Record<string, string>) => (
    <a class="pagination-step" rel={rel} href={accessAddress(range, choice, { place })}>
      {label}
    </a>
  )
  return (
    <nav class="pagination" aria-label="Pages of downloads">
      {newer && <a href={accessAddress(range, choice)}>Newest</a>}
      {newer && step('prev', 'Newer', { before: placeText(newer) })}
      {older && step('next', 'Older', { after: placeText(older) })}
    </nav>
  )
}

const PAGE_LENGTH = 100

export interface DownloadsPage {
  lines: DownloadLine[]
  newer?: Place | undefined
  older?: Place | undefined
}

export type ListDownloads = (
  asked: Omit<DownloadsAsked, 'timeZone'> & DownloadPage,
) => Promise<DownloadLine[]>

/** @param query `after` or `before` a line; anything else is the newest page */
export async function readDownloadsPage(
  list: ListDownloads,
  filter: AccessFilter,
  query: unknown,
): Promise<DownloadsPage> {
  const typed = query as Record<string, unknown>
  const before = readPlace(typed.before)
  const after = before ? undefined : readPlace(typed.after)
  const found = await list({
    filter,
    order: before ? 'oldest' : 'newest',
    after: before ?? after,
    // One line more than is shown tells whether there is another page.
    limit: PAGE_LENGTH + 1,
  })
  const hasMore = found.length > PAGE_LENGTH
  const lines = found.slice(0, PAGE_LENGTH)
  if (before) lines.reverse()
  return {
    lines,
    newer: (before ? hasMore : after) ? lines[0] : undefined,
    older: before || hasMore ? lines.at(-1) : undefined,
  }
}
