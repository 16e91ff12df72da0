import type { Config } from '../../../config.ts'
import { today } from '../../site/today.ts'
import { countsAsNotified } from '../../subscriptions/test-mode-rules.ts'
import { type EntryState, isEntryState, stateOf } from '../entries/entry-rules.ts'
import type { AdminEntryRow, UntoldRule } from './queries.ts'

/** What the list of entries can be filtered to: a state, or entries that need attention. */
export type EntryView = EntryState | 'findings' | 'untold'

export const viewAddress = (view: EntryView) => `/admin/entries?status=${view}`

export const isEntryView = (text: unknown): text is EntryView =>
  isEntryState(text) || text === 'findings' || text === 'untold'

export function isShown(view: EntryView, row: AdminEntryRow): boolean {
  if (view === 'untold') return row.is_untold === 1
  if (view === 'findings') return row.open_findings > 0 && row.deleted_at === null
  return stateOf(row) === view
}

const DAY_MS = 86_400_000
/** Nobody expects a notification about an older entry. */
const NEWS_DAYS = 30

type Settings = Pick<Config, 'notifications' | 'timeZone'>

export function untoldRule({ notifications, timeZone }: Settings, now: number): UntoldRule {
  const all = ['live', 'test'] as const
  const modes = all.filter((mode) => countsAsNotified(notifications, { mode }))
  const since = now - NEWS_DAYS * DAY_MS
  return { modes, since, sinceDay: today(since, timeZone) }
}
