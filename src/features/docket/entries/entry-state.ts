import type { Entry } from '../../../platform/database/schema.ts'

/** What visitors see of an entry: published ones only. */
export type EntryState = 'published' | 'draft' | 'deleted'

export const STATE_LABELS: Readonly<Record<EntryState, string>> = {
  published: 'Published',
  draft: 'Draft',
  deleted: 'Deleted',
}

export function stateOf(entry: Pick<Entry, 'status' | 'deleted_at'>): EntryState {
  return entry.deleted_at === null ? entry.status : 'deleted'
}

export function isEntryState(text: unknown): text is EntryState {
  return text === 'published' || text === 'draft' || text === 'deleted'
}

/** Imported dockets often have one text that serves as both. */
export function hasOwnText({
  title,
  description,
}: {
  title: string
  description: string
}): boolean {
  return description.trim() !== '' && description.trim() !== title.trim()
}
