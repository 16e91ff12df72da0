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
import { editableEntry } from '../entries/entry-rules.ts'
import { lockEntry, recordEntryEvent } from '../entries/queries.ts'
import type { AcceptedFile, RefusedFile } from './accept-files.ts'
import { insertFindings, listFindings, markDecided, removeFindings } from './findings-queries.ts'
import { listDocuments, listSameContent } from './queries.ts'
import { documentLabel } from './rules.ts'

const REASON_MOST = 1000
const NEEDS_REASON =
  'To publish it anyway, say why. Otherwise keep the entry a draft, or add a file without it.'

/** Nothing is published that may give something away before somebody has decided so (docs/decisions/045). */
export class DisclosureError extends InvalidError {
  constructor(sentences: readonly string[]) {
    const reasons = [...sentences, NEEDS_REASON]
    super(reasons.join(' '), { findings_reason: reasons }, 'findings_open')
  }
}

/** Typed by an administrator; undefined where nothing was. */
export function readReason(typed: string): string | undefined {
  return typed.trim().slice(0, REASON_MOST) || undefined
}

export const disclosuresIn = ({ name, reading }: Pick<AcceptedFile, 'name' | 'reading'>) =>
  reading.findings.filter(isDisclosure).map((finding) => `${name}: ${findingSentence(finding)}`)

/** Of files for an entry that everyone can see. */
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
  entry: Pick<Entry, 'number' | 'filed_on' | 'title'>
  file: AcceptedFile
  at: number
}

/** Instead of those of the document's earlier file. */
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
  file: AcceptedFile
  entry?: RecordFindings['entry']
  attachmentNumber: number | undefined
  /** Of the document, where it is one already. */
  ownId?: number
}

export async function compareWithDocket(
  db: Queryable,
  { file, ownId, ...context }: CompareFile,
): Promise<Finding[]> {
  const { case_number: caseNumber } = await findCaseSettings(db)
  const same = (await listSameContent(db, file.sha256)).filter(({ id }) => id !== ownId)
  const publishedElsewhere = same.map((one) => ({ documentId: one.id, label: documentLabel(one) }))
  return compareFile(file.reading, file, { ...context, caseNumber, publishedElsewhere })
}

interface DecideFindings {
  entryId: number
  documentIds: readonly number[]
  reason: string
  by: Actor
  at: number
}

/** All that are open. What was found is not in the audit log, only of which kind. */
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

interface DecideBefore extends Omit<DecideFindings, 'documentIds' | 'reason'> {
  documents: readonly Pick<Document, 'id'>[]
  reason: string | undefined
}

/** Before these documents of an entry become public. @throws DisclosureError */
export async function decideBeforePublication(
  trx: Queryable,
  { documents, reason, ...wish }: DecideBefore,
): Promise<void> {
  const documentIds = documents.map(({ id }) => id)
  const all = await listFindings(trx, wish.entryId)
  const open = all.filter(
    ({ decided_at, document_id }) => !decided_at && documentIds.includes(document_id),
  )
  if (reason !== undefined) await decideFindings(trx, { ...wish, documentIds, reason })
  else if (open.some(isDisclosure)) {
    throw new DisclosureError(open.filter(isDisclosure).map(findingSentence))
  }
}

/** "Mark as reviewed". */
export async function reviewFindings(
  { db, clock }: Pick<Platform, 'db' | 'clock'>,
  { entryId, reason, by }: Omit<DecideFindings, 'at' | 'documentIds'>,
): Promise<void> {
  await db.transaction().execute(async (trx: Transaction<Schema>) => {
    const at = clock()
    editableEntry(await lockEntry(trx, entryId, at))
    const documentIds = (await listDocuments(trx, [entryId])).map(({ id }) => id)
    await decideFindings(trx, { entryId, documentIds, reason, by, at })
  })
}
