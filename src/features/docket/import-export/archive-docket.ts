import { z } from 'zod'
import { isCalendarDate } from '../../../platform/http/request/parse.ts'
import {
  archiveDocumentDetails,
  archiveEntryDetails,
  correctionIn,
  eventIn,
  fromTime,
  versionIn,
} from './archive-details.ts'
import type { SourceDocket } from './source-docket.ts'

/* The JSON that docket:export writes: everything about the docket, ids included. */

export const ARCHIVE_FORMAT = 'docket-archive'

const id = z.int('is not an id').min(1, 'is not an id')
const date = z
  .string('is missing')
  .refine(isCalendarDate, 'is not a date that exists, as YYYY-MM-DD')

const ArchiveDocument = z.object({
  id,
  attachment_number: z.int().min(0),
  title: z.string('is missing'),
  position: z.int(),
  file_name: z.string(),
  path: z.string('is missing').regex(/^documents\/[^/\\]+$/, 'is not a file below documents/'),
  sha256: z.string().regex(/^[0-9a-f]{64}$/, 'is not a SHA-256 sum'),
  byte_size: z.int(),
  page_count: z.int(),
  deleted: z.boolean(),
  ...archiveDocumentDetails,
})

const ArchiveEntry = z.object({
  id,
  number: z.int().min(1).nullable(),
  filed_on: date,
  title: z.string('is missing'),
  description: z.string('is missing'),
  type: z.string(),
  filed_by: z.string(),
  status: z.enum(['published', 'draft']),
  deleted: z.boolean(),
  source_key: z.string().nullable(),
  ...archiveEntryDetails,
  documents: z.array(ArchiveDocument, 'is missing'),
})

export const ArchiveDocket = z.object({
  format: z.literal(ARCHIVE_FORMAT),
  version: z.literal(1, 'is of a newer version than this program reads'),
  case: z.object({
    caption: z.string(),
    case_number: z.string(),
    court: z.string(),
    judge: z.string(),
    description: z.string(),
    contact: z.string(),
  }),
  entries: z.array(ArchiveEntry, 'is missing'),
})

export type Archive = z.infer<typeof ArchiveDocket>

export function fromArchive(archive: Archive): SourceDocket {
  return {
    settings: archive.case,
    entries: archive.entries.map((entry) => ({
      id: entry.id,
      sourceKey: entry.source_key ?? `archive:${entry.id}`,
      number: entry.number,
      filedOn: entry.filed_on,
      title: entry.title,
      description: entry.description,
      type: entry.type,
      filedBy: entry.filed_by,
      status: entry.status,
      deleted: entry.deleted,
      publishedAt: fromTime(entry.published_at),
      relations: entry.relations,
      events: entry.events.map(eventIn),
      corrections: entry.corrections.map(correctionIn),
      documents: entry.documents.map((document) => ({
        id: document.id,
        attachmentNumber: document.attachment_number,
        title: document.title,
        position: document.position,
        path: document.path,
        sha256: document.sha256,
        fileName: document.file_name,
        deleted: document.deleted,
        corrections: document.corrections.map(correctionIn),
        versions: document.earlier_versions.map(versionIn),
      })),
    })),
  }
}
