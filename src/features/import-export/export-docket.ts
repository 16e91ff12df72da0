import { hash } from 'node:crypto'
import { mkdir, mkdtemp, rename, rm, rmdir, writeFile } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import * as z from 'zod'
import { CommandError } from '../../platform/command-error.ts'
import type { Document, Entry } from '../../platform/database/schema.ts'
import type { Platform } from '../../platform/platform.ts'
import { fileName } from '../docket/documents/rules.ts'
import { listEvery } from '../docket/entries/queries.ts'
import { findCaseSettings } from '../site/queries.ts'
import { ARCHIVE_FORMAT, Archive, MAX_SEQUENCE, sourceKeyOf } from './archive.ts'
import { copyStream, listTarget } from './docket-files.ts'

/** Everything, drafts and deleted entries included. The folder appears only when it is complete. */
export async function exportDocket(
  platform: Platform,
  folder: string,
  onProgress?: (done: number, total: number) => void,
) {
  const target = resolve(folder)
  if ((await listTarget(target)).length > 0)
    throw new CommandError(`${target} is not empty: name a new folder`)
  const rows = await readEntryRows(platform)
  const entries = rows.entries.map((entry) => archivedEntry(entry, rows))
  const archive = { format: ARCHIVE_FORMAT, version: 1, case: rows.settings, entries } as const
  const documents = entries.flatMap((entry) => entry.documents)
  let unfinished: string | undefined
  try {
    const json = `${JSON.stringify(z.encode(Archive, archive), null, 2)}\n`
    await mkdir(dirname(target), { recursive: true })
    unfinished = await mkdtemp(`${target}.part-`)
    await mkdir(join(unfinished, 'documents'))
    await writeFile(join(unfinished, 'docket.json'), json)
    const sums = [`${hash('sha256', json)}  docket.json`]
    for (const [index, document] of documents.entries()) {
      await copyOut(platform, document, join(unfinished, document.path))
      sums.push(`${document.sha256}  ${document.path}`)
      onProgress?.(index + 1, documents.length)
    }
    await writeFile(join(unfinished, 'manifest-sha256.txt'), `${sums.join('\n')}\n`)
    await rmdir(target).catch(() => {})
    await rename(unfinished, target)
    return { entries: entries.length, documents: documents.length, folder: target }
  } catch (error) {
    if (unfinished) await rm(unfinished, { recursive: true, force: true })
    throw error instanceof CommandError
      ? error
      : new CommandError(`the archive could not be written: ${(error as Error).message}`)
  }
}

type EntryRows = Awaited<ReturnType<typeof readEntryRows>>

/** In one transaction, so that the archive is the docket of one moment. */
function readEntryRows({ db }: Platform) {
  const ofEntry = <Row extends { entry_id: number }>(rows: Row[]) =>
    Map.groupBy(rows, ({ entry_id }) => entry_id)
  return db.transaction().execute(async (trx) => ({
    settings: await findCaseSettings(trx),
    entries: await listEvery(trx, 'entries'),
    documents: ofEntry(await listEvery(trx, 'documents')),
    relations: ofEntry(await listEvery(trx, 'entry_relations')),
    events: ofEntry(await listEvery(trx, 'entry_events')),
    corrections: ofEntry(await listEvery(trx, 'entry_corrections')),
    versions: Map.groupBy(
      await listEvery(trx, 'document_versions'),
      ({ document_id }) => document_id,
    ),
  }))
}

/** Columns that the archive does not have are dropped when it is encoded. */
function archivedEntry(entry: Entry, rows: EntryRows) {
  const own = <Row>(by: Map<number, Row[]>, id = entry.id) => by.get(id) ?? []
  const corrections = own(rows.corrections)
  const of = { entry_number: entry.number, filed_on: entry.filed_on }
  return {
    ...entry,
    source_key: sourceKeyOf(entry),
    deleted: entry.deleted_at !== null,
    relations: own(rows.relations).map((one) => ({ ...one, number: one.target_number })),
    events: own(rows.events).map((event) => ({
      ...event,
      date: event.held_on,
      time: event.held_at,
      sequence: Math.min(event.sequence_base + entry.version - 1, MAX_SEQUENCE),
    })),
    corrections: corrections.filter(({ document_id }) => document_id === null),
    documents: own(rows.documents).map((document) => ({
      ...document,
      path: `documents/${document.id} ${fileName({ ...document, ...of })}`,
      deleted: document.deleted_at !== null,
      corrections: corrections.filter(({ document_id }) => document_id === document.id),
      earlier_versions: own(rows.versions, document.id),
    })),
  }
}

/** @throws CommandError if the stored file is no longer what was accepted */
async function copyOut({ files }: Platform, document: Document, path: string): Promise<void> {
  const { storage_key, byte_size, id, title } = document
  const sha256 = await copyStream(files.open(storage_key, 0, byte_size - 1), path)
  if (sha256 !== document.sha256) {
    throw new CommandError(
      `document ${id} (${title}) is damaged in the storage: restore ${storage_key} from a backup`,
    )
  }
}
