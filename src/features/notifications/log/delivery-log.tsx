import type { Delivery, DeliveryState, Notification } from '../../../platform/database/schema.ts'
import { formatInstant } from '../../../shared/date.ts'
import { counted } from '../../../shared/number-rules.ts'
import { Button } from '../../../ui/button.tsx'
import { Checkbox, PostForm } from '../../../ui/form.tsx'
import { EmptyState } from '../../../ui/notice.tsx'
import { PagedTable, type Pages } from '../../../ui/pagination.tsx'
import { Section } from '../../../ui/section.tsx'
import type { Column } from '../../../ui/table.tsx'
import { filteredUrl, TableFilter } from '../../../ui/table-filter.tsx'
import type { AdminPageLayout } from '../../accounts/admin-layout.ts'
import { type DeliveryCounts, RETRIABLE_STATES } from '../rules.ts'

export interface DeliveryLogProps {
  layout: AdminPageLayout
  notification: Notification
  lines: readonly Delivery[]
  q: string
  total: number
  pages: Pages
  hasOutbox: boolean
}

export function DeliveryLog(props: DeliveryLogProps) {
  const { notification, lines, q, total, pages } = props
  const filter = { q, state: undefined }
  const path = `/admin/notifications/${notification.id}`
  return (
    <Section name="log" heading="Delivery log" id="log">
      <TableFilter action={`${path}#log`} label="Recipient contains" filter={filter} />
      <p role="status">{counted(total, 'recipient')}</p>
      <PagedTable
        caption="Deliveries, failures first"
        columns={columns(props)}
        rows={lines}
        {...pages}
        hrefFor={(number) => `${filteredUrl(path, filter, number)}#log`}
        label="Pages of the delivery log"
      >
        <EmptyState title="No lines match.">
          <p>
            <a href={`${path}#log`}>Show all lines</a>
          </p>
        </EmptyState>
      </PagedTable>
    </Section>
  )
}

function columns({ layout, hasOutbox }: DeliveryLogProps): Column<Delivery>[] {
  const time = (at: number) => formatInstant(at, layout.site.timeZone, { time: true })
  return [
    { heading: 'Recipient', cell: recipientCell, main: true },
    { heading: 'State', cell: ({ state }) => stateLabel(state) },
    { heading: 'Attempts', cell: ({ attempts }) => attempts, numeric: true },
    { heading: 'Server reply', cell: replyCell },
    { heading: 'Message-ID', cell: (line) => messageCell(line, hasOutbox) },
    { heading: 'Updated at', cell: ({ updated_at }) => time(updated_at) },
  ]
}

function recipientCell({ id, recipient, state }: Delivery) {
  if (!(RETRIABLE_STATES as readonly string[]).includes(state)) return recipient
  return (
    <label>
      <input type="checkbox" name="delivery" value={id} form={RETRY_FORM} /> {recipient}
    </label>
  )
}

/** 550 is final: there is no such mailbox, except where policy (5.7) refused the message. */
function replyCell({ subscription_id, state, server_reply, recipient }: Delivery) {
  const hasFailed = state === 'failed' || state === 'bounced'
  const isFinal = hasFailed && /\b550\b(?! 5\.7)/.test(server_reply)
  if (!isFinal || subscription_id === null) return server_reply
  return (
    <>
      {server_reply}{' '}
      <a href={`/admin/subscribers/${subscription_id}`}>
        Remove this address<span class="visually-hidden">: {recipient}</span>
      </a>
    </>
  )
}

function messageCell({ id, state, message_id }: Delivery, hasOutbox: boolean) {
  if (!hasOutbox || state !== 'sent') return message_id
  return (
    <>
      {message_id} <a href={`/admin/deliveries/${id}/message`}>Open message</a>
    </>
  )
}

const RETRY_FORM = 'retry'
const MAY_ARRIVE_TWICE = 'If the message has already arrived, the recipient will get it twice.'

type RetryFormProps = Pick<DeliveryLogProps, 'layout' | 'notification'> & { counts: DeliveryCounts }

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
            hint={state === 'uncertain' ? MAY_ARRIVE_TWICE : undefined}
          />
        ))}
        <p class="field-hint">Or select individual lines in the log below.</p>
      </PostForm>
    </Section>
  )
}

export const stateLabel = (state: DeliveryState) => state.replace(/^./, (c) => c.toUpperCase())
