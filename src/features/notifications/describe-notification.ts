import { formatInstant } from '../../ui/date.ts'
import type { CountedNotification } from './queries.ts'

type Described = Pick<
  CountedNotification,
  'created_at' | 'created_by' | 'finished_at' | 'mode' | 'recipient_count' | 'counts'
>

/** `07/30/2026 12:05 to 1,234 subscribers by clerk@example.com: 1,230 sent, 4 failed` */
export function describeNotification(notification: Described, timeZone: string): string {
  const when = formatInstant(notification.created_at, timeZone, { time: true })
  const running = notification.finished_at === null ? ', still running' : ''
  return `${when} to ${recipients(notification)} by ${notification.created_by}: ${describeCounts(notification)}${running}`
}

export function recipients({
  mode,
  recipient_count,
}: Pick<Described, 'mode' | 'recipient_count'>): string {
  if (mode === 'test') return 'the test recipient alone'
  return recipient_count === 1
    ? '1 subscriber'
    : `${recipient_count.toLocaleString('en-US')} subscribers`
}

function describeCounts({ counts }: Pick<Described, 'counts'>): string {
  const parts = Object.entries(counts)
    .filter(([, count]) => count > 0)
    .map(([state, count]) => `${count.toLocaleString('en-US')} ${state}`)
  return parts.join(', ')
}
