import type { Transaction } from 'kysely'
import type { Filing, Schema } from '../../platform/database/schema.ts'
import { storageKey } from '../../platform/files/storage.ts'
import type { UploadedFile } from '../../platform/http/request/form.ts'
import type { Platform } from '../../platform/platform.ts'
import { cutText, oneLine, storable } from '../../shared/clean-text.ts'
import { readDocketSheet } from '../../shared/docket-sheet-rules.ts'
import { TITLE_MOST } from '../../shared/naming-rules.ts'
import { type Actor, actorName, recordAudit } from '../accounts/audit-log/queries.ts'
import {
  type AcceptedFile,
  acceptFiles,
  type FileRules,
  type RefusedFile,
  RefusedFilesError,
  storeFiles,
} from '../docket/documents/accept-files.ts'
import { findEntryByNumber } from '../docket/entries/queries.ts'
import { findCaseSettings } from '../site/queries.ts'
import { today } from '../site/today.ts'
import {
  type ProposedDocument,
  type ProposedEntry,
  proposeEntries,
  proposeFromSheet,
} from './proposal-rules.ts'
import { insertFiling, insertFilingDocument, insertFilingEntry } from './queries.ts'
import { isZip, unpackZip } from './unpack-zip.ts'

type Actions = Pick<Platform, 'db' | 'files' | 'clock' | 'config'>

/** Returns the PDFs that open, and why others were refused. Adds unpacked files to `dropped`; its owner removes them. */
export async function acceptDropped({ files }: Actions, dropped: UploadedFile[], rules: FileRules) {
  const plain: UploadedFile[] = []
  const refused: RefusedFile[] = []
  const unpacking = { ...rules, incomingPath: () => files.incomingPath() }
  for (const file of [...dropped]) {
    if (file.tooLarge || file.noRoom || !(await isZip(file))) {
      plain.push(file)
      continue
    }
    const unpacked = await unpackZip(file, unpacking)
    plain.push(...unpacked.files)
    dropped.push(...unpacked.files)
    refused.push(...unpacked.refused)
  }
  const checked = await acceptFiles(plain, rules)
  return { accepted: checked.accepted, refused: [...refused, ...checked.refused] }
}

interface OpenFiling {
  accepted: readonly AcceptedFile[]
  refused: readonly RefusedFile[]
  docketText: string
  by: Actor
}

const NOTHING = 'Choose the PDF files, or paste the docket text.'

/** Stores the files and the proposed entries; nothing is on the docket yet. @throws RefusedFilesError */
export async function openFiling(platform: Actions, wish: OpenFiling): Promise<Filing> {
  const { db, files, clock, config } = platform
  const { accepted, refused, by } = wish
  const docketText = storable(wish.docketText)
  const { rows, problems } = readDocketSheet(docketText)
  if (accepted.length === 0 && rows.length === 0) {
    const documents = problems.length > 0 ? problems : [NOTHING]
    throw new RefusedFilesError([...refused], refused.length > 0 ? {} : { documents })
  }
  const at = clock()
  const { case_number: caseNumber } = await findCaseSettings(db)
  const context = { caseNumber, today: today(at, config.timeZone), rows }
  const { entries, unplaced } =
    accepted.length > 0
      ? proposeEntries(accepted, context)
      : { entries: proposeFromSheet(context), unplaced: [] }
  await storeFiles(files, accepted)
  return db.transaction().execute(async (trx) => {
    const filing = await insertFiling(trx, {
      created_by: actorName(by),
      docket_text: docketText,
      created_at: at,
      updated_at: at,
    })
    const save = { trx, filingId: filing.id, accepted }
    for (const entry of entries) await saveEntry(save, entry)
    await saveDocuments(save, unplaced, null)
    for (const { name, reason } of refused) await saveRefused(save, name, reason)
    const details = `${accepted.length} files, ${refused.length} refused`
    const event = { at, action: 'filing.opened', subject: `filing ${filing.id}`, details }
    await recordAudit(trx, { ...by, ...event })
    return filing
  })
}

interface Save {
  trx: Transaction<Schema>
  filingId: number
  accepted: readonly AcceptedFile[]
}

async function saveEntry(save: Save, { documents, ...fields }: ProposedEntry) {
  const { trx, filingId: filing_id } = save
  const holder = fields.number ? await findEntryByNumber(trx, Number(fields.number)) : undefined
  const entry_id = holder?.id ?? null
  const entry = { filing_id, ...fields, reason: '', problem: '', entry_id }
  await saveDocuments(save, documents, (await insertFilingEntry(trx, entry)).id)
}

async function saveDocuments(
  { trx, filingId: filing_id, accepted }: Save,
  documents: readonly ProposedDocument[],
  filing_entry_id: number | null,
): Promise<void> {
  for (const { file, attachmentNumber, title } of documents) {
    const read = accepted[file]
    if (!read) continue
    await insertFilingDocument(trx, {
      ...{ filing_id, filing_entry_id, title },
      attachment_number: String(attachmentNumber),
      file_name: read.name,
      storage_key: storageKey(read.sha256),
      sha256: read.sha256,
      byte_size: read.byteSize,
      page_count: read.pageCount,
      reading: storable(JSON.stringify(read.reading)),
      pages: storable(JSON.stringify(read.pages)),
      refused: '',
    })
  }
}

/** A ZIP may contain any file name. */
const saveRefused = ({ trx, filingId: filing_id }: Save, name: string, refused: string) =>
  insertFilingDocument(trx, {
    ...{ filing_id, refused, file_name: cutText(oneLine(name), TITLE_MOST) },
    ...{ filing_entry_id: null, title: '', attachment_number: '', storage_key: '' },
    ...{ sha256: '', byte_size: 0, page_count: 0, reading: '', pages: '' },
  })
