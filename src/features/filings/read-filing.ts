import { setTimeout as sleep } from 'node:timers/promises'
import { createBackgroundTask } from '../../platform/background-task.ts'
import type { Filing } from '../../platform/database/schema.ts'
import type { Platform } from '../../platform/platform.ts'
import { storable } from '../../shared/clean-text.ts'
import { dayAt } from '../../shared/time-zone.ts'
import type { PdfInspector } from '../checks/inspect-pdf.ts'
import { FILES_AT_A_TIME } from '../docket/documents/accept-files.ts'
import { withStoredFile } from '../docket/documents/store-files.ts'
import { findEntryByNumber } from '../docket/entries/queries.ts'
import { findCaseSettings } from '../site/queries.ts'
import { LEASE_MS } from './filing-rules.ts'
import * as leases from './lease-queries.ts'
import type { Propose } from './proposal/proposal-reader.ts'
import type { ProposedDocument } from './proposal/proposal-rules.ts'
import { closeIfDone, type Publication, publishFiling } from './publish-filing.ts'
import * as queries from './queries.ts'

const POLL_MS = 15_000
/** A file that has ended the service this many times is set aside. */
const MAX_TRIES = 3
const SET_ASIDE =
  'The server could not read this file. Print it to PDF, which makes a simpler file, and add that file.'
const UNREAD_TEXT = 'The docket text could not be read. Paste part of it in a new filing.'

/**
 * Reads filings and publishes them in the background. Each file is saved separately, so that reading can be stopped at any
 * time. A publication is not resumed after a crash: someone should look at what is left.
 */
