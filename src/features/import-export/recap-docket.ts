import { hash } from 'node:crypto'
import * as z from 'zod'
import { readAttachments } from '../../shared/attachment-rules.ts'
import { cutText, oneLine } from '../../shared/clean-text.ts'
import { enteredOn, withoutMarkup } from '../../shared/docket-sheet-rules.ts'
import { filedBy, filingTitle, filingType, shortenTitle } from '../../shared/docket-text-rules.ts'
import { attachmentTitle, MAX_TITLE_LENGTH } from '../../shared/naming-rules.ts'
import { MAX_NUMBER } from '../../shared/number-rules.ts'
import { ENTRY_LIMITS } from '../docket/entries/entry-fields.ts'
import { readReferences } from '../relations/rules.ts'
import { Case, type SourceDocket, type SourceDocument, type SourceEntry } from './archive.ts'
import {
  count,
  courtDay,
  filingDate,
  list,
  MAX_ATTACHMENT,
  MAX_IMPORTED_ENTRIES,
  optional,
  optionalLine,
  text,
} from './imported-fields.ts'
import { aboutCase, caseFields, courtName } from './recap-case.ts'

/* The public RECAP / juriscraper docket JSON (CONTRACT section 8). */

/** Some courts leave HTML in it. */
const recapText = text(ENTRY_LIMITS.description).overwrite(withoutMarkup)
const recapLine = optionalLine(ENTRY_LIMITS.description).overwrite(withoutMarkup)

/** RECAP writes numbers as text, juriscraper as numbers. */
const written = z
  .union([z.string().max(20, 'is longer than 20 characters'), z.number()], 'is not a number')
  .nullish()

const docketNumber = written
  .transform(wholeNumber)
  .refine(
    (value) => value === null || (value > 0 && value <= MAX_NUMBER),
    'is not a docket number: use a whole number of 1 or more, or leave it out for a minute entry',
  )

/** For what is missing, programs also write `None` and `nan`. */
const present = (value: string | number | null | undefined) =>
  String(value ?? '')
    .trim()
    .replace(/^(?:none|null|nan)$/i, '')

/** Null where it is missing; NaN for what is no number. */
function wholeNumber(value: string | number | null | undefined): number | null {
  const number = present(value)
  if (number === '') return null
  return /^\d{1,15}(?:\.0+)?$/.test(number) ? Number(number) : Number.NaN
}

const RecapAttachment = z.object({
  /** 0 where it is missing. */
  attachment_number: written
    .transform((value) => wholeNumber(value) ?? 0)
    .pipe(count(MAX_ATTACHMENT)),
  description: recapLine.transform(cutTitle),
})

/** Some are whole paragraphs. */
function cutTitle(title: string): string {
  return title.length > MAX_TITLE_LENGTH ? `${cutText(title, MAX_TITLE_LENGTH - 1)}…` : title
}

const recapEntry = (timeZone: string) =>
  z
    .object({
      document_number: docketNumber,
      date_filed: z.string('is not a date in the form YYYY-MM-DD').nullish(),
      date_entered: z.string().nullish(),
      description: recapText.nullish(),
      short_description: optional(recapText),
      attachments: list(RecapAttachment).nullish(),
      // CourtListener's names; its documents include the main one.
      entry_number: docketNumber,
      recap_documents: list(RecapAttachment).nullish(),
    })
    .refine((entry) => entry.description !== undefined || entry.short_description, {
      ...{ path: ['description'], message: 'is missing' },
    })
    .transform(({ entry_number, recap_documents: documents, ...entry }, context) => {
      const isMain = (document: z.infer<typeof RecapAttachment>) => document.attachment_number === 0
      entry.document_number ??= entry_number
      entry.attachments ??= documents?.filter((document) => !isMain(document))
      entry.short_description ||= documents?.find(isMain)?.description ?? ''
      // Bankruptcy dockets sometimes have only the date of entry; a few rows have none.
      const written = present(entry.date_filed) || present(entry.date_entered)
      const day = written ? courtDay(written, timeZone) : enteredOn(entry.description ?? '')
      const [problem] =
        filingDate.safeParse(written ? (day ?? written) : '2000-01-01').error?.issues ?? []
      if (problem) context.addIssue({ ...problem, path: ['date_filed'] })
      return { ...entry, ...textOf(entry), filed_on: day ?? '' }
    })

type RecapEntry = z.infer<ReturnType<typeof recapEntry>>

/** Dockets made from e-mail notices or feeds often have only the short description. */
function textOf(entry: { description?: string | null | undefined; short_description: string }) {
  const description = entry.description ?? ''
  if (description.trim() !== '') return { description, title: filingTitle(description) }
  const short = oneLine(entry.short_description)
  return { description: short, title: shortenTitle(short) }
}

/** CourtListener's API gives a docket's entries alone, in pages. */
function withEntries(json: unknown): unknown {
  if (Array.isArray(json) && json.length > 0) return { docket_entries: json }
  const { results, docket_entries = results, ...docket } = (json ?? {}) as Record<string, unknown>
  return { ...docket, docket_entries }
}

const recapObject = (timeZone: string) =>
  z
    .object({
      next: z.string().nullish(),
      case_name: optional(Case.shape.caption),
      docket_number: optional(Case.shape.case_number),
      court_id: optionalLine(100),
      assigned_to_str: optional(Case.shape.judge),
      nature_of_suit: optionalLine(1000),
      cause: optionalLine(1000),
      ...caseFields,
      docket_entries: list(recapEntry(timeZone), MAX_IMPORTED_ENTRIES, NO_ENTRIES),
    })
    .refine(({ docket_entries: [first, ...others], ...about }) => {
      const isDated = [first, ...others].some((row) => row?.filed_on)
      return first === undefined || isDated || courtDay(about.date_filed, timeZone)
    }, NO_DATES)

export const recapDocket = (timeZone: string) => z.preprocess(withEntries, recapObject(timeZone))

const NO_ENTRIES = 'is missing: name a file of docket:export, RECAP, or CourtListener'
const NO_DATES = { path: ['docket_entries', 0, 'date_filed'], message: 'is missing everywhere' }

type RecapDocket = z.infer<ReturnType<typeof recapDocket>>

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
  let [day, after] = [rows.find(({ filed_on }) => filed_on)?.filed_on || filed, 0]
  return rows.map((row) => {
    const status = row.filed_on ? 'published' : 'draft'
    day = row.filed_on || day
    after = row.document_number ?? after
    return { ...toSource(row, seen), filed_on: day, after_number: after, status }
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

function toSource(entry: RecapEntry, seen: Map<string, number>): SourceEntry {
  const { document_number: number, filed_on, description, title } = entry
  const isMinute = number === null
  const fallback = isMinute ? 'Minute entry' : `Docket entry ${number}`
  return {
    source_key: sourceKey(entry, seen),
    number,
    filed_on,
    title: title || fallback,
    description,
    type: filingType(description) || (isMinute ? 'Minute entry' : 'Other'),
    filed_by: filedBy(description),
    status: 'published',
    relations: readReferences(description, number),
    documents: isMinute ? [] : recapDocuments(entry),
  }
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

function attachmentsOf({
  description,
  attachments,
}: RecapEntry): [number: number, title: string][] {
  const titles = new Map(
    [...readAttachments(description)].map(([number, title]) => [number, cutTitle(title)]),
  )
  for (const { attachment_number, description } of (attachments ?? []).toReversed()) {
    if (description || !titles.has(attachment_number)) titles.set(attachment_number, description)
  }
  titles.delete(0)
  return [...titles].sort(([a], [b]) => a - b)
}
