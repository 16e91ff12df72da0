import type { Transaction } from 'kysely'
import type { FilingEntry, Schema } from '../../platform/database/schema.ts'
import { ConflictError } from '../../platform/http/errors.ts'
import type { Form } from '../../platform/http/request/form.ts'
import type { Platform } from '../../platform/platform.ts'
import { cutText, storable } from '../../shared/clean-text.ts'
import { TITLE_MOST } from '../../shared/naming-rules.ts'
import { NUMBER_MOST, parseWholeNumber } from '../../shared/number-rules.ts'
import { findEntryByNumber } from '../docket/entries/queries.ts'
import { today } from '../site/today.ts'
import { LEFT_OUT, OUT } from './filing-rules.ts'
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

type Actions = Pick<Platform, 'db' | 'clock' | 'config'>

const BLANK = { number: '', title: '', description: '', type: '', filed_by: '', reason: '' }
const ENTRY_NAMES = [...(Object.keys(BLANK) as (keyof typeof BLANK)[]), 'filed_on'] as const

const LONGEST = 200_000

/** Saves the whole form as typed. Values are checked only when the filing is published. */
export function correctFiling({ db, clock, config }: Actions, id: number, form: Form) {
  return db.transaction().execute(async (trx) => {
    const at = clock()
    await openOrRefuse(trx, id, at)
    const entries = (await listFilingEntries(trx, id)).filter(({ done_at }) => done_at === null)
    const documents = await listFilingDocuments(trx, id)
    await correctEntries(trx, entries, form)
    await correctDocuments(trx, { entries, documents, form })
    const main = documents.find((one) => String(one.id) === form.text('main'))
    if (main) await makeMain(trx, id, main.id)
    const removed = entries.find((entry) => String(entry.id) === form.text('remove'))
    if (removed) await removeFilingEntry(trx, removed.id)
    await removeEmptied(trx, { entries, documents, id })
    if (form.has('add_entry')) {
      const filed_on = today(at, config.timeZone)
      await insertFilingEntry(trx, { ...BLANK, problem: '', filing_id: id, filed_on })
    }
  })
}

export async function openOrRefuse(trx: Transaction<Schema>, id: number, at: number) {
  if (await lockOpenFiling(trx, id, at)) return
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
      return [name, cutText(storable(value), LONGEST).trim()] as const
    })
    const fields = Object.fromEntries(typed) as Pick<FilingEntry, (typeof ENTRY_NAMES)[number]>
    if (ENTRY_NAMES.every((name) => fields[name] === entry[name])) continue
    // A new number points to an existing entry only after Save, so that the page can say so before anything is published.
    const isRenumbered = fields.number !== entry.number
    const isShown = !['publish', 'draft'].includes(form.text('action'))
    const number = parseWholeNumber(fields.number, 1, NUMBER_MOST)
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
    const typed = form.text(`entry-${document.id}`)
    if (!form.has(`entry-${document.id}`) || !isMovable(document, entries)) continue
    const target = entries.find((entry) => String(entry.id) === typed)
    await updateFilingDocument(trx, document.id, {
      filing_entry_id: target?.id ?? null,
      refused: typed === OUT ? LEFT_OUT : '',
      title: cutText(storable(form.text(`document_title-${document.id}`)), TITLE_MOST).trim(),
      attachment_number: storable(form.text(`attachment_number-${document.id}`))
        .trim()
        .slice(0, 20),
    })
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
