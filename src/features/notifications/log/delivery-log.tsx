import type { DeliveryState, Notification } from '../../../platform/database/schema.ts'
import { formatInstant } from '../../../shared/date.ts'
import { counted } from '../../../shared/number-rules.ts'
import { Button } from '../../../ui/button.tsx'
import { Checkbox, PostForm } from '../../../ui/form.tsx'
import { EmptyState } from '../../../ui/notice.tsx'
import { Pagination } from '../../../ui/pagination.tsx'
import { Section } from '../../../ui/section.tsx'
import { type Column, Table } from '../../../ui/table.tsx'
import { filteredUrl, TableFilter } from '../../../ui/table-filter.tsx'
import type { AdminPageLayout } from '../../accounts/admin-layout.ts'
import type { LogLine } from '../queries.ts'
import { type DeliveryCounts, RETRIABLE_STATES } from '../rules.ts'

export interface DeliveryLogProps {
  layout: AdminPageLayout
  notification: Notification
  lines: readonly LogLine[]
  q: string
  total: number
  page: number
  pageCount: number
  hasOutbox: boolean
}

export function DeliveryLog(props: DeliveryLogProps) {
  const { notification, lines, q, total, page, pageCount } = props
  const filter = { q, state: undefined }
  const path = `/admin/notifications/${notification.id}`
  return (
    <Section name="log" heading="Delivery log" id="log">
      <TableFilter action={`${path}#log`} label="Recipient contains" filter={filter} />
      <p role="status">{counted(total, 'recipient')}</p>
      {lines.length === 0 ? (
        <EmptyState title="No lines match.">
          <p>
            <a href={`${path}#log`}>Show all lines</a>
          </p>
        </EmptyState>
      ) : (
        <Table caption="Deliveries, failures first" columns={columns(props)} rows={lines} />
      )}
      <Pagination
        page={page}
        pageCount={pageCount}
        hrefFor={(number) => `${filteredUrl(path, filter, number)}#log`}
        label="Pages of the delivery log"
      />
    </Section>
  )
}

function columns({ layout, hasOutbox }: DeliveryLogProps): Column<LogLine>[] {
  const { timeZone } = layout.site
  return [
    { heading: 'Recipient', cell: (line) => <Recipient line={line} />, main: true },
    { heading: 'State', cell: ({ state }) => stateLabel(state) },
    { heading: 'Attempts', cell: ({ attempts }) => attempts, numeric: true },
    { heading: 'Server reply', cell: (line) => <ServerReply line={line} /> },
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

/** 550 is final: there is no such mailbox, except where policy (5.7) refused the message. */
function ServerReply({ line }: { line: LogLine }) {
  const { subscription_id, state, server_reply, recipient } = line
  const isFinal =
    (state === 'failed' || state === 'bounced') && /\b550\b(?! 5\.7)/.test(server_reply)
  if (!isFinal || subscription_id === null) return <>{server_reply}</>
  return (
    <>
      {server_reply}{' '}
      <a href={`/admin/subscribers/${subscription_id}`}>
        Remove this address<span class="visually-hidden">: {recipient}</span>
      </a>
    </>
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

type RetryFormProps = Pick<DeliveryLogProps, 'layout' | 'notification'> & { counts: DeliveryCounts }

const RETRY_FORM = 'retry'

export function RetryForm({ layout, notification, counts }: RetryFormProps) {
  const states = RETRIABLE_STATES.filter((state) => counts[state] > 0)
  if (states.length === 0) return null
  return (
    <Section name="retry" heading="Resend">
      <PostForm
        id={RETRY_FORM}
        action={`/admin/notifications/${notification.id}/retry`}
        token={layout.csrfToken}
        submit={<Button>Resend selected</Button>}
      >
        {states.map((state) => (
          <Checkbox
            key={state}
            id={`field-state-${state}`}
            name="state"
            value={state}
            label={counted(counts[state], `${state} delivery`, `${state} deliveries`)}
            hint={
              state === 'uncertain'
                ? 'If the message has already arrived, the recipient will get it twice.'
                : undefined
            }
          />
        ))}
        <p class="field-hint">Or select individual lines in the log below.</p>
      </PostForm>
    </Section>
  )
}

export const stateLabel = (state: DeliveryState) => state.replace(/^./, (c) => c.toUpperCase())
