import type { Queryable } from '../../platform/database/schema.ts'
import { MAX_NUMBER, parseWholeNumber } from '../../shared/number-rules.ts'
import type { Finding } from '../checks/finding-rules.ts'
import { chooseStamp } from '../checks/stamp-rules.ts'
import { compareWithDocket } from '../docket/documents/findings.ts'
import { findCaseSettings } from '../site/queries.ts'
import { findHolders, findProposal, type ListedFile } from './queries.ts'

export type FilingFindings = ReadonlyMap<number, readonly Finding[]>

/** Of each document that is not published yet: those from reading the file, then those from comparing it. */
export async function findFilingFindings(
  db: Queryable,
  filingId: number,
  onlyEntry?: number,
): Promise<FilingFindings> {
  const { open, documents } = await findProposal(db, filingId)
  const holders = await findHolders(db, filingId)
  const findings = new Map<number, readonly Finding[]>()
  for (const document of documents) {
    const { id, filing_entry_id: entryId, sha256, file_name: name, reading } = document
    const entry = open.find((one) => one.id === entryId)
    const isDone = entryId !== null && !entry
    if (!reading || isDone || (onlyEntry !== undefined && entryId !== onlyEntry)) continue
    const holder = holders.get(entry?.entry_id ?? 0)
    const compared = await compareWithDocket(db, {
      file: { name, sha256, pageCount: document.page_count, reading },
      entry: holder ?? (entry && { ...entry, number: numberOf(entry.number, 1) ?? null }),
      attachmentNumber: entry && numberOf(document.attachment_number, 0),
    })
    findings.set(id, [...reading.findings, ...compared])
  }
  return findings
}

const numberOf = (typed: string, min: number) => parseWholeNumber(typed, min, MAX_NUMBER)

/** From the stamps of main documents, keyed by the proposed entry: YYYY-MM-DD. */
export async function listStampedDates(db: Queryable, documents: readonly ListedFile[]) {
  const { case_number: caseNumber } = await findCaseSettings(db)
  const dates = new Map<number, string>()
  for (const { filing_entry_id, reading, attachment_number } of documents) {
    if (filing_entry_id === null || !reading || attachment_number !== '0') continue
    const filedOn = chooseStamp(reading.stamps, caseNumber)?.filedOn
    if (filedOn) dates.set(filing_entry_id, filedOn)
  }
  return dates
}
