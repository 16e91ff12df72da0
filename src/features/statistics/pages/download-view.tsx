import { formatInstant } from '../../../shared/date.ts'
import { type Column, Table } from '../../../ui/table.tsx'
import {
  type AccessChoice,
  accessAddress,
  historyAddress,
  type Place,
  placeText,
  readPlace,
} from '../access-address.ts'
import type { DownloadLine, DownloadPage, DownloadsAsked } from '../figures/download-queries.ts'
import { type AccessFilter, documentText, entryText } from '../figures/statistics-rules.ts'
import type { DayRange } from '../range-rules.ts'
import { NoDownloads } from './document-view.tsx'

interface DownloadViewProps {
  page: DownloadsPage
  range: DayRange
  choice: AccessChoice
  timeZone: string
}

/** Single downloads, newest first; the pages follow each other by time, so that millions cost no more than a few. */
export function DownloadView({ page, range, choice, timeZone }: DownloadViewProps) {
  const { lines } = page
  if (lines.length === 0) return <NoDownloads />
  return (
    <>
      <div class="ledger">
        <Table
          name="downloads"
          caption="Individual downloads, newest first"
          columns={columns(range, choice, timeZone)}
          rows={lines}
          rowKey={({ id }) => id}
        />
      </div>
      <Steps page={page} range={range} choice={choice} />
    </>
  )
}

function columns(range: DayRange, choice: AccessChoice, timeZone: string): Column<DownloadLine>[] {
  return [
    {
      heading: 'Downloaded at',
      cell: ({ accessedAt }) => (
        <span class="instant">{formatInstant(accessedAt, timeZone, { time: true })}</span>
      ),
    },
    {
      heading: 'Entry',
      labelled: true,
      cell: (line) => <a href={`/admin/entries/${line.entryId}`}>{entryText(line)}</a>,
    },
    {
      heading: 'Document',
      main: true,
      cell: (line) => (
        <a href={historyAddress(range, line.documentId, choice.robots)}>{documentText(line)}</a>
      ),
    },
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

function Steps({ page, range, choice }: Omit<DownloadViewProps, 'timeZone'>) {
  const { newer, older } = page
  if (!newer && !older) return null
  return (
    <nav class="pagination" aria-label="Pages of downloads">
      {newer && (
        <>
          <a href={accessAddress(range, choice)}>Newest</a>
          <a
            class="pagination-step"
            rel="prev"
            href={accessAddress(range, choice, { place: { before: placeText(newer) } })}
          >
            Newer
          </a>
        </>
      )}
      {older && (
        <a
          class="pagination-step"
          rel="next"
          href={accessAddress(range, choice, { place: { after: placeText(older) } })}
        >
          Older
        </a>
      )}
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
  const { after, before } = query as Record<string, unknown>
  const end = readPlace(before)
  return end ? pageBefore(list, filter, end) : pageAfter(list, filter, readPlace(after))
}

/** One line more than is shown tells whether there is another page. */
const limit = PAGE_LENGTH + 1

async function pageAfter(
  list: ListDownloads,
  filter: AccessFilter,
  after: Place | undefined,
): Promise<DownloadsPage> {
  const found = await list({ filter, order: 'newest', after, limit })
  const lines = found.slice(0, PAGE_LENGTH)
  return {
    lines,
    newer: after && lines[0],
    older: found.length > PAGE_LENGTH ? lines.at(-1) : undefined,
  }
}

async function pageBefore(
  list: ListDownloads,
  filter: AccessFilter,
  before: Place,
): Promise<DownloadsPage> {
  const found = await list({ filter, order: 'oldest', after: before, limit })
  const lines = found.slice(0, PAGE_LENGTH).reverse()
  return {
    lines,
    newer: found.length > PAGE_LENGTH ? lines[0] : undefined,
    older: lines.at(-1),
  }
}
