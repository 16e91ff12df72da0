import { createHash } from 'node:crypto'
import type { Document } from '../../../platform/database/schema.ts'

/** Changes with what a form shows; not with the place, which others move. */
export function documentVersion(document: Document): string {
  const { title, attachment_number, sha256 } = document
  return createHash('sha256')
    .update(JSON.stringify([title, attachment_number, sha256]))
    .digest('base64url')
    .slice(0, 16)
}
