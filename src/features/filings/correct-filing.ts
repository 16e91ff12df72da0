import { isDeepStrictEqual } from 'node:util'
import type { Transaction } from 'kysely'
import type { FilingEntry, Queryable, Schema } from '../../platform/database/schema.ts'
import { ConflictError } from '../../platform/http/errors.ts'
import type { Form } from '../../platform/http/request/form.ts'
import type { Platform } from '../../platform/platform.ts'
import { storable } from '../../shared/clean-text.ts'
import { BLANK_FIELDS } from '../../shared/docket-sheet-rules.ts'
import { MAX_NUMBER, parseWholeNumber } from '../../shared/number-rules.ts'
import { dayAt } from '../../shared/time-zone.ts'
import { type Actor, recordAudit } from '../accounts/audit-log/queries.ts'
import { readVersion } from '../docket/entries/entry-fields.ts'
import { findEntryByNumber } from '../docket/entries/queries.ts'
import { isAsSaved, typedDocument, typedEntry } from './compare-form.ts'
import { type GuessedField, LEASE_MS, MAX_FILING_ENTRIES } from './filing-rules.ts'
import { isPublishing, savePublication } from './lease-queries.ts'
import { type Publication, requireOpenFiling } from './publish-filing.ts'
import * as queries from './queries.ts'

/** A form holds a megabyte of docket text, whose letters may take nine bytes each. */
export const MAX_FORM_BYTES = 12 * 1024 * 1024

export class StaleFilingError extends ConflictError {
  constructor() {
    super(STALE, 'stale')
  }
}

const STALE =
  'Someone else changed or finished this proposal while you were correcting it. Nothing was saved. If what you typed is shown below, compare it with the proposal in another tab before you save.'

interface CorrectFiling {
  id: number
  form: Form
  by: Actor
  /** What is to be published once it is saved: nobody else can publish it meanwhile. */
  publishing?: Pick<Publication, 'status' | 'only'>
}

/**
 * Saves the whole form as typed, never cut. The page says what is wrong with a value; it is not published.
 * @returns the new version @throws StaleFilingError, unless the form has exactly what the others saved
 */
export function correctFiling(
  { db, clock, config }: Pick<Platform, 'db' | 'clock' | 'config'>,
  { id, form, by, publishing }: CorrectFiling,
): Promise<number> {
  return db.transaction().execute(async (trx) => {
    const at = clock()
    const filing = await requireOpenFiling(trx, id, at)
    const proposal = await queries.findProposal(trx, id)
    const { open: entries, documents } = proposal
    const seen = readVersion(form)
    const isCurrent = seen === undefined || seen === filing.version - 1
    if (!isCurrent && !isAsSaved(form, proposal)) throw new StaleFilingError()
    if (isPublishing(filing, at)) {
      throw new ConflictError(
        `This proposal is being published or saved: ${filing.publishing_done} of ${filing.publishing_total} entries are done. Wait until it finishes, review what is left, and try again.`,
      )
    }
    const changedEntries = await correctEntries(trx, entries, form)
    const { corrected, changed } = await correctDocuments(trx, proposal, form)
    const removed = chosenIn(entries, form.text('remove'))
    // Also those whose documents were all moved to others.
    for (const entry of entries) {
      const isIn = (one: queries.ListedFile) => one.filing_entry_id === entry.id
      const isEmptied = documents.some(isIn) && !corrected.some(isIn)
      const isRemoved = entry === removed || isEmptied
      if (isRemoved) await queries.updateFilingEntry(trx, entry.id, { removed: 'yes', problem: '' })
    }
    const restored = chosenIn(proposal.removed, form.text('restore'))
    if (restored) await queries.updateFilingEntry(trx, restored.id, { removed: '' })
    if (form.has('add_entry')) {
      if (entries.length >= MAX_FILING_ENTRIES) throw new ConflictError(FULL)
      const filed_on = dayAt(at, config.timeZone)
      await queries.insertFilingEntry(trx, { ...BLANK_FIELDS, filed_on, filing_id: id })
    }
    const names = [...changedEntries.map(labelOf), ...changed.map(({ file_name }) => file_name)]
    const details = [
      removed && `Removed: ${labelOf(removed)}.`,
      restored && `Restored: ${labelOf(restored)}.`,
      form.has('add_entry') && 'Entry added.',
      names.length > 0 && `Changed: ${names.join(', ')}.`,
    ]
    if (!publishing || details.some(Boolean)) {
      const event = { action: 'filing.saved', details: details.filter(Boolean).join(' ') }
      await recordAudit(trx, { ...by, ...event, at, subject: `filing ${id}` })
    }
    if (publishing) {
      const { length } = await queries.listEntriesToPublish(trx, id, publishing.only)
      await savePublication(trx, filing, {
        busy_until: at + LEASE_MS,
        publishing_as: publishing.status,
        publishing_total: length,
        publishing_done: 0,
      })
    }
    return filing.version
  })
}

