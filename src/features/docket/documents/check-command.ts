import { createHash } from 'node:crypto'
import { createReadStream, existsSync } from 'node:fs'
import { basename } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { connectDatabase } from '../../../platform/database/connect.ts'
import type { Database } from '../../../platform/database/schema.ts'
import type { Platform } from '../../../platform/platform.ts'
import { formatDate } from '../../../shared/date.ts'
import type { Finding } from '../../checks/finding-rules.ts'
import { createPdfInspector, type PdfInspection } from '../../checks/inspect-pdf.ts'
import { chooseStamp, type Stamp } from '../../checks/stamp-rules.ts'
import { type ComparisonContext, compareFile } from '../../checks/wrong-file-rules.ts'
import { findCaseSettings } from '../../site/queries.ts'
import { listPublishedDocuments, listSameContent, type PublishedDocument } from './queries.ts'
import { withStored } from './read-again.ts'
import { documentLabel } from './rules.ts'

interface Checkable {
  name: string
  documentId?: number
  inspect(): Promise<PdfInspection>
  hash(): Promise<string>
  context(sha256: string): Promise<ComparisonContext>
}

interface CheckedFile extends Pick<Checkable, 'name' | 'documentId'> {
  pages: number
  stamp?: Stamp | undefined
  findings: Finding[]
  /** One that is no PDF could be read. */
  isUnread?: boolean
}

/** `documents:check` of files, with or without a site. @returns the exit code */
export async function runFileCheck(
  loadConfig: () => { databaseUrl: string },
  paths: readonly string[],
  isJson: boolean,
): Promise<number> {
  const db = await openOwnDatabase(loadConfig)
  const inspector = createPdfInspector()
  const caseNumber = db ? (await findCaseSettings(db)).case_number : ''
  const files = paths.map((path) => ({
    name: basename(path),
    inspect: () => inspector.inspect(path, basename(path)),
    hash: () => hashOf(path),
    context: async (sha256: string) => ({
      caseNumber,
      publishedElsewhere: places(db ? await listSameContent(db, sha256) : []),
    }),
  }))
  try {
    return report(await Promise.all(files.map(check)), isJson)
  } finally {
    await inspector.close()
    await db?.destroy()
  }
}

/** `documents:check` of all that is published, one file after the other. @returns the exit code */
export async function runPublishedCheck(
  { db, files }: Pick<Platform, 'db' | 'files'>,
  isJson: boolean,
): Promise<number> {
  const inspector = createPdfInspector({ processes: 1 })
  const { case_number: caseNumber } = await findCaseSettings(db)
  const checked: CheckedFile[] = []
  try {
    for (const document of await listPublishedDocuments(db)) {
      const { id, file_name: name, entry_number: number, filed_on, entry_title: title } = document
      const file = await check({
        name,
        documentId: id,
        inspect: () => withStored(files, document, (path) => inspector.inspect(path, name)),
        hash: async () => document.sha256,
        context: async (sha256) => ({
          caseNumber,
          entry: { number, filed_on, title },
          attachmentNumber: document.attachment_number,
          publishedElsewhere: places(await listSameContent(db, sha256), id),
        }),
      })
      checked.push(file)
    }
    return report(checked, isJson)
  } finally {
    await inspector.close()
  }
}

/** Files may be checked where there is no site, or none that answers: nothing is made for it. */
async function openOwnDatabase(
  loadConfig: () => { databaseUrl: string },
): Promise<Database | undefined> {
  let db: Database | undefined
  try {
    const { databaseUrl } = loadConfig()
    const [, file] = /^sqlite:(.+)/.exec(databaseUrl) ?? []
    if (file && !existsSync(file)) return undefined
    db = await connectDatabase(databaseUrl, { poolSize: 1 })
    await findCaseSettings(db)
    return db
  } catch {
    await db?.destroy()
    return undefined
  }
}

const places = (documents: readonly PublishedDocument[], except?: number) =>
  documents
    .filter(({ id }) => id !== except)
    .map((document) => ({ documentId: document.id, label: documentLabel(document) }))

async function hashOf(path: string): Promise<string> {
  const hash = createHash('sha256')
  await pipeline(createReadStream(path), hash)
  return hash.digest('hex')
}

async function check({ name, documentId, ...file }: Checkable): Promise<CheckedFile> {
  const of = { name, ...(documentId !== undefined && { documentId }) }
  try {
    const inspection = await file.inspect()
    if (!inspection.accepted) return { ...of, pages: 0, findings: [unreadable(inspection.reason)] }
    const { reading, pageCount } = inspection
    const sha256 = await file.hash()
    const context = await file.context(sha256)
    const stamp = chooseStamp(reading.stamps, context.caseNumber)
    const compared = compareFile(reading, { name, pageCount, sha256 }, context)
    return { ...of, pages: pageCount, stamp, findings: [...reading.findings, ...compared] }
  } catch (error) {
    const reason = `This file could not be read: ${(error as Error).message}`
    return { ...of, pages: 0, findings: [unreadable(reason)], isUnread: true }
  }
}

const unreadable = (text: string): Finding => ({ kind: 'unreadable', page: null, box: null, text })

function report(files: readonly CheckedFile[], isJson: boolean): number {
  const text = () => files.map(asText).join('\n')
  console.log(isJson ? JSON.stringify({ files: files.map(asJson) }, null, 2) : text())
  return files.some(({ isUnread }) => isUnread) ? 1 : 0
}

/** CONTRACT 9. */
const asJson = ({ name, documentId, pages, stamp, findings }: CheckedFile) => ({
  name,
  document_id: documentId,
  pages,
  stamp: stamp
    ? {
        case_number: stamp.caseNumber,
        entry_number: stamp.entryNumber,
        attachment_number: stamp.attachmentNumber,
        filed_on: stamp.filedOn,
        page_count: stamp.pageCount,
      }
    : null,
  findings,
})

function asText({ name, documentId, pages, stamp, findings }: CheckedFile): string {
  const document = documentId === undefined ? '' : ` (document ${documentId})`
  const stamped = stamp
    ? `${stamp.caseNumber}, Document ${stamp.entryNumber}-${stamp.attachmentNumber}, filed ${stamp.filedOn ? formatDate(stamp.filedOn) : 'on no date'}`
    : 'no stamp'
  const lines = findings.map(
    ({ kind, page, text }) => `\n  ${kind}${page === null ? '' : `, page ${page}`}: ${text}`,
  )
  return `${name}${document}: pages: ${pages}; ${stamped}${lines.join('') || '\n  nothing found'}`
}
