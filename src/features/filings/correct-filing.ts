import type { Transaction } from 'kysely'
import type { Filing, FilingEntry, Schema } from '../../platform/database/schema.ts'
import { ConflictError } from '../../platform/http/errors.ts'
import type { Form } from '../../platform/http/request/form.ts'
import type { Platform } from '../../platform/platform.ts'
import { storable } from '../../shared/clean-text.ts'
import { MAX_NUMBER, parseWholeNumber } from '../../shared/number-rules.ts'
import type { ConflictRow } from '../../ui/conflict-notice.tsx'
import { type Actor, recordAudit } from '../accounts/audit-log/queries.ts'
import { readVersion } from '../docket/entries/entry-fields.ts'
import { findEntryByNumber } from '../docket/entries/queries.ts'
import { today } from '../site/today.ts'
import { ADDED, BLANK_FIELDS, compareForm, ENTRY_NAMES } from './compare-form.ts'
import { LEFT_OUT, MAX_FILING_ENTRIES, moveValue, OUT } from './filing-rules.ts'
import {
  insertFilingEntry,
  type ListedFile,
  listFilingDocuments,
  listFilingEntries,
  lockOpenFiling,
  removeFilingEntry,
  updateFilingDocument,
  updateFilingEntry,
} from './queries.ts'

type CorrectionDeps = Pick<Platform, 'db' | 'clock' | 'config'>

/** A form holds a megabyte of docket text, whose letters may take nine bytes each. */
export const MAX_FORM_BYTES = 12 * 1024 * 1024

/** Somebody else changed the proposal since the page was opened. */
export class StaleFilingError extends ConflictError {
  readonly rows: readonly ConflictRow[]
  constructor(rows: readonly ConflictRow[]) {
    super('This proposal was changed by someone else while you were correcting it.', 'stale')
    this.rows = rows
  }
}

interface CorrectFiling {
  id: number
  form: Form
  by: Actor
}

/**
 * Saves the whole form as typed, never cut. The page says what is wrong with a value; it is not published.
 * @returns the new version @throws StaleFilingError, unless the form has exactly what the others saved
 */
export function correctFiling(
  { db, clock, config }: CorrectionDeps,
  { id, form, by }: CorrectFiling,
): Promise<number> {
  return db.transaction().execute(async (trx) => {
    const at = clock()
    const { version } = await requireOpenFiling(trx, id, at)
    const all = await listFilingEntries(trx, id)
    const entries = all.filter(({ done_at }) => done_at === null)
    const documents = await listFilingDocuments(trx, id)
    const seen = readVersion(form)
    const changes = compareForm(form, { entries: all, documents })
    if (seen !== undefined && seen !== version - 1 && changes.length > 0) {
      throw new StaleFilingError(changes)
    }
    await correctEntries(trx, entries, form)
    await correctDocuments(trx, { entries, documents, form })
    const main = documents.find((one) => String(one.id) === form.text('main'))
    if (main) await makeMain(trx, id, main.id)
    const removed = entries.find((entry) => String(entry.id) === form.text('remove'))
    if (removed) await removeFilingEntry(trx, removed.id)
    await removeEmptied(trx, { entries, documents, id })
    if (form.has('add_entry')) {
      if (entries.length >= MAX_FILING_ENTRIES) throw new ConflictError(FULL)
      const filed_on = today(at, config.timeZone)
      await insertFilingEntry(trx, { ...BLANK_FIELDS, problem: '', filing_id: id, filed_on })
    }
    const typed = changes.filter(({ theirs }) => theirs !== ADDED)
    const details = [
      removed && `Removed: ${removed.number ? `No. ${removed.number}` : removed.title}.`,
      main && `Main document: ${main.file_name}.`,
      form.has('add_entry') && 'Entry added.',
      typed.length > 0 && `Changed: ${typed.map(({ label }) => label).join(', ')}.`,
    ]
    const isSave = !['publish', 'draft'].includes(form.text('action'))
    if (isSave || details.some(Boolean)) {
      const event = { action: 'filing.saved', details: details.filter(Boolean).join(' ') }
      await recordAudit(trx, { ...by, ...event, at, subject: `filing ${id}` })
    }
    return version
  })
}

