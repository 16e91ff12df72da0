import { formatInstant } from '../../../shared/date.ts'
import type { CountedNotification } from '../queries.ts'
import type { DeliveryCounts } from '../rules.ts'

type Described = Pick<
  CountedNotification,
  'created_at' | 'created_by' | 'stopped_at' | 'finished_at' | 'mode' | 'recipient_count' | 'counts'
>

/** `07/30/2026, 12:05 PM to 1,234 subscribers by clerk@example.com: 1,230 sent, 4 failed` */
export function describeNotification(notification: Described, timeZone: string): string {
  const when = formatInstant(notification.created_at, timeZone, { time: true })
  const running = notification.finished_at === null ? ', still running' : ''
  const stopped = notification.stopped_at === null ? '' : ', stopped'
  return `${when} to ${recipients(notification)} by ${notification.created_by}: ${describeCounts(notification)}${stopped}${running}`
}

export function recipients({
  mode,
  recipient_count,
}: Pick<Described, 'mode' | 'recipient_count'>): string {
  if (mode === 'test') return 'the test recipient alone'
  return recipient_count === 1 ? '1 subscriber' : `${number(recipient_count)} subscribers`
}

function describeCounts({ counts }: Pick<Described, 'counts'>): string {
  const parts = Object.entries(counts)
    .filter(([, count]) => count > 0)
    .map(([state, count]) => `${number(count)} ${state}`)
  return parts.join(', ')
}

/** Whom stopping comes too late for: `28 recipients have the message, 2 more may have it, and 238 will not get it` */
export function describeReach(counts: DeliveryCounts): string {
  const { sent } = counts
  const maybe = counts.sending + counts.uncertain
  const have = `${number(sent)} ${sent === 1 ? 'recipient has' : 'recipients have'} the message`
  const mayHave = maybe > 0 ? `, ${number(maybe)} more may have it,` : ''
  return `${have}${mayHave} and ${number(counts.queued + counts.deferred)} will not get it`
}

const number = (count: number) => count.toLocaleString('en-US')
