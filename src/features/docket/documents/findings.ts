import type { Transaction } from 'kysely'
import type { Document, Entry, Queryable, Schema } from '../../../platform/database/schema.ts'
import { InvalidError } from '../../../platform/http/errors.ts'
import type { Platform } from '../../../platform/platform.ts'
import { type Actor, actorName } from '../../accounts/audit-log/queries.ts'
import {
  type Finding,
  type FindingKind,
  findingSentence,
  isDisclosure,
  KIND_LABELS,
} from '../../checks/finding-rules.ts'
import { compareFile } from '../../checks/wrong-file-rules.ts'
import { findCaseSettings } from '../../site/queries.ts'
import { lockEntry, recordEntryEvent } from '../entries/queries.ts'
import { requireEditableEntry } from '../entries/require-entry.ts'
import type { AcceptedFile, RefusedFile } from './accept-files.ts'
import { insertFindings, listFindings, markDecided, removeFindings } from './findings-queries.ts'
import { listDocuments, listSameContent } from './queries.ts'
import { documentLabel } from './rules.ts'

const MAX_REASON_LENGTH = 1000
const NEEDS_REASON =
  'To publish it anyway, enter a reason. Otherwise, keep the entry a draft or replace the file.'

/** A file that may give something away is published only after somebody decides to (docs/decisions/045). */
export class DisclosureError extends InvalidError {
  constructor(sentences: readonly string[]) {
    const reasons = [...sentences, NEEDS_REASON]
    super(reasons.join(' '), { findings_reason: reasons }, 'findings_open')
  }
}

/** As typed by an administrator; undefined if blank. */
export function readReason(typed: string): string | undefined {
  return typed.trim().slice(0, MAX_REASON_LENGTH) || undefined
}

export const disclosuresIn = ({ name, reading }: Pick<AcceptedFile, 'name' | 'reading'>) =>
  reading.findings.filter(isDisclosure).map((finding) => `${name}: ${findingSentence(finding)}`)

/** For files added to an entry that everyone can see. */
export function holdBack<File extends AcceptedFile>(
  files: readonly File[],
  reason: string | undefined,
): { accepted: File[]; refused: RefusedFile[] } {
  const isHeld = ({ reading }: File) => reason === undefined && reading.findings.some(isDisclosure)
  return {
    accepted: files.filter((file) => !isHeld(file)),
    refused: files.filter(isHeld).map(({ name, reading }) => {
      const sentences = reading.findings.filter(isDisclosure).map(findingSentence)
      return { name, reason: [...sentences, NEEDS_REASON].join(' '), isHeld: true }
    }),
  }
}

interface RecordFindings {
  document: Document
  entry: Pick<Entry, 'number' | 'filed_on'>
  file: AcceptedFile
  at: number
}

/** Replaces the findings of the document's earlier file. */
export async function recordFindings(
  trx: Queryable,
  { document, entry, file, at }: RecordFindings,
): Promise<void> {
  const { attachment_number: attachmentNumber, id: ownId } = document
  const compared = await compareWithDocket(trx, { file, entry, attachmentNumber, ownId })
  await removeFindings(trx, document.id)
  await insertFindings(trx, document.id, { findings: [...file.reading.findings, ...compared], at })
}

interface CompareFile {
  file: Pick<AcceptedFile, 'name' | 'sha256' | 'pageCount' | 'reading'>
  entry?: RecordFindings['entry'] | undefined
  attachmentNumber: number | undefined
  /** The document's id, if the file already is one. */
  ownId?: number | undefined
}

export async function compareWithDocket(
  db: Queryable,
  { file, ownId, ...context }: CompareFile,
): Promise<Finding[]> {
  const { case_number: caseNumber } = await findCaseSettings(db)
  const same = (await listSameContent(db, file.sha256)).filter(({ id }) => id !== ownId)
  return compareFile(file, {
    ...context,
    caseNumber,
    publishedElsewhere: same.map(documentLabel),
  })
}

interface DecideFindings {
  entryId: number
  documentIds: readonly number[]
  reason: string
  by: Actor
  at: number
}

/** Decides all open findings. The audit log has only their kinds, not what was found. */
export async function decideFindings(
  trx: Queryable,
  { entryId, documentIds, reason, by, at }: DecideFindings,
): Promise<void> {
  const kinds = await markDecided(trx, documentIds, { by: actorName(by), reason, at })
  if (kinds.length === 0) return
  const details = `${countKinds(kinds)}. Reason: ${reason}`
  await recordEntryEvent(trx, by, { entryId, action: 'findings.decided', details, at })
}

const countKinds = (kinds: readonly FindingKind[]) =>
  [...new Set(kinds)]
    .map((kind) => `${KIND_LABELS[kind]}: ${kinds.filter((one) => one === kind).length}`)
    .join(', ')

interface DecidePublication extends Pick<DecideFindings, 'by' | 'at'> {
  entry: Pick<Entry, 'id' | 'status'>
  documents: readonly Pick<Document, 'id'>[]
  /** Why they are published anyway. */
  reason: string | undefined
}

/** Call it when the entry is, or becomes, public with these documents. @throws DisclosureError */
export async function decideBeforePublication(
  trx: Queryable,
  { entry, documents, reason, by, at }: DecidePublication,
): Promise<void> {
  if (entry.status !== 'published') return
  const documentIds = documents.map(({ id }) => id)
  if (reason !== undefined) {
    return decideFindings(trx, { entryId: entry.id, documentIds, reason, by, at })
  }
  const open = (await listFindings(trx, entry.id)).filter(
    (one) => !one.decided_at && documentIds.includes(one.document_id) && isDisclosure(one),
  )
  if (open.length > 0) throw new DisclosureError(open.map(findingSentence))
}

export async function reviewFindings(
  { db, clock }: Pick<Platform, 'db' | 'clock'>,
  { entryId, reason, by }: Omit<DecideFindings, 'at' | 'documentIds'>,
): Promise<void> {
  await db.transaction().execute(async (trx: Transaction<Schema>) => {
    const at = clock()
    requireEditableEntry(await lockEntry(trx, entryId, at))
    const documentIds = (await listDocuments(trx, [entryId])).map(({ id }) => id)
    await decideFindings(trx, { entryId, documentIds, reason, by, at })
  })
}
