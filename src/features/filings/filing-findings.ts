import type { Queryable } from '../../platform/database/schema.ts'
import { MAX_NUMBER, parseWholeNumber } from '../../shared/number-rules.ts'
import type { FileReading } from '../checks/finding-rules.ts'
import { chooseStamp } from '../checks/stamp-rules.ts'
import { compareWithDocket } from '../docket/documents/findings.ts'
import { findCaseSettings } from '../site/queries.ts'
import type { FilingFinding } from './filing-rules.ts'
import { findHolders, findProposal, type ListedFile } from './queries.ts'

/** Of what is not published yet. */
export async function listFindingsOfFiling(
  db: Queryable,
  filingId: number,
  /** Only this entry's. */
  only?: number,
): Promise<FilingFinding[]> {
  const { entries, documents } = await findProposal(db, filingId)
  const holders = await findHolders(db, filingId)
  const findings: FilingFinding[] = []
  for (const document of documents) {
    const { id, filing_entry_id: filingEntryId, sha256, file_name: name } = document
    const entry = entries.find((one) => one.id === filingEntryId)
    if (document.storage_key === '' || document.reading === '' || entry?.done_at) continue
    if (only !== undefined && filingEntryId !== only) continue
    const reading = JSON.parse(document.reading) as FileReading
    const holder = holders.get(entry?.entry_id ?? 0)
    const compared = await compareWithDocket(db, {
      file: { name, sha256, pageCount: document.page_count, reading },
      entry: holder ?? (entry && { ...entry, number: numberOf(entry.number, 1) ?? null }),
      attachmentNumber: entry && numberOf(document.attachment_number, 0),
    })
    for (const [place, finding] of [...reading.findings, ...compared].entries()) {
      findings.push({ ...finding, filingEntryId, documentId: id, place })
    }
  }
  return findings
}

/** From the stamps of main documents, keyed by the proposed entry: YYYY-MM-DD. */
export async function listStampedDates(
  db: Queryable,
  documents: readonly ListedFile[],
): Promise<Map<number, string>> {
  const { case_number: caseNumber } = await findCaseSettings(db)
  const dates = documents.flatMap((one): [number, string][] => {
    if (one.filing_entry_id === null || one.reading === '' || one.attachment_number !== '0')
      return []
    const { stamps } = JSON.parse(one.reading) as FileReading
    const filedOn = chooseStamp(stamps, caseNumber)?.filedOn
    return filedOn ? [[one.filing_entry_id, filedOn]] : []
  })
  return new Map(dates)
}

const numberOf = (typed: string, min: number) => parseWholeNumber(typed, min, MAX_NUMBER)
