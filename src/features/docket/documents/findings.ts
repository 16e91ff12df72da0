import type { Document, Entry, EntryStatus, Queryable } from '../../../platform/database/schema.ts'
import { InvalidError } from '../../../platform/http/errors.ts'
import type { Deps } from '../../../platform/platform.ts'
import { actorName } from '../../accounts/audit-log/queries.ts'
import {
  findingSentence,
  isDisclosure,
  isUndecided,
  KIND_LABELS,
} from '../../checks/finding-rules.ts'
import { type ComparisonContext, compareFile } from '../../checks/wrong-file-rules.ts'
import { findCaseSettings } from '../../site/queries.ts'
import { type Chosen, type Edit, lockEditable, recordEdit, runEdit } from '../entries/edit.ts'
import { type AcceptedFile, type RefusedFile, refusedReasons } from './accept-files.ts'
import { listFindings, markDecided, replaceFindings } from './findings-queries.ts'
import { listDocuments, listSameContent } from './queries.ts'
import { documentLabel } from './rules.ts'

const MAX_REASON_LENGTH = 1000
const TOO_LONG = 'The reason is longer than 1,000 characters. Shorten it.'
const NEEDS_REASON =
  'To publish it anyway, enter a reason. Otherwise, keep the entry a draft or replace the file.'

/** A file that may give something away is published only after somebody decides to (docs/decisions/045). */
const disclosureError = (reasons: string[]) =>
  new InvalidError(reasons.join(' '), { findings_reason: reasons }, 'findings_open')

/** @throws InvalidError if it is too long: a record of a decision is kept whole or not at all */
export function readReason(typed: string): string | undefined {
  const reason = typed.trim()
  if (reason.length > MAX_REASON_LENGTH) {
    throw new InvalidError(TOO_LONG, { findings_reason: [TOO_LONG] })
  }
  return reason || undefined
}

interface Publication {
  status: EntryStatus
  reason: string | undefined
}

/** For files that are not stored yet: what may give something away does not become public without a reason. */
export function splitByDisclosure<File extends AcceptedFile>(
  files: readonly File[],
  { status, reason }: Publication,
): { accepted: File[]; refused: RefusedFile[] } {
  const isFree = status !== 'published' || reason !== undefined
  const isHeld = ({ reading }: File) => !isFree && reading.findings.some(isDisclosure)
  return {
    accepted: files.filter((file) => !isHeld(file)),
    refused: files.filter(isHeld).map(({ name, reading }) => {
      const sentences = reading.findings.filter(isDisclosure).map(findingSentence)
      return { name, reason: [...sentences, NEEDS_REASON].join(' '), isHeld: true }
    }),
  }
}

export function refuseDisclosures(files: readonly AcceptedFile[], publication: Publication): void {
  const { refused } = splitByDisclosure(files, publication)
  if (refused.length > 0) throw disclosureError(refusedReasons(refused))
}

interface RecordFindings {
  document: Document
  entry: Pick<Entry, 'number' | 'filed_on'>
  file: AcceptedFile
}

export async function recordFindings(trx: Queryable, { document, entry, file }: RecordFindings) {
  const { attachment_number: attachmentNumber, id: ownId } = document
  const compared = await compareWithDocket(trx, { file, entry, attachmentNumber, ownId })
  await replaceFindings(trx, document, [...file.reading.findings, ...compared])
}

interface CompareFile extends Pick<ComparisonContext, 'entry' | 'attachmentNumber'> {
  file: Pick<AcceptedFile, 'name' | 'sha256' | 'pageCount' | 'reading'>
  ownId?: number | undefined
}

export async function compareWithDocket(db: Queryable, { file, ownId, ...of }: CompareFile) {
  const { case_number: caseNumber } = await findCaseSettings(db)
  const same = (await listSameContent(db, file.sha256)).filter(({ id }) => id !== ownId)
  return compareFile(file, { ...of, caseNumber, publishedElsewhere: same.map(documentLabel) })
}

interface Decision {
  documents: readonly Pick<Document, 'id' | 'file_name'>[]
  reason: string
}

/** Decides all open findings. The audit log has only their kinds, not what was found. */
async function decideFindings(edit: Edit, entryId: number, { documents, reason }: Decision) {
  const documentIds = documents.map(({ id }) => id)
  const decision = { decided_by: actorName(edit.by), reason, decided_at: edit.at }
  const kinds = await markDecided(edit.trx, documentIds, decision)
  if (kinds.length === 0) return
  const counts = [...Map.groupBy(kinds, (kind) => KIND_LABELS[kind])].map(
    ([label, { length }]) => `${label}: ${length}`,
  )
  const details = `${counts.join(', ')}. Reason: ${reason}`
  await recordEdit(edit, entryId, { action: 'findings.decided', details })
}

/** The same rule for documents: each passes here when it, or its entry, becomes public. @throws InvalidError */
export async function decideBeforePublication(
  edit: Edit,
  { id, status }: Pick<Entry, 'id' | 'status'>,
  { documents, reason }: Omit<Decision, 'reason'> & { reason: string | undefined },
): Promise<void> {
  if (status !== 'published') return
  if (reason !== undefined) return decideFindings(edit, id, { documents, reason })
  const names = new Map(documents.map((document) => [document.id, document.file_name]))
  const open = (await listFindings(edit.trx, id)).filter(
    (one) => names.has(one.document_id) && isUndecided(one),
  )
  if (open.length === 0) return
  const reasons = open.map((one) => `${names.get(one.document_id)}: ${findingSentence(one)}`)
  throw disclosureError([...reasons, NEEDS_REASON])
}

export const reviewFindings = (deps: Deps, { id, reason, by }: Chosen & { reason: string }) =>
  runEdit(deps, by, async (edit) => {
    await lockEditable(edit, id)
    await decideFindings(edit, id, { documents: await listDocuments(edit.trx, [id]), reason })
  })
