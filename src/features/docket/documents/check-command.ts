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

interface CheckedFile {
  name: string
  documentId?: number | undefined
  pages: number
  stamp: Stamp | undefined
  findings: Finding[]
  /** The file could not be read at all; one that is no PDF could. */
  isUnread: boolean
}

type Named = Pick<CheckedFile, 'name' | 'documentId'> & { sha256: string }

/** `documents:check` of files, with or without a site. @returns the exit code */
export async function runFileCheck(
  loadConfig: () => { databaseUrl: string },
  files: readonly string[],
  isJson: boolean,
): Promise<number> {
  const db = await openOwnDatabase(loadConfig)
  const inspector = createPdfInspector()
  async function checkFile(path: string): Promise<CheckedFile> {
    const name = basename(path)
    try {
      const inspection = await inspector.inspect(path, name)
      const sha256 = await hashOf(path)
      return checked({ name, sha256 }, inspection, await contextOf(db, sha256))
    } catch (error) {
      return unread({ name }, error)
    }
  }
  try {
    return report(await Promise.all(files.map(checkFile)), isJson)
  } finally {
    await inspector.close()
    await db?.destroy()
  }
}

/** `documents:check` of all that is published. @returns the exit code */
export async function runPublishedCheck(
  { db, files }: Pick<Platform, 'db' | 'files'>,
  isJson: boolean,
): Promise<number> {
  const inspector = createPdfInspector({ processes: 1 })
  const { case_number: caseNumber } = await findCaseSettings(db)
  const documents = await listPublishedDocuments(db)
  async function checkDocument(document: PublishedDocument): Promise<CheckedFile> {
    const named = { name: document.file_name, documentId: document.id, sha256: document.sha256 }
    try {
      const inspection = await withStored(files, document, (path) =>
        inspector.inspect(path, document.file_name),
      )
      const others = documents.filter(
        ({ id, sha256 }) => sha256 === document.sha256 && id !== document.id,
      )
      const { entry_number: number, filed_on, entry_title: title } = document
      return checked(named, inspection, {
        caseNumber,
        entry: { number, filed_on, title },
        attachmentNumber: document.attachment_number,
        publishedElsewhere: elsewhere(others),
      })
    } catch (error) {
      return unread(named, error)
    }
  }
  try {
    const found: CheckedFile[] = []
    for (const document of documents) found.push(await checkDocument(document))
    return report(found, isJson)
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

async function contextOf(db: Database | undefined, sha256: string): Promise<ComparisonContext> {
  if (!db) return { caseNumber: '' }
  const { case_number: caseNumber } = await findCaseSettings(db)
  return { caseNumber, publishedElsewhere: elsewhere(await listSameContent(db, sha256)) }
}

const elsewhere = (documents: readonly PublishedDocument[]) =>
  documents.map((document) => ({ documentId: document.id, label: documentLabel(document) }))

async function hashOf(path: string): Promise<string> {
  const hash = createHash('sha256')
  await pipeline(createReadStream(path), hash)
  return hash.digest('hex')
}

function checked(
  { name, documentId, sha256 }: Named,
  inspection: PdfInspection,
  context: ComparisonContext,
): CheckedFile {
  const file = { name, documentId, isUnread: false }
  if (!inspection.accepted) {
    return { ...file, pages: 0, stamp: undefined, findings: [unreadable(inspection.reason)] }
  }
  const { reading, pageCount } = inspection
  return {
    ...file,
    pages: pageCount,
    stamp: chooseStamp(reading.stamps, context.caseNumber),
    findings: [...reading.findings, ...compareFile(reading, { name, pageCount, sha256 }, context)],
  }
}

const unread = (file: Pick<CheckedFile, 'name' | 'documentId'>, error: unknown): CheckedFile => ({
  ...file,
  pages: 0,
  stamp: undefined,
  findings: [unreadable(`This file could not be read: ${(error as Error).message}`)],
  isUnread: true,
})

const unreadable = (text: string): Finding => ({ kind: 'unreadable', page: null, box: null, text })

function report(files: readonly CheckedFile[], isJson: boolean): number {
  console.log(
    isJson ? JSON.stringify({ files: files.map(asJson) }, null, 2) : files.map(asText).join('\n'),
  )
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
  const lines = findings.map(
    ({ kind, page, text }) => `  ${kind}${page === null ? '' : `, page ${page}`}: ${text}`,
  )
  const about = [
    `${pages} ${pages === 1 ? 'page' : 'pages'}`,
    stamp ? stampText(stamp) : 'no stamp',
  ]
  return [
    `${name}${document}: ${about.join(', ')}`,
    ...(lines.length > 0 ? lines : ['  nothing found']),
  ].join('\n')
}

function stampText({ caseNumber, entryNumber, attachmentNumber, filedOn }: Stamp): string {
  const number = attachmentNumber === 0 ? entryNumber : `${entryNumber}-${attachmentNumber}`
  const filed = filedOn === null ? '' : `, filed ${formatDate(filedOn)}`
  return `${caseNumber} Document ${number}${filed}`
}
