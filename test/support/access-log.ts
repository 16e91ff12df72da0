import { createReadStream, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { insertEntry } from '../../src/features/docket/entries/queries.ts'
import type {
  LogsToRead,
  ReaderMessage,
} from '../../src/features/log-import/files/read-logs-worker.ts'
import { type Packing, unpack } from '../../src/features/log-import/files/unpack.ts'
import type { LogImportOptions } from '../../src/features/log-import/import-access-log.ts'
import { createLogReader } from '../../src/features/log-import/lines/read-log.ts'
import type { Database } from '../../src/platform/database/schema.ts'
import { newFolder } from './new-folder.ts'
import { documentRow, entryRow } from './rows.ts'

export interface LoggedRequest {
  /** Milliseconds since 1970 UTC. */
  at: number
  client?: string
  method?: string
  target?: string
  status?: number
  size?: number
  userAgent?: string
}

export const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'

const two = (value: number) => String(Math.floor(value)).padStart(2, '0')

/** `10/Oct/2000:13:55:36 -0700`. @param offset minutes ahead of UTC */
export function clfTime(at: number, offset = 0): string {
  const [, day, month, year, clock] = new Date(at + offset * 60_000).toUTCString().split(/,? /)
  const ahead = Math.abs(offset)
  return `${day}/${month}/${year}:${clock} ${offset < 0 ? '-' : '+'}${two(ahead / 60)}${two(ahead % 60)}`
}

export const downloadOf = (id: number) => `/api/documents/${id}/download`

/** A line of the combined format. */
export function combined({
  at,
  client = '198.51.100.7',
  method = 'GET',
  target = downloadOf(1),
  status = 200,
  size = 5120,
  userAgent = FIREFOX,
}: LoggedRequest): string {
  return `${client} - - [${clfTime(at)}] "${method} ${target} HTTP/1.1" ${status} ${size} "-" "${userAgent}"`
}

/** A folder for the test. @returns a function that writes a log there and returns its path */
export function logFolder(): (name: string, content: string | Uint8Array) => string {
  const folder = newFolder()
  return (name, content) => {
    const path = join(folder, name)
    writeFileSync(path, content)
    return path
  }
}

export const importing = (
  files: string[],
  changes: Partial<LogImportOptions> = {},
): LogImportOptions => ({
  files,
  dryRun: false,
  since: Number.NEGATIVE_INFINITY,
  until: Number.POSITIVE_INFINITY,
  before: undefined,
  onReading: () => {},
  onWaiting: () => {},
  read: readHere,
  ...changes,
})

/** An entry with documents of these IDs; the import does not need their files. */
export async function insertDocuments(db: Database, ids: number[]): Promise<void> {
  const entry = await insertEntry(db, entryRow())
  const rows = ids.map((id) =>
    documentRow({ id, entry_id: entry.id, attachment_number: id, position: id }),
  )
  await db.insertInto('documents').values(rows).execute()
}

/** Reads logs without a thread, because starting one takes longer than most tests. */
export async function* readHere(options: LogsToRead): AsyncGenerator<ReaderMessage> {
  let messages: ReaderMessage[] = []
  const reader = createLogReader(options, (batch) => messages.push({ bytes: 0, batch }))
  for (const name of options.files) {
    const report = { name, packing: 'plain' as Packing, bytes: 0, lines: 0 }
    const pieces = unpack(createReadStream(name), (packing) => {
      report.packing = packing
    })
    for await (const piece of pieces) reader.push(piece)
    reader.end(false)
    yield* messages
    messages = []
    yield { bytes: 0, report, reading: reader.reading }
  }
}
