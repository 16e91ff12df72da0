import { createReadStream, existsSync } from 'node:fs'
import { basename } from 'node:path'
import { describeReadError } from '../../../platform/command-error.ts'
import { connectDatabase } from '../../../platform/database/connect.ts'
import type { Database } from '../../../platform/database/schema.ts'
import { refuseOtherSchema } from '../../../platform/database/schema-version.ts'
import { hashOf } from '../../../platform/files/storage.ts'
import type { Platform } from '../../../platform/platform.ts'
import { counted } from '../../../shared/number-rules.ts'
import { fileFinding, findingSentence } from '../../checks/finding-rules.ts'
import { createPdfInspector, type PdfInspection } from '../../checks/inspect-pdf.ts'
import { chooseStamp } from '../../checks/stamp-rules.ts'
import { compareFile } from '../../checks/wrong-file-rules.ts'
import { findCaseSettings } from '../../site/queries.ts'
import { compareWithDocket } from './findings.ts'
import { listPublishedDocuments, type PublishedDocument } from './queries.ts'
import { withStoredFile } from './store-files.ts'

interface Checkable {
  name: string
  document?: PublishedDocument
  inspect(): Promise<PdfInspection>
  hash(): Promise<string>
}

/** `documents:check` of files, with or without a site. @returns the exit code */
export async function runFileCheck(
  loadConfig: () => { databaseUrl: string },
  paths: readonly string[],
  isJson: boolean,
): Promise<number> {
  const db = await openDatabaseIfReady(loadConfig)
  const inspector = createPdfInspector()
  const files = paths.map((path) => {
    const name = basename(path)
    const inspect = () => inspector.inspect(path, name)
    return { name, inspect, hash: () => hashOf(createReadStream(path)) }
  })
  try {
    return report(await Promise.all(files.map((file) => check(db, file))), isJson)
  } finally {
    await inspector.close()
    await db?.destroy()
  }
}

/** `documents:check` of everything published, one file at a time. @returns the exit code */
export async function runPublishedCheck(
  { db, files }: Pick<Platform, 'db' | 'files'>,
  isJson: boolean,
): Promise<number> {
  const inspector = createPdfInspector({ processes: 1 })
  const checked: CheckedPdf[] = []
  try {
    for (const document of await listPublishedDocuments(db)) {
      const { file_name: name, sha256 } = document
      const inspect = () => withStoredFile(files, document, (path) => inspector.inspect(path, name))
      checked.push(await check(db, { name, document, inspect, hash: async () => sha256 }))
    }
    return report(checked, isJson)
  } finally {
    await inspector.close()
  }
}

/** Files can be checked without a site or a database that works; none is created. */
async function openDatabaseIfReady(loadConfig: Parameters<typeof runFileCheck>[0]) {
  let db: Database | undefined
  try {
    const { databaseUrl } = loadConfig()
    const [, file] = /^sqlite:(.+)/.exec(databaseUrl) ?? []
    if (file && !existsSync(file)) return undefined
    db = await connectDatabase(databaseUrl, { poolSize: 1 })
    await refuseOtherSchema(db)
    return db
  } catch {
    await db?.destroy()
    return undefined
  }
}

type CheckedPdf = Awaited<ReturnType<typeof check>>

/** @returns the JSON object of CONTRACT section 9 */
async function check(db: Database | undefined, { name, document, ...file }: Checkable) {
  const of = { name, document_id: document?.id }
  const unreadable = (reason: string) => {
    return { ...of, pages: 0, stamp: null, findings: [fileFinding('unreadable', reason)] }
  }
  try {
    const inspection = await file.inspect()
    if (!inspection.accepted) return unreadable(inspection.reason)
    const { reading, pageCount } = inspection
    const read = { name, reading, pageCount }
    const caseNumber = db ? (await findCaseSettings(db)).case_number : ''
    const compared = db
      ? await compareWithDocket(db, {
          file: { ...read, sha256: await file.hash() },
          entry: document && { number: document.entry_number, filed_on: document.filed_on },
          attachmentNumber: document?.attachment_number,
          ownId: document?.id,
        })
      : compareFile(read, { caseNumber })
    const found = chooseStamp(reading.stamps, caseNumber)
    const stamp = found && {
      case_number: found.caseNumber,
      entry_number: found.entryNumber,
      attachment_number: found.attachmentNumber,
      filed_on: found.filedOn,
      page_count: found.pageCount,
    }
    const findings = [...reading.findings, ...compared]
    return { ...of, pages: pageCount, stamp: stamp ?? null, findings }
  } catch (error) {
    return unreadable(`This file could not be read: ${describeReadError(error)}.`)
  }
}

function report(files: readonly CheckedPdf[], isJson: boolean): number {
  const lines = files.flatMap(({ name, document_id, findings }) => [
    `${name}${document_id ? ` (document ${document_id})` : ''}: ${counted(findings.length, 'finding')}`,
    ...findings.map((finding) => `  ${findingSentence(finding)}`),
  ])
  console.log(isJson ? JSON.stringify({ files }, null, 2) : lines.join('\n'))
  return files.some(({ findings }) => findings.length > 0) ? 1 : 0
}
