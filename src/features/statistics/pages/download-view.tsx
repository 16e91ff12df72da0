import { type Column, Table } from '../../../ui/table.tsx'
import { type AccessChoice, accessAddress, type PagePlace, placeText } from '../access-address.ts'
import type { DownloadLine } from '../figures/download-queries.ts'
import { documentColumn, entryColumn, Instant } from './columns.tsx'
import { NoDownloads } from './document-view.tsx'

interface DownloadViewProps {
  page: DownloadsPage
  choice: AccessChoice
  timeZone: string
}

/** Newest first; paged by time rather than by offset, so that millions of rows cost no more than a few. */
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

function columns({ choice, timeZone }: DownloadViewProps): Column<DownloadLine>[] {
  return [
    {
      heading: 'Downloaded at',
      cell: ({ accessedAt }) => <Instant at={accessedAt} timeZone={timeZone} />,
    },
    entryColumn,
    documentColumn(choice),
    { heading: 'Visitor IP', cell: visitorIp },
    {
      heading: 'User agent',
      cell: ({ userAgent, is_robot }) => (
        <span class="user-agent">
          {is_robot === 1 && <strong>Bot: </strong>}
          {userAgent}
        </span>
      ),
    },
  ]
}

const visitorIp = ({ clientIp }: DownloadLine) =>
  clientIp ?? <span class="remark">not recorded</span>

function Steps({ page: { newer, older }, choice }: DownloadViewProps) {
  if (!newer && !older) return null
  const step = (rel: 'prev' | 'next', label: string, place: Record<string, string>) => (
    <a class="pagination-step" rel={rel} href={accessAddress(choice, { place })}>
      {label}
    </a>
  )
  return (
    <nav class="pagination" aria-label="Pages of downloads">
      {newer && <a href={accessAddress(choice)}>Newest</a>}
      {newer && step('prev', 'Newer', { before: placeText(newer) })}
      {older && step('next', 'Older', { after: placeText(older) })}
    </nav>
  )
}

export interface DownloadsPage {
  lines: DownloadLine[]
  newer?: PagePlace | undefined
  older?: PagePlace | undefined
}
