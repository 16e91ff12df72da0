import * as z from 'zod'
import { cutText, oneLine } from '../../shared/clean-text.ts'
import { enteredOn, withoutMarkup } from '../../shared/docket-sheet-rules.ts'
import { filingTitle, shortenTitle } from '../../shared/docket-text-rules.ts'
import { MAX_ATTACHMENT_NUMBER, MAX_TITLE_LENGTH } from '../../shared/naming-rules.ts'
import { MAX_NUMBER } from '../../shared/number-rules.ts'
import { ENTRY_LIMITS } from '../docket/entries/entry-fields.ts'
import { Case } from './archive.ts'
import * as field from './imported-fields.ts'
import { caseFields } from './recap-case.ts'

/* The public RECAP / juriscraper docket JSON (CONTRACT section 8), as it is written. */

/** Some courts leave HTML in it. */
const recapText = field.text(ENTRY_LIMITS.description).overwrite(withoutMarkup)
const recapLine = field.optionalLine(ENTRY_LIMITS.description).overwrite(withoutMarkup)

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
  `${value ?? ''}`.trim().replace(/^(?:none|null|nan)$/i, '')

/** Null where it is missing; NaN for what is no number. */
function wholeNumber(value: string | number | null | undefined): number | null {
  const number = present(value)
  if (number === '') return null
  return /^\d{1,15}(?:\.0+)?$/.test(number) ? Number(number) : Number.NaN
}

const RecapAttachment = z.object({
  attachment_number: written
    .transform((value) => wholeNumber(value) ?? 0)
    .pipe(field.count(MAX_ATTACHMENT_NUMBER)),
  // Some are whole paragraphs.
  description: recapLine.transform((title) => cutText(title, MAX_TITLE_LENGTH)),
})

const recapEntry = (timeZone: string) =>
  z
    .object({
      document_number: docketNumber,
      date_filed: z.string('is not a date in the form YYYY-MM-DD').nullish(),
      date_entered: z.string().nullish(),
      description: recapText.nullish(),
      short_description: field.optional(recapText),
      attachments: field.list(RecapAttachment).nullish(),
      // CourtListener's names; its documents include the main one.
      entry_number: docketNumber,
      recap_documents: field.list(RecapAttachment).nullish(),
    })
    .refine((entry) => entry.description !== undefined || entry.short_description, NO_TEXT)
    .transform(({ entry_number, recap_documents: documents, ...entry }, context) => {
      const isMain = (document: z.infer<typeof RecapAttachment>) => document.attachment_number === 0
      entry.document_number ??= entry_number
      entry.attachments ??= documents?.filter((document) => !isMain(document))
      entry.short_description ||= documents?.find(isMain)?.description ?? ''
      // Bankruptcy dockets sometimes have only the date of entry; a few rows have none.
      const written = present(entry.date_filed) || present(entry.date_entered)
      const day = written ? field.courtDay(written, timeZone) : enteredOn(entry.description ?? '')
      const [problem] =
        field.filingDate.safeParse(written ? (day ?? written) : '2000-01-01').error?.issues ?? []
      if (problem) context.addIssue({ ...problem, path: ['date_filed'] })
      return { ...entry, ...textOf(entry), filed_on: day ?? '' }
    })

export type RecapEntry = z.infer<ReturnType<typeof recapEntry>>

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
      case_name: field.optional(Case.shape.caption),
      docket_number: field.optional(Case.shape.case_number),
      court_id: field.optionalLine(100),
      assigned_to_str: field.optional(Case.shape.judge),
      nature_of_suit: field.optionalLine(1000),
      cause: field.optionalLine(1000),
      ...caseFields,
      docket_entries: field.list(recapEntry(timeZone), field.MAX_IMPORTED_ENTRIES, NO_ENTRIES),
    })
    .refine(({ docket_entries: [first, ...others], ...about }) => {
      // Of a row with another problem, the date is unknown.
      const isDated = [first, ...others].some((row) => row?.filed_on !== '')
      return first === undefined || isDated || field.courtDay(about.date_filed, timeZone)
    }, NO_DATES)

export const recapDocket = (timeZone: string) => z.preprocess(withEntries, recapObject(timeZone))

const NO_TEXT = { path: ['description'], message: 'is missing' }
const NO_ENTRIES = 'is missing: use a file from docket:export, RECAP, or CourtListener'
const NO_DATES = { path: ['docket_entries', 0, 'date_filed'], message: 'is missing everywhere' }

export type RecapDocket = z.infer<ReturnType<typeof recapDocket>>
