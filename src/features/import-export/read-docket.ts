import { lstat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import * as z from 'zod'
import { CommandError, readNamedFile } from '../../platform/command-error.ts'
import { shortenTitle } from '../../shared/docket-text-rules.ts'
import { attachmentTitle, usualTitle } from '../../shared/naming-rules.ts'
import { MAX_IMPORTED_ID } from '../../shared/number-rules.ts'
import { ARCHIVE_FORMAT, Archive, isRepeated, type SourceDocket } from './archive.ts'
import { recapDocket } from './recap-docket.ts'
import { fromRecap } from './recap-entries.ts'

const MAX_PROBLEMS = 20

/** @throws CommandError that lists what is wrong and where in the whole file, before anything is loaded */
export async function readDocket(file: string, timeZone: string): Promise<SourceDocket> {
  const json = await readJson(file)
  const { format, entries } = (json ?? {}) as { format?: unknown; entries?: unknown }
  const isArchive = format === ARCHIVE_FORMAT || (entries !== undefined && !Array.isArray(json))
  const docket = isArchive
    ? fromArchive(check(Archive, json, file))
    : fromRecap(check(recapDocket(timeZone), json, file), timeZone)
  refuseDuplicates(docket, file)
  // A link may lead out of the archive; a document that is one counts as missing (docket-files.ts).
  const folder = await lstat(join(dirname(file), 'documents')).catch(() => undefined)
  if (folder?.isSymbolicLink()) throw refusal(file, ['documents: is a link, not a folder'])
  return docket
}

function fromArchive(archive: z.output<typeof Archive>): SourceDocket {
  let after = 0
  const entries = archive.entries.map((entry) => {
    after = entry.number ?? after
    const title = shown(entry.title) ?? usualTitle(entry.number)
    return {
      ...entry,
      title,
      // Among those of its day, an entry without a number stands where the file has it.
      after_number: entry.after_number ?? after,
      source_key: entry.source_key ?? `archive:${entry.id}`,
      documents: entry.documents.map((document, index) => {
        const { attachment_number: number = index, position = index } = document
        const usual = number === 0 ? shortenTitle(title) : attachmentTitle(number)
        return {
          ...document,
          title: shown(document.title) ?? usual,
          attachment_number: number,
          position,
        }
      }),
    }
  })
  const untitled = archive.entries.filter(({ title }) => !shown(title))
  const unfilled = untitled.map(
    ({ id, number }) => `title of ${number ?? `the entry with id ${id}`}`,
  )
  const nothing = { leftOut: [], repeated: [], undated: [], notes: [] }
  return { case: archive.case, entries, unfilled, ...nothing }
}

/** Undefined for a title of which nothing can be seen, and nothing clicked. */
const shown = (title = '') => (/[^\p{Z}\p{C}]/u.test(title) ? title : undefined)

async function readJson(file: string): Promise<unknown> {
  const text = await readNamedFile(file, { fatal: true })
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
    error.issues.map(({ path, message }) => `${z.core.toDotPath(path) || 'the file'}: ${message}`),
  )
}

function refuseDuplicates({ entries }: SourceDocket, file: string): void {
  const documents = entries.flatMap((entry) => entry.documents)
  const numbered = entries.filter((entry) => !entry.deleted && !isRepeated(entry.source_key))
  const numbers = numbered.map(({ number }) => number)
  const idsOf = (rows: readonly { id?: number | undefined }[]) => rows.map(({ id }) => id)
  const uids = entries.flatMap(({ events = [] }) => events.map(({ uid }) => uid))
  const keys = entries.map(({ source_key }) => source_key)
  const problems = [
    ...[...idsOf(entries), ...idsOf(documents)].flatMap((id = 0) =>
      id > MAX_IMPORTED_ID
        ? `id ${id} leaves no room for new ones: use ids up to ${MAX_IMPORTED_ID}`
        : [],
    ),
    ...repeated(idsOf(entries), 'id', 'entries'),
    ...repeated(idsOf(documents), 'id', 'documents'),
    ...repeated(uids, 'uid', 'dates'),
    ...repeated(numbers, 'docket number', 'entries'),
    ...repeated(keys, 'source_key', 'entries'),
    ...entries.flatMap(({ source_key: key, documents, relations = [] }) => {
      const attachments = documents.flatMap((one) => (one.deleted ? [] : one.attachment_number))
      const related = relations.map(({ number }) => number)
      return [
        ...repeated(attachments, `entry ${key}: attachment_number`, 'documents'),
        ...repeated(related, `entry ${key}: number`, 'relations'),
      ]
    }),
  ]
  if (problems.length > 0) throw refusal(file, problems)
}

const repeated = (keys: (string | number | null | undefined)[], name: string, users: string) =>
  [...Map.groupBy(keys, (key) => key)]
    .filter(([key, same]) => key != null && same.length > 1)
    .map(([key, same]) => `${name} ${key} is used by ${same.length} ${users}`)

function refusal(file: string, problems: readonly string[]): CommandError {
  const shown = problems.slice(0, MAX_PROBLEMS)
  if (problems.length > MAX_PROBLEMS) shown.push(`and ${problems.length - MAX_PROBLEMS} more`)
  const heading = `${file} cannot be loaded; nothing was changed. Correct this and run it again:`
  return new CommandError([heading, ...shown].join('\n  '))
}
