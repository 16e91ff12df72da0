import type * as z from 'zod'
import { CommandError, readNamedFile } from '../../../platform/command-error.ts'
import { storable } from '../../../shared/clean-text.ts'
import { ARCHIVE_FORMAT, Archive, type SourceDocket } from './archive.ts'
import { fromRecap, RecapDocket } from './recap-docket.ts'

const MOST_PROBLEMS = 20

/**
 * Reads and checks the whole file before anything is loaded.
 * @throws CommandError that lists what is wrong and where; nothing was changed then
 */
export async function readDocket(file: string): Promise<SourceDocket> {
  const json = await readJson(file)
  const isArchive = (json as { format?: unknown } | null)?.format === ARCHIVE_FORMAT
  const docket = isArchive
    ? fromArchive(check(Archive, json, file))
    : fromRecap(check(RecapDocket, json, file))
  refuseDuplicates(docket, file)
  return docket
}

function fromArchive(archive: z.output<typeof Archive>): SourceDocket {
  const entries = archive.entries.map((entry) => ({
    ...entry,
    source_key: entry.source_key ?? `archive:${entry.id}`,
  }))
  return { case: archive.case, entries, unfilled: [], leftOut: [] }
}

async function readJson(file: string): Promise<unknown> {
  const text = await readNamedFile(file)
  try {
    return JSON.parse(text.replace(/^\uFEFF/, ''), (_, value) =>
      typeof value === 'string' ? storable(value) : value,
    )
  } catch (error) {
    throw new CommandError(`${file} is not JSON: ${(error as Error).message}. Nothing was loaded.`)
  }
}

function check<T extends z.ZodType>(schema: T, json: unknown, file: string): z.infer<T> {
  const parsed = schema.safeParse(json)
  if (parsed.success) return parsed.data
  throw refusal(
    file,
    parsed.error.issues.map(({ path, message }) => `${formatPath(path, json)}: ${message}`),
  )
}

function refuseDuplicates({ entries }: SourceDocket, file: string): void {
  const numbers = entries.flatMap(({ number, deleted }) => (deleted ? [] : (number ?? [])))
  const keys = entries.map(({ source_key }) => source_key)
  const problems = [
    ...repeated(numbers, (number, count) => `docket number ${number} is used by ${count} entries`),
    ...repeated(keys, (key, count) => `source_key ${key} is used by ${count} entries`),
    ...entries.flatMap(({ source_key, documents }) => {
      const attachments = documents.flatMap((one) => (one.deleted ? [] : one.attachment_number))
      return repeated(attachments, (attachment, count) => {
        return `entry ${source_key}: attachment_number ${attachment} is used by ${count} documents`
      })
    }),
  ]
  if (problems.length > 0) throw refusal(file, problems)
}

const repeated = <Key>(keys: Key[], problem: (key: Key, count: number) => string): string[] =>
  [...Map.groupBy(keys, (key) => key)]
    .filter(([, same]) => same.length > 1)
    .map(([key, same]) => problem(key, same.length))

function refusal(file: string, problems: string[]): CommandError {
  const shown = problems.slice(0, MOST_PROBLEMS)
  if (problems.length > MOST_PROBLEMS) shown.push(`and ${problems.length - MOST_PROBLEMS} more`)
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
    text += typeof key === 'number' ? `[${key}]${named(at)}` : `${text ? '.' : ''}${String(key)}`
  }
  return text || 'the file'
}

function named(entry: unknown): string {
  const { document_number, number } = (entry ?? {}) as Record<string, unknown>
  const value = document_number ?? number
  return typeof value === 'string' || typeof value === 'number' ? ` (number ${value})` : ''
}
