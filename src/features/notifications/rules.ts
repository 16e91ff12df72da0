import type { DeliveryState, Notification } from '../../platform/database/schema.ts'
import { formatInstant } from '../../shared/date.ts'

const minute = 60_000
const hour = 60 * minute

/** CONTRACT section 6: after this the mail server has had its chances. */
export const GIVE_UP_AFTER_MS = 48 * hour

/** Between attempts for one recipient: greylisting lets a message in after minutes, a full mailbox after hours. */
const RECIPIENT_PAUSES_MS = [1, 5, 15, 60, 120, 240].map((minutes) => minutes * minute)

/** While the mail server as a whole cannot be used. */
const SERVER_PAUSES_MS = [5_000, 10_000, 20_000, 40_000, 80_000, 160_000, 5 * minute]

/** In the order in which they are shown. */
export const DELIVERY_STATES = [
  'queued',
  'sending',
  'sent',
  'deferred',
  'failed',
  'skipped',
  'uncertain',
] as const satisfies DeliveryState[]

/** The states that an administrator may send back to the queue. */
export const RETRIABLE_STATES = ['failed', 'uncertain'] as const satisfies DeliveryState[]

export type DeliveryCounts = Record<DeliveryState, number>

export interface Deferral {
  /** Attempts made, this one included. */
  attempts: number
  /** When the delivery was queued, in milliseconds. */
  queuedAt: number
  now: number
  /** Whether the trouble is with this message alone or with the mail server. */
  concerns: 'message' | 'server'
}

/**
 * When to try a deferred delivery again, in milliseconds; undefined once two days have passed. The last attempt is at
 * the very end of them.
 * @param chance from 0 to 1: spreads what failed together, so that it does not come back together
 */
export function nextAttemptAt(deferral: Deferral, chance: number): number | undefined {
  const { queuedAt, now } = deferral
  const giveUpAt = queuedAt + GIVE_UP_AFTER_MS
  if (now >= giveUpAt) return undefined
  const pause = pauseAfter(deferral)
  return Math.min(Math.round(now + pause * (1 + 0.2 * chance)), giveUpAt)
}

/**
 * A server out of reach is no recipient's fault, so the first such attempts are repeated soon. A server that breaks off
 * at one recipient only looks the same, and must not be bothered with that one for ever.
 */
function pauseAfter({ attempts, concerns }: Deferral): number {
  if (concerns === 'message') return at(RECIPIENT_PAUSES_MS, attempts)
  return attempts <= 3 ? at(SERVER_PAUSES_MS, attempts) : at(RECIPIENT_PAUSES_MS, attempts - 3)
}

/** How long all deliveries wait after so many failures of the server in a row, in milliseconds. */
export function serverPause(failures: number): number {
  return at(SERVER_PAUSES_MS, failures)
}

/** The count's place in the list, the last one for all beyond it. */
function at(pauses: number[], count: number): number {
  return pauses[Math.min(count, pauses.length) - 1] ?? 0
}

export const gaveUp = (reply: string) => `Gave up after 2 days: ${reply}`

/** How long after its start a notification's page counts the downloads of what was announced. */
export const HOURS_AFTER = 72

/** @param start when it was started, in milliseconds, as `now` */
export function hoursAfter(start: number, now: number): { end: number; isOver: boolean } {
  const end = start + HOURS_AFTER * hour
  return { end, isOver: now >= end }
}

/** How far a notification is: for its page, and for the script that keeps the page up to date. */
export interface Progress extends DeliveryCounts {
  id: number
  mode: 'test' | 'live'
  total: number
  /** Those that have come to their end, whichever. */
  done: number
  finished: boolean
  /** Whether each has had its first attempt; some may still be deferred. */
  attempted: boolean
  counts: DeliveryCounts
}

export function progressOf(
  { id, mode, recipient_count, finished_at }: Notification,
  counts: DeliveryCounts,
): Progress {
  return {
    ...counts,
    counts,
    id,
    mode,
    total: recipient_count,
    done: recipient_count - counts.queued - counts.sending - counts.deferred,
    finished: finished_at !== null,
    attempted: counts.queued + counts.sending === 0,
  }
}

type Described = Pick<
  Notification,
  'created_at' | 'created_by' | 'stopped_at' | 'finished_at' | 'mode' | 'recipient_count'
> & { counts: DeliveryCounts }

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
