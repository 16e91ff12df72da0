import { type Insertable, sql, type Transaction, type Updateable, type UpdateObject } from 'kysely'
import { hasChanged } from '../../platform/database/query-results.ts'
import type { Filing, FilingDocument, Queryable, Schema } from '../../platform/database/schema.ts'
import type { FileReading } from '../checks/finding-rules.ts'

export function listOpenFilings(db: Queryable) {
  const filings = db.selectFrom('filings').select(['id', 'created_at', 'created_by'])
  return filings.where('closed_at', 'is', null).orderBy('id', 'desc').execute()
}

export function insertFiling(trx: Queryable, filing: Insertable<Schema['filings']>) {
  return trx.insertInto('filings').values(filing).returningAll().executeTakeFirstOrThrow()
}

type NewFilingEntry = Omit<Insertable<Schema['filing_entries']>, 'reason' | 'problem'>

export function insertFilingEntry(trx: Queryable, entry: NewFilingEntry) {
  const row = { ...entry, reason: '', problem: '' }
  return trx.insertInto('filing_entries').values(row).returningAll().executeTakeFirstOrThrow()
}

const UNREAD_DOCUMENT = {
  filing_entry_id: null,
  title: '',
  attachment_number: '',
  storage_key: '',
  sha256: '',
  byte_size: 0,
  page_count: 0,
  reading: '',
  pages: '',
  refused: '',
}

type NewFilingDocument = Pick<FilingDocument, 'filing_id' | 'file_name'> & Partial<FilingDocument>

export async function insertFilingDocument(trx: Queryable, document: NewFilingDocument) {
  const row = { ...UNREAD_DOCUMENT, ...document }
  await trx.insertInto('filing_documents').values(row).execute()
}

export function findFiling(db: Queryable, id: number): Promise<Filing | undefined> {
  return db.selectFrom('filings').selectAll().where('id', '=', id).executeTakeFirst()
}

export type FilingChange = UpdateObject<Schema, 'filings'>

export const updateFiling = (db: Queryable, id: number, change: FilingChange) =>
  db.updateTable('filings').set(change).where('id', '=', id)

/** What was not used of the docket text. */
export const notesOf = ({ notes }: Filing): string[] => (notes === '' ? [] : JSON.parse(notes))

/** Makes other writers of this filing wait until the transaction ends. @returns undefined if the filing is closed */
export function lockOpenFiling(trx: Transaction<Schema>, id: number, updated_at: number) {
  const filing = updateFiling(trx, id, { updated_at, version: sql<number>`version + 1` })
  return filing.where('closed_at', 'is', null).returningAll().executeTakeFirst()
}

export type FilingProposal = Awaited<ReturnType<typeof findProposal>>

/** The documents of a removed entry are unassigned; those that still are when it is restored come back with it. */
export async function findProposal(db: Queryable, filingId: number) {
  const rows = db.selectFrom('filing_entries').selectAll().where('filing_id', '=', filingId)
  const all = await rows.orderBy('id').execute()
  const entries = all.filter(({ removed }) => removed === '')
  const documents = (await listFilingDocuments(db, filingId)).map((document) => {
    const entry = entries.find(({ id }) => id === document.filing_entry_id)
    return { ...document, filing_entry_id: entry?.id ?? null }
  })
  return {
    open: entries.filter(({ done_at }) => done_at === null),
    done: entries.filter(({ done_at }) => done_at !== null),
    removed: all.filter(({ removed }) => removed !== ''),
    documents,
  }
}

/** The entries that proposed ones became, or that their documents are added to, by id. */
export async function findHolders(db: Queryable, filingId: number) {
  const rows = db.selectFrom('filing_entries').where('filing_id', '=', filingId)
  const entries = rows.innerJoin('entries', 'entries.id', 'entry_id').selectAll('entries')
  return new Map((await entries.execute()).map((entry) => [entry.id, entry]))
}

export async function listEntriesToPublish(db: Queryable, filingId: number, only?: number) {
  const { open } = await findProposal(db, filingId)
  return open.filter(({ id }) => only === undefined || only === id)
}

export type ListedFile = Awaited<ReturnType<typeof listFilingDocuments>>[number]

export const isUnread = ({ storage_key, reading }: ListedFile) => storage_key !== '' && !reading

const inOrder = (db: Queryable) => db.selectFrom('filing_documents').orderBy('id')

/** Without the page text, which may be long. */
export async function listFilingDocuments(db: Queryable, filingId: number) {
  const rows = await inOrder(db)
    .select(['id', 'filing_id', 'filing_entry_id', 'file_name', 'storage_key'])
    .select(['sha256', 'byte_size', 'page_count', 'title', 'attachment_number'])
    .select(['reading', 'refused'])
    .where('filing_id', '=', filingId)
    .execute()
  return rows.map(({ reading, ...row }) => ({
    ...row,
    reading: reading === '' ? undefined : (JSON.parse(reading) as FileReading),
  }))
}

export function listDocumentsToPublish(db: Queryable, entryId: number): Promise<FilingDocument[]> {
  return inOrder(db).selectAll().where('filing_entry_id', '=', entryId).execute()
}

/** @returns false if the entry is done or was removed */
export function updateFilingEntry(
  trx: Queryable,
  id: number,
  change: Updateable<Schema['filing_entries']>,
): Promise<boolean> {
  const entry = trx.updateTable('filing_entries').set(change).where('id', '=', id)
  return hasChanged(entry.where('done_at', 'is', null))
}

export async function updateFilingDocument(
  trx: Queryable,
  id: number,
  change: Updateable<Schema['filing_documents']>,
): Promise<void> {
  await trx.updateTable('filing_documents').set(change).where('id', '=', id).execute()
}

export async function closeFiling(trx: Queryable, id: number, closed_at: number): Promise<void> {
  await updateFiling(trx, id, { closed_at }).execute()
}
