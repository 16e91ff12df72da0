import { createReadStream } from 'node:fs'
import { lstat, realpath } from 'node:fs/promises'
import { basename, dirname, join, sep } from 'node:path'
import type * as z from 'zod'
import { CommandError, readNamedFile } from '../../platform/command-error.ts'
import { hashOf } from '../../platform/files/storage.ts'
import { shortenTitle } from '../../shared/docket-text-rules.ts'
import { attachmentTitle } from '../../shared/naming-rules.ts'
import { ARCHIVE_FORMAT, Archive, isRepeated, MANIFEST, type SourceDocket } from './archive.ts'
import { recapDocket } from './recap-docket.ts'
import { fromRecap } from './recap-entries.ts'

const MAX_PROBLEMS = 20

/**
 * Reads and checks the whole file before anything is loaded.
 * @throws CommandError that lists what is wrong and where; nothing was changed then
 */
export async function readDocket(file: string, timeZone: string): Promise<SourceDocket> {
  const json = await readJson(file)
  const { format, entries } = (json ?? {}) as { format?: unknown; entries?: unknown }
  const isArchive = format === ARCHIVE_FORMAT || (entries !== undefined && !Array.isArray(json))
  const docket = isArchive
    ? fromArchive(check(Archive, json, file))
    : fromRecap(check(recapDocket(timeZone), json, file), timeZone)
  refuseDuplicates(docket, file)
  if (!isArchive) return docket
  await refuseLinks(docket, file)
  return { ...docket, notes: await noteChange(file) }
}

function fromArchive(archive: z.output<typeof Archive>): SourceDocket {
  let after = 0
  const entries = archive.entries.map((entry) => {
    after = entry.number ?? after
    return {
      ...entry,
      // Among those of its day, an entry without a number stands where the file has it.
      after_number: entry.after_number ?? after,
      source_key: entry.source_key ?? `archive:${entry.id}`,
      documents: entry.documents.map((document, index) => {
        const { attachment_number: number = index, position = index } = document
        const usual = number === 0 ? shortenTitle(entry.title) : attachmentTitle(number)
        const { title = usual } = document
        return { ...document, title, attachment_number: number, position }
      }),
    }
  })
  const nothing = { unfilled: [], leftOut: [], repeated: [], undated: [], notes: [] }
  return { case: archive.case, entries, ...nothing }
}

async function readJson(file: string): Promise<unknown> {
  const text = await readNamedFile(file)
  try {
    return JSON.parse(text.replace(/^\uFEFF/, ''))
  } catch (error) {
    throw new CommandError(`${file} is not JSON: ${(error as Error).message}. Nothing was loaded.`)
  }
}

function check<T extends z.ZodType>(schema: T, json: unknown, file: string): z.infer<T> {
  const { success, data, error } = schema.safeParse(json)
  if (success) return data
  throw refusal(
    file,
    error.issues.map(({ path, message }) => `${formatPath(path, json)}: ${message}`),
  )
}

function refuseDuplicates({ entries }: SourceDocket, file: string): void {
  const numbers = entries
    .filter(({ source_key, deleted }) => !deleted && !isRepeated(source_key))
    .flatMap(({ number }) => number ?? [])
  const keys = entries.map(({ source_key }) => source_key)
  const uids = entries.flatMap(({ events = [] }) => events.map(({ uid }) => uid))
  const documents = entries.flatMap((entry) => entry.documents)
  const problems = [
    ...repeated(idsOf(entries), usedBy('id', 'entries')),
    ...repeated(idsOf(documents), usedBy('id', 'documents')),
    ...repeated(uids, usedBy('uid', 'dates')),
    ...repeated(numbers, usedBy('docket number', 'entries')),
    ...repeated(keys, usedBy('source_key', 'entries')),
    ...entries.flatMap(({ source_key: key, documents, relations = [] }) => {
      const attachments = documents.flatMap((one) => (one.deleted ? [] : one.attachment_number))
      const related = relations.map(({ number }) => number)
      return [
        ...repeated(attachments, usedBy(`entry ${key}: attachment_number`, 'documents')),
        ...repeated(related, (to, count) => `entry ${key}: ${count} relations to No. ${to}`),
      ]
    }),
  ]
  if (problems.length > 0) throw refusal(file, problems)
}

const idsOf = (rows: readonly { id?: number | undefined }[]) => rows.flatMap(({ id }) => id ?? [])

/** A document of an archive is a file in the archive; what is not there at all is listed after the import. */
async function refuseLinks({ entries }: SourceDocket, file: string): Promise<void> {
  const folder = dirname(file)
  const inside = `${await realpath(folder)}${sep}`
  const problems: string[] = []
  for (const { path } of entries.flatMap((entry) => entry.documents)) {
    if (path === undefined) continue
    const source = join(folder, path)
    const isFile = await lstat(source).then(
      (stats) => stats.isFile(),
      () => undefined,
    )
    if (isFile === undefined) continue
    if (!isFile || !(await realpath(source)).startsWith(inside)) {
      problems.push(`${path}: is not a file in the archive's own folder`)
    }
  }
  if (problems.length > 0) throw refusal(file, problems)
}

/** The administrator may have edited it; a damaged one may say that a draft is published. */
async function noteChange(file: string): Promise<string[]> {
  const manifest = await readNamedFile(join(dirname(file), MANIFEST)).catch(() => '')
  const [, listed] = /^([0-9a-f]{64}) {2}docket\.json$/m.exec(manifest) ?? []
  if (!listed || basename(file) !== 'docket.json') return []
  return listed === (await hashOf(createReadStream(file)))
    ? []
    : [`${file} is not the file that was exported (${MANIFEST}): it was edited, or is damaged.`]
}

const usedBy = (name: string, users: string) => (key: string | number, count: number) =>
  `${name} ${key} is used by ${count} ${users}`

const repeated = <Key>(keys: Key[], problem: (key: Key, count: number) => string): string[] =>
  [...Map.groupBy(keys, (key) => key)]
    .filter(([, same]) => same.length > 1)
    .map(([key, same]) => problem(key, same.length))

function refusal(file: string, problems: readonly string[]): CommandError {
  const shown = problems.slice(0, MAX_PROBLEMS)
  if (problems.length > MAX_PROBLEMS) shown.push(`and ${problems.length - MAX_PROBLEMS} more`)
  return new CommandError(
    [
      `${file} cannot be loaded; nothing was changed. Correct this and run it again:`,
      ...shown,
    ].join('\n  '),
  )
}

/** `docket_entries[3] (document_number 12).date_filed` */
function formatPath(path: PropertyKey[], json: unknown): string {
  let at: unknown = json
  let text = ''
  for (const key of path) {
    at = (at as Record<PropertyKey, unknown> | undefined)?.[key]
    text +=
      typeof key === 'number' ? `[${key}]${withFileName(at)}` : `${text ? '.' : ''}${String(key)}`
  }
  return text || 'the file'
}

function withFileName(entry: unknown): string {
  const { document_number, number } = (entry ?? {}) as Record<string, unknown>
  const value = document_number ?? number
  const isShort = typeof value === 'number' || (typeof value === 'string' && value.length <= 20)
  return isShort ? ` (number ${value})` : ''
}
