import type { Config } from '../../config.ts'
import { DAY_MS, dayAt } from '../../shared/time-zone.ts'
import { STATE_LABELS, stateOf } from '../docket/entries/entry-rules.ts'
import { countsAsNotified } from '../subscriptions/test-mode-rules.ts'
import type { AdminEntryRow, UnannouncedRule } from './queries.ts'

export const VIEW_LABELS = {
  ...STATE_LABELS,
  findings: 'Open findings',
  unannounced: 'New, not notified',
}

export type EntryListView = keyof typeof VIEW_LABELS

export const viewUrl = (view: EntryListView) => `/admin/entries?status=${view}`

export const isEntryListView = (text: unknown): text is EntryListView =>
  typeof text === 'string' && Object.hasOwn(VIEW_LABELS, text)

export function isShown(view: EntryListView, row: AdminEntryRow): boolean {
  if (view === 'unannounced') return row.is_unannounced === 1
  if (view === 'findings') return row.open_findings > 0 && row.deleted_at === null
  return stateOf(row) === view
}

/** Nobody expects a notification about an older entry. */
const NEWS_DAYS = 30

export function unannouncedRule(
  { notifications, timeZone }: Pick<Config, 'notifications' | 'timeZone'>,
  now: number,
): UnannouncedRule {
  const all = ['live', 'test'] as const
  const modes = all.filter((mode) => countsAsNotified(notifications, { mode }))
  const since = now - NEWS_DAYS * DAY_MS
  return { modes, since, sinceDay: dayAt(since, timeZone) }
}
