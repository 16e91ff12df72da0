import type { DeliveryState, Notification } from '../../platform/database/schema.ts'
import { formatInstant } from '../../shared/date.ts'
import { counted } from '../../shared/number-rules.ts'

const minute = 60_000

export const GIVE_UP_AFTER_MS = 48 * 60 * minute

/** Between attempts for one recipient: greylisting clears in minutes, a full mailbox in hours. */
const RECIPIENT_PAUSES_MS = [1, 5, 15, 60, 120, 240].map((minutes) => minutes * minute)

export const MAX_DELIVERY_PAUSE_MS = 240 * minute

const SERVER_PAUSES_MS = [5_000, 10_000, 20_000, 40_000, 80_000, 160_000, 5 * minute]

export const STATE_MEANINGS: Record<DeliveryState, string> = {
  queued: 'waiting to be sent',
  sending: 'being handed to the mail server',
  sent: 'accepted by the mail server',
  deferred: 'not accepted yet; retried for up to 2 days',
  failed: 'refused by the mail server, or given up after 2 days',
  skipped: 'not sent: unsubscribed, no longer public, or stopped; the log says which',
  bounced: 'accepted, then returned; the log says why',
  uncertain: 'handed over, but the server’s reply was lost; not resent unless you choose to',
}

export const DELIVERY_STATES = Object.keys(STATE_MEANINGS) as DeliveryState[]

export const WAITING_STATES = ['queued', 'sending'] as const satisfies DeliveryState[]

export const RETRIABLE_STATES = ['failed', 'uncertain'] as const satisfies DeliveryState[]

export type DeliveryCounts = Record<DeliveryState, number>

/** Undefined once two days have passed. */
export function nextAttemptAt(deferral: {
  attempts: number
  queuedAt: number
  now: number
  concerns: 'message' | 'server'
}): number | undefined {
  const { attempts, queuedAt, now, concerns } = deferral
  const giveUpAt = queuedAt + GIVE_UP_AFTER_MS
  if (now >= giveUpAt) return undefined
  // A server that drops the connection for one recipient looks like a server that is down, so back off for that one too.
  const soon = concerns === 'server' ? 3 : 0
  const pause = attempts <= soon ? serverPause(attempts) : at(RECIPIENT_PAUSES_MS, attempts - soon)
  return Math.min(now + pause, giveUpAt)
}

export const serverPause = (failures: number) => at(SERVER_PAUSES_MS, failures)

const at = (pauses: number[], count: number) => pauses[Math.min(count, pauses.length) - 1] ?? 0

export const gaveUp = (reply: string) => `Gave up after 2 days: ${reply}`

export const DOWNLOAD_WINDOW_HOURS = 72

export type CountedNotification = Omit<Notification, 'html' | 'text'> & { counts: DeliveryCounts }

export type Progress = ReturnType<typeof progressOf> & { left: string }

export function progressOf(
  { id, mode, recipient_count, finished_at }: Notification,
  counts: DeliveryCounts,
) {
  const waiting = counts.queued + counts.sending
  return {
    ...counts,
    id,
    mode,
    total: recipient_count,
    done: recipient_count - waiting - counts.deferred,
    finished: finished_at !== null,
    attempted: waiting === 0,
  }
}

interface Pace {
  waiting: number
  /** When the first of them was queued. */
  since: number | null
  /** How many have been tried since then. */
  tried: number
}

/** `, about 3 minutes left`; empty if unknown. */
export function timeLeft({ waiting, since, tried }: Pace, now: number): string {
  if (since === null || tried === 0) return ''
  const minutes = Math.ceil((((now - since) / tried) * waiting) / minute)
  if (minutes <= 1) return ', less than a minute left'
  if (minutes < 90) return `, about ${minutes} minutes left`
  return `, about ${Math.round(minutes / 60)} hours left`
}

/** `07/30/2026, 12:05 PM, to 1,234 subscribers, by clerk@example.com: 1,230 sent, 4 failed` */
export function describeNotification(notification: CountedNotification, timeZone: string): string {
  const { created_at, created_by, stopped_at, finished_at } = notification
  const when = formatInstant(created_at, timeZone, { time: true })
  const counts = Object.entries(notification.counts)
    .filter(([, count]) => count > 0)
    .map(([state, count]) => `${number(count)} ${state}`)
    .join(', ')
  const running = finished_at === null ? ', still running' : ''
  const stopped = stopped_at === null ? '' : ', stopped'
  return `${when}, to ${recipients(notification)}, by ${created_by}: ${counts}${stopped}${running}`
}

type SentCounts = Pick<Notification, 'mode' | 'recipient_count'>

export const recipients = ({ mode, recipient_count }: SentCounts): string =>
  mode === 'test' ? 'the test recipient only' : counted(recipient_count, 'subscriber')

/** `11/22/2026, 412 recipients` */
export function notifiedText(
  last: SentCounts & Pick<Notification, 'created_at' | 'stopped_at'>,
  timeZone: string,
) {
  const to =
    last.mode === 'test' ? 'test recipient only' : counted(last.recipient_count, 'recipient')
  const stopped = last.stopped_at === null ? '' : ', stopped'
  return `${formatInstant(last.created_at, timeZone)}, ${to}${stopped}`
}

export function describeReach(counts: DeliveryCounts): string {
  const { sent } = counts
  const maybe = counts.sending + counts.uncertain
  const have = `${counted(sent, 'recipient has', 'recipients have')} the message`
  const mayHave = maybe > 0 ? `, ${number(maybe)} more may have it,` : ''
  return `${have}${mayHave} and ${number(counts.queued + counts.deferred)} will not get it`
}

export const reachedNoOne = ({ finished_at, counts }: CountedNotification) =>
  finished_at !== null && counts.sent + counts.bounced + counts.uncertain === 0

/** `Sent to 4,812 recipients: 4,790 accepted, 22 returned. 3 failed.` */
export function reachSentence({ sent, bounced, failed, uncertain }: DeliveryCounts): string {
  const parts = [
    `${number(sent)} accepted`,
    bounced > 0 && `${number(bounced)} returned`,
    uncertain > 0 && `${number(uncertain)} uncertain`,
  ]
  const total = counted(sent + bounced + uncertain, 'recipient')
  const others = failed > 0 ? ` ${number(failed)} failed.` : ''
  return `Sent to ${total}: ${parts.filter(Boolean).join(', ')}.${others}`
}

export const number = (count: number) => count.toLocaleString('en-US')