const chosenIn = <Row extends { id: number }>(rows: readonly Row[], id: string) =>
  rows.find((row) => String(row.id) === id)

const labelOf = ({ number, title }: FilingEntry) => (number ? `No. ${number}` : title)

const FULL = `A filing can have at most ${MAX_FILING_ENTRIES} entries. Publish some of them first.`

async function correctEntries(
  trx: Transaction<Schema>,
  entries: readonly FilingEntry[],
  form: Form,
): Promise<FilingEntry[]> {
  const changed: FilingEntry[] = []
  const [dated, stampedDate = ''] = form.text('use_date').split(' ')
  const isShown = !['publish', 'draft'].includes(form.text('action'))
  for (const entry of entries) {
    const typed = typedEntry(form, entry)
    // A reason applies only to the findings it was typed for, so a form without one clears it.
    if (!form.has(`reason-${entry.id}`)) typed.reason = ''
    if (dated === String(entry.id)) typed.filed_on = storable(stampedDate)
    typed.guessed = remainingGuesses(entry, form)
    if (isDeepStrictEqual(typed, entry)) continue
    changed.push(typed)
    // A new number points to an existing entry only after Save, so that the page can say so before anything is published.
    if (typed.number !== entry.number) {
      const number = isShown ? parseWholeNumber(typed.number, 1, MAX_NUMBER) : undefined
      const holder = number === undefined ? undefined : await findEntryByNumber(trx, number)
      typed.entry_id = holder?.id ?? null
    }
    await queries.updateFilingEntry(trx, entry.id, { ...typed, problem: '' })
  }
  return changed
}

/** A form that does not say which values it showed as guesses was not made from the page: its values are someone's own. */
function remainingGuesses(entry: FilingEntry, form: Form): string {
  if (form.text('accept') === String(entry.id)) return ''
  const isOfPage = form.has(`guessed-${entry.id}`)
  const remaining = entry.guessed.split(' ').filter((name) => {
    const field = `${name}-${entry.id}`
    if (!form.has(field)) return true
    return isOfPage && form.text(field).trim() === entry[name as GuessedField]
  })
  return remaining.join(' ')
}

/** @returns the documents as saved, and those that were changed */
async function correctDocuments(
  trx: Queryable,
  { open, documents }: queries.FilingProposal,
  form: Form,
) {
  const corrections = documents.map((before) => {
    return { before, after: typedDocument(form, before, open) }
  })
  numberMoved(corrections)
  const corrected = corrections.map(({ after }) => after)
  makeMain(corrected, form.text('main'))
  const changes = corrections.filter(({ before, after }) => !isDeepStrictEqual(before, after))
  for (const { before, after } of changes) {
    const { filing_entry_id, refused, title, attachment_number } = after
    const change = { refused, title, attachment_number }
    // Otherwise a removed entry's document would not come back with it.
    const moved = isMoved({ before, after }) ? { filing_entry_id } : {}
    await queries.updateFilingDocument(trx, after.id, { ...change, ...moved })
  }
  return { corrected, changed: changes.map(({ after }) => after) }
}

interface Correction {
  before: queries.ListedFile
  after: queries.ListedFile
}

const isMoved = ({ before, after }: Correction) => before.filing_entry_id !== after.filing_entry_id

/** A moved file whose number is taken there, and was not typed, gets the next free one. */
function numberMoved(corrections: readonly Correction[]): void {
  const isToNumber = (one: Correction) =>
    isMoved(one) &&
    one.after.filing_entry_id !== null &&
    one.after.attachment_number === one.before.attachment_number
  const settled = corrections.filter((one) => !isToNumber(one)).map(({ after }) => after)
  for (const { after } of corrections.filter(isToNumber)) {
    const numbers = settled
      .filter(({ filing_entry_id }) => filing_entry_id === after.filing_entry_id)
      .map(({ attachment_number }) => Number(attachment_number) || 0)
    if (numbers.includes(Number(after.attachment_number))) {
      after.attachment_number = String(Math.max(...numbers) + 1)
    }
    settled.push(after)
  }
}

/** The former main document gets the attachment number of the new one. */
function makeMain(documents: readonly queries.ListedFile[], id: string): void {
  const chosen = chosenIn(documents, id)
  if (!chosen?.filing_entry_id) return
  const former = documents.find(
    (one) => one.filing_entry_id === chosen.filing_entry_id && Number(one.attachment_number) === 0,
  )
  if (former) former.attachment_number = chosen.attachment_number
  chosen.attachment_number = '0'
}
