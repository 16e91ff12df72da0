import type { Notification } from '../../../platform/database/schema.ts'
import { formatInstant } from '../../../shared/date.ts'
import { EmptyState } from '../../../ui/notice.tsx'
import { Pagination } from '../../../ui/pagination.tsx'
import { type Column, Table } from '../../../ui/table.tsx'
import { TableFilter } from '../../../ui/table-filter.tsx'
import type { AdminPageLayout } from '../../accounts/admin-layout.ts'
import { DELIVERY_STATES, RETRIABLE_STATES } from '../rules.ts'
import { logAddress, STATE_LABELS } from './log-address.ts'
import type { LogFilter, LogLine } from './log-queries.ts'
import { RETRY_FORM } from './retry-form.tsx'

export interface DeliveryLogProps {
  layout: AdminPageLayout
  notification: Notification
  lines: readonly LogLine[]
  filter: LogFilter
  /** Lines that match the filter, on all pages. */
  total: number
  page: number
  pageCount: number
  /** Without a mail server each message is a file that can be opened. */
  hasOutbox: boolean
}

/** One line per recipient: who was told, and what the mail server said. */
export function DeliveryLog(props: DeliveryLogProps) {
  const { notification, lines, filter, total, page, pageCount } = props
  return (
    <section aria-labelledby="log">
      <h2 class="section-heading" id="log">
        Delivery log
      </h2>
      <TableFilter
        action={`/admin/notifications/${notification.id}#log`}
        label="Recipient contains"
        filter={filter}
        states={DELIVERY_STATES.map((value) => ({ value, label: STATE_LABELS[value] }))}
      />
      <p role="status">
        {total === 1 ? '1 recipient' : `${total.toLocaleString('en-US')} recipients`}
      </p>
      {lines.length === 0 ? (
        <EmptyState title="No line matches.">
          <p>
            <a href={`/admin/notifications/${notification.id}`}>Show all lines</a>
          </p>
        </EmptyState>
      ) : (
        <Table
          name="deliveries"
          caption="Deliveries, in the order in which they were queued"
          columns={columns(props)}
          rows={lines}
          rowKey={({ id }) => id}
        />
      )}
      <Pagination
        page={page}
        pageCount={pageCount}
        hrefFor={(number) => logAddress(notification.id, filter, number)}
        label="Pages of the delivery log"
      />
    </section>
  )
}

function columns({ layout, hasOutbox }: DeliveryLogProps): Column<LogLine>[] {
  const { timeZone } = layout.site
  return [
    { heading: 'Recipient', cell: (line) => <Recipient line={line} />, main: true },
    { heading: 'State', cell: ({ state }) => STATE_LABELS[state] },
    { heading: 'Attempts', cell: ({ attempts }) => attempts, numeric: true },
    { heading: 'Server reply', cell: ({ server_reply }) => server_reply },
    { heading: 'Message-ID', cell: (line) => <MessageId line={line} hasOutbox={hasOutbox} /> },
    {
      heading: 'Updated at',
      cell: ({ updated_at }) => formatInstant(updated_at, timeZone, { time: true }),
    },
  ]
}

function Recipient({ line: { id, recipient, state } }: { line: LogLine }) {
  if (!(RETRIABLE_STATES as readonly string[]).includes(state)) return recipient
  return (
    <label>
      <input type="checkbox" name="delivery" value={id} form={RETRY_FORM} /> {recipient}
    </label>
  )
}

function MessageId({ line, hasOutbox }: { line: LogLine; hasOutbox: boolean }) {
  if (!hasOutbox || line.state !== 'sent') return line.message_id
  return (
    <>
      {line.message_id} <a href={`/admin/deliveries/${line.id}/message`}>Open message</a>
    </>
  )
}