export function createFilingReader(
  platform: Pick<Platform, 'db' | 'files' | 'clock' | 'config' | 'log'>,
  { inspector, propose }: { inspector: Pick<PdfInspector, 'inspect'>; propose: Propose },
) {
  const { db, files, clock, config, log } = platform
  const running = new Map<number, { stop: AbortController; ended: Promise<void> }>()
  const { signal: closing, ...polling } = createBackgroundTask(readUnread, {
    everyMs: POLL_MS,
    onError: (err) => log.warn({ err }, 'could not look for filings to read'),
  })

  async function readUnread(): Promise<void> {
    for (const id of await leases.listUnreadFilings(db, clock())) read(id)
  }

  function read(id: number): void {
    if (running.has(id) || closing.aborted) return
    run(id, (stop) => readClaimed(id, stop))
  }

  function run(id: number, work: (stop: AbortController) => Promise<void>): Promise<void> {
    const stop = new AbortController()
    const failed = (err: unknown) => {
      if (!stop.signal.aborted) log.error({ err, filing: id }, 'a filing could not be finished yet')
    }
    const result = work(stop)
    const ended = result.catch(failed).finally(() => running.delete(id))
    running.set(id, { stop, ended })
    return result
  }

  async function readClaimed(id: number, stop: AbortController): Promise<void> {
    const filing = await leases.claimFilingReading(db, id, clock())
    if (!filing) return
    const heartbeat = setInterval(async () => {
      const isOurs = await leases.extendFilingReading(db, id, clock()).catch(() => true)
      if (!isOurs) stop.abort()
    }, LEASE_MS / 3)
    try {
      const waiting = (await queries.listFilingDocuments(db, id)).filter(queries.isUnread)
      const stuck = filing.tries > MAX_TRIES ? waiting.shift() : undefined
      if (stuck) await refuse(stuck, SET_ASIDE)
      const left = waiting.values()
      const work = async () => {
        for (const document of left) await readOne(document, stop.signal)
      }
      await Promise.all(Array.from({ length: FILES_AT_A_TIME }, work))
      await proposeFromFiles(filing)
    } catch (error) {
      // The next process may go on at once if this one is told to stop.
      if (closing.aborted) await leases.endFilingReading(db, id, { tries: 0 })
      stop.abort()
      throw error
    } finally {
      clearInterval(heartbeat)
    }
  }

  async function readOne(document: queries.ListedFile, signal: AbortSignal): Promise<void> {
    signal.throwIfAborted()
    const inspection = await withStoredFile(files, document, (path) =>
      inspector.inspect(path, document.file_name, signal),
    )
    signal.throwIfAborted()
    if (!inspection.accepted) return refuse(document, inspection.reason)
    const { pageCount, reading, pages } = inspection
    await leases.saveFilingReading(db, document, {
      page_count: pageCount,
      reading: storable(JSON.stringify(reading)),
      pages: storable(JSON.stringify(pages)),
    })
  }

  const refuse = (document: queries.ListedFile, refused: string) =>
    leases.saveFilingReading(db, document, { refused, storage_key: '' })

  async function proposeFromFiles({ id, docket_text: docketText }: Filing): Promise<void> {
    const at = clock()
    const documents = (await queries.listFilingDocuments(db, id)).filter(
      (one) => one.storage_key !== '',
    )
    const read = documents.map(({ file_name: name, sha256, reading }) => {
      const { stamps = [], heading = '' } = reading ?? {}
      return { name, sha256, reading: { stamps, heading } }
    })
    const { case_number: caseNumber } = await findCaseSettings(db)
    const input = { files: read, docketText, caseNumber, today: dayAt(at, config.timeZone) }
    const { entries, unplaced, notes } = await propose(input).catch(async (error) => {
      if (closing.aborted || docketText === '') throw error
      log.warn({ err: error, filing: id }, 'the docket text could not be read')
      return { ...(await propose({ ...input, docketText: '' })), notes: [UNREAD_TEXT] }
    })
    await db.transaction().execute(async (trx) => {
      const open = await queries.lockOpenFiling(trx, id, at)
      // Another process was faster.
      if (!open || open.read_at !== null) return
      const place = async (placed: readonly ProposedDocument[], filing_entry_id: number | null) => {
        for (const { file, attachmentNumber, title } of placed) {
          const change = { filing_entry_id, title, attachment_number: String(attachmentNumber) }
          const document = documents[file]
          if (document) await queries.updateFilingDocument(trx, document.id, change)
        }
      }
      for (const { documents: placed, ...fields } of entries) {
        const { number } = fields
        const holder = number ? await findEntryByNumber(trx, Number(number)) : undefined
        const entry = { ...fields, filing_id: id, entry_id: holder?.id ?? null }
        const row = await queries.insertFilingEntry(trx, entry)
        await place(placed, row.id)
      }
      await place(unplaced, null)
      await leases.endFilingReading(trx, id, {
        read_at: at,
        notes: storable(JSON.stringify(notes)),
      })
    })
  }

  async function publishClaimed(publication: Publication, signal: AbortSignal): Promise<void> {
    const save = (change: Partial<Filing>) =>
      leases.savePublication(db, publication, change).catch(() => true)
    const heartbeat = setInterval(() => save({ busy_until: clock() + LEASE_MS }), LEASE_MS / 3)
    try {
      await publishFiling(platform, publication, async (publishing_done) => {
        return (await save({ publishing_done })) && !signal.aborted
      })
      await closeIfDone(platform, publication.id)
    } finally {
      clearInterval(heartbeat)
      await save({ busy_until: 0 })
    }
  }

  return {
    read,
    publish: (publication: Publication) =>
      run(publication.id, ({ signal }) => publishClaimed(publication, signal)),
    cancel: (id: number) => running.get(id)?.stop.abort(),
    /** @returns whether the filing was read and is not being published, or was closed, within the time */
    async waitFor(id: number, milliseconds: number): Promise<boolean> {
      const until = performance.now() + milliseconds
      for (;;) {
        read(id)
        await Promise.race([running.get(id)?.ended, sleep(50)])
        const filing = await queries.findFiling(db, id)
        if (!filing || !leases.isBusy(filing, clock())) return true
        if (performance.now() >= until) return false
        await sleep(50)
      }
    },
    start: polling.start,
    async close(): Promise<void> {
      const stopped = polling.stop()
      for (const { stop } of running.values()) stop.abort()
      await Promise.all([stopped, ...[...running.values()].map(({ ended }) => ended)])
    },
  }
}

export type FilingReader = ReturnType<typeof createFilingReader>
