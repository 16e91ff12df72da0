import { hash } from 'node:crypto'
import { readAttachments } from '../../shared/attachment-rules.ts'
import { cutText } from '../../shared/clean-text.ts'
import { filedBy, filingType } from '../../shared/docket-text-rules.ts'
import { attachmentTitle, MAX_TITLE_LENGTH, usualTitle } from '../../shared/naming-rules.ts'
import { readReferences } from '../relations/rules.ts'
import { Case, type SourceDocket, type SourceDocument, type SourceEntry } from './archive.ts'
import { courtDay } from './imported-fields.ts'
import { aboutCase, courtName } from './recap-case.ts'
import type { RecapDocket, RecapEntry } from './recap-docket.ts'

export function fromRecap(docket: RecapDocket, timeZone: string): SourceDocket {
  const rows = inCourtOrder(docket.docket_entries)
  const { about, notes } = aboutCase(docket, timeZone)
  const numbers = Map.groupBy(rows, ({ document_number }) => document_number)
  numbers.delete(null)
  return {
    case: {
      ...Case.parse({}),
      caption: docket.case_name,
      case_number: docket.docket_number,
      court: courtName(docket.court_id),
      judge: docket.assigned_to_str,
      description: [docket.nature_of_suit, docket.cause].filter(Boolean).join('; '),
      about,
    },
    entries: toSources(rows, courtDay(docket.date_filed, timeZone)),
    unfilled: rows.flatMap(unfilledOf),
    leftOut: rows.flatMap(leftOutOf),
    repeated: [...numbers].filter(([, { length }]) => length > 1).map(([number]) => `${number}`),
    undated: rows.filter(({ filed_on }) => !filed_on).map(nameOf),
    notes: docket.next ? [...notes, ONE_PAGE] : notes,
  }
}

const ONE_PAGE =
  'The file is one page of CourtListener’s list of entries. Load the next pages, too.'

/** Some dockets list the newest entry first; entries of the same day stand as the court put them. */
function inCourtOrder(rows: readonly RecapEntry[]): RecapEntry[] {
  const key = ({ filed_on, document_number: number }: RecapEntry) =>
    `${filed_on} ${String(number).padStart(12, '0')}`
  const keys = rows.filter((row) => row.filed_on && row.document_number !== null).map(key)
  return (keys[0] ?? '') > (keys.at(-1) ?? '') ? rows.toReversed() : [...rows]
}

/** A row without a date becomes a draft of the day before it, so that no date is made up for the public. */
function toSources(rows: readonly RecapEntry[], filed = ''): SourceEntry[] {
  const seen = new Map<string, number>()
  let day = rows.find(({ filed_on }) => filed_on)?.filed_on || filed
  let after = 0
  return rows.map((entry) => {
    const { document_number: number, description } = entry
    day = entry.filed_on || day
    after = number ?? after
    return {
      source_key: sourceKey(entry, seen),
      number,
      after_number: after,
      filed_on: day,
      title: entry.title || usualTitle(number),
      description,
      type: filingType(description) || (number === null ? 'Minute entry' : 'Other'),
      filed_by: filedBy(description),
      status: entry.filed_on ? 'published' : 'draft',
      relations: readReferences(description, number),
      documents: number === null ? [] : recapDocuments(entry),
    }
  })
}

const nameOf = ({ document_number: number, filed_on, title }: RecapEntry) =>
  String(number ?? (filed_on ? `the minute entry of ${filed_on}` : title || 'a minute entry'))

function unfilledOf(entry: RecapEntry): string[] {
  const { document_number: number, title } = entry
  const text = title ? [] : [`text of ${nameOf(entry)}`]
  const untitled = number === null ? [] : attachmentsOf(entry).filter(([, title]) => !title)
  return [...text, ...untitled.map(([attachment]) => `title of ${number}-${attachment}`)]
}

/** The attachment number is taken or missing, or the entry has no number. */
function leftOutOf(entry: RecapEntry): string[] {
  const { document_number: number, filed_on, attachments } = entry
  const kept = new Map(number === null ? [] : attachmentsOf(entry))
  return (attachments ?? [])
    .filter((one) => one.description && one.description !== kept.get(one.attachment_number))
    .map((one) => `${number ?? filed_on}-${one.attachment_number} ${one.description}`)
}

/** Two identical minute entries on one day are two entries; so are two of one number, such as a sealed one. */
function sourceKey(entry: RecapEntry, seen: Map<string, number>): string {
  const { document_number: number, filed_on, description } = entry
  const isFirst = number !== null && !seen.has(`number:${number}`)
  const kind = number === null ? 'minute' : `repeated:${number}`
  const text = `${kind}:${filed_on}:${hash('sha256', description).slice(0, 24)}`
  const key = isFirst ? `number:${number}` : text
  const count = (seen.get(key) ?? 0) + 1
  seen.set(key, count)
  return isFirst ? key : `${key}:${count}`
}

function recapDocuments(entry: RecapEntry): SourceDocument[] {
  return [
    { attachment_number: 0, title: entry.title || 'Main document', position: 0 },
    ...attachmentsOf(entry).map(([attachment_number, title], index) => ({
      attachment_number,
      title: title || attachmentTitle(attachment_number),
      position: index + 1,
    })),
  ]
}

function attachmentsOf({ description, attachments }: RecapEntry): [number, string][] {
  const titles = new Map<number, string>()
  for (const [number, title] of readAttachments(description))
    titles.set(number, cutText(title, MAX_TITLE_LENGTH))
  for (const { attachment_number, description } of (attachments ?? []).toReversed()) {
    if (description || !titles.has(attachment_number)) titles.set(attachment_number, description)
  }
  titles.delete(0)
  return [...titles].sort(([a], [b]) => a - b)
}