const FULL = `A filing can have at most ${MAX_FILING_ENTRIES} entries. Publish some of them first.`

/** @returns the filing with its new version */
export async function requireOpenFiling(
  trx: Transaction<Schema>,
  id: number,
  at: number,
): Promise<Filing> {
  const filing = await lockOpenFiling(trx, id, at)
  if (filing) return filing
  throw new ConflictError(
    'This filing is closed: everything in it was published, saved as a draft, or discarded.',
  )
}

async function correctEntries(
  trx: Transaction<Schema>,
  entries: readonly FilingEntry[],
  form: Form,
) {
  for (const entry of entries) {
    const typed = ENTRY_NAMES.map((name) => {
      const field = `${name}-${entry.id}`
      // A reason applies only to the findings it was typed for, so a form without one clears it.
      const isSent = form.has(field) || name === 'reason'
      const value = isSent ? form.text(field) : entry[name]
      return [name, storable(value).trim()] as const
    })
    const fields = Object.fromEntries(typed) as Pick<FilingEntry, (typeof ENTRY_NAMES)[number]>
    if (ENTRY_NAMES.every((name) => fields[name] === entry[name])) continue
    // A new number points to an existing entry only after Save, so that the page can say so before anything is published.
    const isRenumbered = fields.number !== entry.number
    const isShown = !['publish', 'draft'].includes(form.text('action'))
    const number = parseWholeNumber(fields.number, 1, MAX_NUMBER)
    const holder =
      isRenumbered && isShown && number !== undefined
        ? await findEntryByNumber(trx, number)
        : undefined
    const entry_id = isRenumbered ? (holder?.id ?? null) : entry.entry_id
    await updateFilingEntry(trx, entry.id, { ...fields, entry_id, problem: '' })
  }
}

interface Correcting {
  entries: readonly FilingEntry[]
  documents: readonly ListedFile[]
}

async function correctDocuments(
  trx: Transaction<Schema>,
  { entries, documents, form }: Correcting & { form: Form },
): Promise<void> {
  for (const document of documents) {
    const typed = moveValue(form.text(`entry-${document.id}`), entries)
    if (!form.has(`entry-${document.id}`) || !isMovable(document, entries)) continue
    const target = entries.find((entry) => String(entry.id) === typed)
    const change = {
      filing_entry_id: target?.id ?? null,
      refused: typed === OUT ? LEFT_OUT : '',
      title: storable(form.text(`document_title-${document.id}`)).trim(),
      attachment_number: storable(form.text(`attachment_number-${document.id}`)).trim(),
    }
    const names = Object.keys(change) as (keyof typeof change)[]
    if (names.some((name) => change[name] !== document[name])) {
      await updateFilingDocument(trx, document.id, change)
    }
  }
}

/** False if the document's entry was published in the meantime, or if the file was refused. */
const isMovable = ({ storage_key, filing_entry_id }: ListedFile, entries: readonly FilingEntry[]) =>
  storage_key !== '' &&
  (filing_entry_id === null || entries.some((entry) => entry.id === filing_entry_id))

/** The former main document gets the attachment number of the new one. */
async function makeMain(trx: Transaction<Schema>, filingId: number, id: number): Promise<void> {
  const documents = await listFilingDocuments(trx, filingId)
  const chosen = documents.find((document) => document.id === id)
  if (!chosen?.filing_entry_id) return
  const former = documents.find(
    (document) =>
      document.filing_entry_id === chosen.filing_entry_id &&
      Number(document.attachment_number) === 0,
  )
  const { attachment_number } = chosen
  if (former) await updateFilingDocument(trx, former.id, { attachment_number })
  await updateFilingDocument(trx, id, { attachment_number: '0' })
}

/** Removes proposed entries whose documents were all moved to others. */
async function removeEmptied(
  trx: Transaction<Schema>,
  { entries, documents, id }: Correcting & { id: number },
): Promise<void> {
  const placed = new Set((await listFilingDocuments(trx, id)).map((one) => one.filing_entry_id))
  const had = new Set(documents.map((one) => one.filing_entry_id))
  for (const entry of entries) {
    if (had.has(entry.id) && !placed.has(entry.id)) await removeFilingEntry(trx, entry.id)
  }
}
