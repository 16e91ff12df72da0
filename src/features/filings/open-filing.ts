import type { Filing } from '../../platform/database/schema.ts'
import { storageKey } from '../../platform/files/storage.ts'
import type { UploadedFile } from '../../platform/http/request/form.ts'
import type { Platform } from '../../platform/platform.ts'
import { cutText, oneLine, storable } from '../../shared/clean-text.ts'
import { cleanFileName, MAX_FILES, MAX_TITLE_LENGTH } from '../../shared/naming-rules.ts'
import { type Actor, actorName, recordAudit } from '../accounts/audit-log/queries.ts'
import { pdfProblem } from '../checks/recognize-file.ts'
import {
  NoRoomError,
  type RefusedFile,
  RefusedFilesError,
  tooLargeReason,
} from '../docket/documents/accept-files.ts'
import { storeFiles } from '../docket/documents/store-files.ts'
import { NOTHING } from './filing-rules.ts'
import { insertFiling, insertFilingDocument } from './queries.ts'
import { isZip, unpackZip } from './unpack-zip.ts'

type OpenDeps = Pick<Platform, 'db' | 'files' | 'clock' | 'config'>
type Dropped = Awaited<ReturnType<typeof unpackDropped>>

const TOO_MANY_FILES = `A filing can have at most ${MAX_FILES} files. Split them, and file each part separately.`

/** Returns the files that may be PDFs, and why others were refused. Adds unpacked files to `dropped`; its owner removes them. */
export async function unpackDropped({ files, config }: OpenDeps, dropped: UploadedFile[]) {
  const { uploadMaxBytes } = config
  const plain: UploadedFile[] = []
  const refused: RefusedFile[] = []
  const unpacking = { uploadMaxBytes, incomingPath: () => files.incomingPath() }
  for (const file of [...dropped]) {
    if (file.tooLarge || file.noRoom || !(await isZip(file))) {
      plain.push(file)
      continue
    }
    const unpacked = await unpackZip(file, unpacking)
    plain.push(...unpacked.files)
    dropped.push(...unpacked.files)
    refused.push(...unpacked.refused)
    if (plain.length + refused.length > MAX_FILES) break
  }
  const lost = plain.filter(({ noRoom }) => noRoom)
  if (lost.length > 0) throw new NoRoomError(lost)
  if (plain.length + refused.length > MAX_FILES) {
    throw new RefusedFilesError([], { documents: [TOO_MANY_FILES] })
  }
  const pdfs: UploadedFile[] = []
  // One after another: each takes a file descriptor.
  for (const file of plain) {
    const name = cleanFileName(file.name)
    const reason = file.tooLarge
      ? tooLargeReason(uploadMaxBytes)
      : await pdfProblem(file.path, name)
    if (reason) refused.push({ name, reason })
    else pdfs.push({ ...file, name })
  }
  return { pdfs, refused }
}

/** Stores the files, which are read afterward. @throws RefusedFilesError */
export async function openFiling(
  { db, files, clock }: OpenDeps,
  { pdfs, refused, docketText, by }: Dropped & { docketText: string; by: Actor },
): Promise<Filing> {
  if (pdfs.length === 0 && docketText.trim() === '') {
    throw new RefusedFilesError([...refused], refused.length > 0 ? {} : { documents: [NOTHING] })
  }
  const at = clock()
  await storeFiles({ db, files }, pdfs)
  return db.transaction().execute(async (trx) => {
    const filing = await insertFiling(trx, {
      created_by: actorName(by),
      docket_text: storable(docketText),
      created_at: at,
      updated_at: at,
    })
    const { id: filing_id } = filing
    for (const { name: file_name, sha256, byteSize: byte_size } of pdfs) {
      const stored = { storage_key: storageKey(sha256), sha256, byte_size }
      await insertFilingDocument(trx, { filing_id, file_name, ...stored })
    }
    for (const { name, reason } of refused) {
      // A ZIP may contain any file name.
      const file_name = cutText(oneLine(name), MAX_TITLE_LENGTH)
      await insertFilingDocument(trx, { filing_id, file_name, refused: reason })
    }
    const details = `${pdfs.length} files, ${refused.length} refused`
    const event = { at, action: 'filing.opened', subject: `filing ${filing_id}`, details }
    await recordAudit(trx, { ...by, ...event })
    return filing
  })
}
