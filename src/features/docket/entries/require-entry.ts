import type { Entry } from '../../../platform/database/schema.ts'
import { ConflictError, NotFoundError } from '../../../platform/http/errors.ts'

export function requireEntry(entry: Entry | undefined): Entry {
  if (!entry) throw new NotFoundError('There is no such docket entry.')
  return entry
}

export function requireEditableEntry(row: Entry | undefined): Entry {
  const entry = requireEntry(row)
  if (entry.deleted_at === null) return entry
  throw new ConflictError('This entry is deleted. Restore it before changing it.')
}
