import { describe, expect, onTestFinished, test } from 'vitest'
import { clerk } from '../../../test/support/delivery.ts'
import { NOTHING_READ } from '../../../test/support/nothing-read.ts'
import { newPlatform } from '../../../test/support/test-platform.ts'
import { openUnread, readFirstFile } from '../../../test/support/unread-filing.ts'
import { connectDatabase } from '../../platform/database/connect.ts'
import type { Platform } from '../../platform/platform.ts'
import { DAY_MS } from '../../shared/time-zone.ts'
import type { PdfInspection } from '../checks/inspect-pdf.ts'
import { LEASE_MS } from './filing-rules.ts'
import { claimFilingReading, listUnreadFilings } from './lease-queries.ts'
import type { Propose } from './proposal/proposal-reader.ts'
import { proposeFiling } from './proposal/proposal-rules.ts'
import { discardFiling } from './publish-filing.ts'
import { findFiling, findProposal, listFilingDocuments } from './queries.ts'
import { createFilingReader } from './read-filing.ts'

const reading = NOTHING_READ
const accepted: PdfInspection = { accepted: true, pageCount: 1, pages: ['words'], reading }

describe.each(['sqlite', 'postgres'] as const)('reading a filing on %s', (dialect) => {
  async function open(names: readonly string[]) {
    const time = { now: Date.UTC(2026, 6, 30, 16) }
    const platform = await newPlatform(dialect, {}, { clock: () => time.now })
    const { id } = await openUnread(platform, names)
    /** As a process that claimed the filing and was killed. */
    const die = async () => {
      expect(await claimFilingReading(platform.db, id, time.now)).toBeDefined()
      time.now += LEASE_MS
    }
    return { platform, id, time, die }
  }

  /** @param inspect is called for each file; the default reads it at once */
  function startReader(
    platform: Platform,
    inspect: (signal?: AbortSignal) => Promise<PdfInspection> = async () => accepted,
    propose: Propose = async (input) => proposeFiling(input),
  ) {
    const inspected: string[] = []
    const inspector = {
      inspect: (_: string, name: string, signal?: AbortSignal) => {
        inspected.push(name)
        return inspect(signal)
      },
    }
    const reader = createFilingReader(platform, { inspector, propose })
    onTestFinished(() => reader.close())
    return { ...reader, inspected }
  }

  const isRead = async ({ db }: Platform, id: number) =>
    (await findFiling(db, id))?.read_at !== null

  test('what a killed process left is read by the next that starts, except the files already read', async () => {
    const { platform, id, time } = await open(['1.pdf', '2.pdf', '3.pdf'])
    const { db } = platform
    await readFirstFile(platform, id, time.now)
    const next = startReader(platform)
    expect(await next.waitFor(id, 200)).toBe(false)
    expect(next.inspected).toEqual([])
    time.now += LEASE_MS
    next.start()
    await expect.poll(() => isRead(platform, id), { timeout: 60_000 }).toBe(true)
    expect(next.inspected.toSorted()).toEqual(['2.pdf', '3.pdf'])
    expect((await findProposal(db, id)).open.map(({ number }) => number)).toEqual(['1', '2', '3'])
    const documents = await listFilingDocuments(db, id)
    expect(documents.every((one) => one.reading && one.filing_entry_id !== null)).toBe(true)
  })

  test('what was claimed while the clock was a year ahead is read at once', async () => {
    const { platform, id, time } = await open(['1.pdf'])
    await claimFilingReading(platform.db, id, time.now + 365 * DAY_MS)
    startReader(platform).start()
    await expect.poll(() => isRead(platform, id)).toBe(true)
  })

  test('two processes do not read the same file, and propose each entry once', async () => {
    const names = ['1.pdf', '2.pdf', '3.pdf', '4.pdf', '5.pdf', '6.pdf']
    const { platform, id } = await open(names)
    const other = { ...platform, db: await connectDatabase(platform.config.databaseUrl) }
    onTestFinished(() => other.db.destroy())
    const readers = [startReader(platform), startReader(other)]
    const ends = await Promise.all(readers.map((one) => one.waitFor(id, 60_000)))
    expect(ends).toEqual([true, true])
    expect(readers.flatMap(({ inspected }) => inspected).toSorted()).toEqual(names)
    expect((await findProposal(platform.db, id)).open).toHaveLength(names.length)
  })

  test('docket text that cannot be read in time is left out, and said', async () => {
    const { platform, id } = await open(['1.pdf'])
    await platform.db.updateTable('filings').set({ docket_text: 'endless' }).execute()
    const propose: Propose = async (input) => {
      if (input.docketText === 'endless') throw new Error('the thread has ended')
      return proposeFiling(input)
    }
    const reader = startReader(platform, undefined, propose)
    expect(await reader.waitFor(id, 60_000)).toBe(true)
    expect((await findProposal(platform.db, id)).open).toHaveLength(1)
    expect((await findFiling(platform.db, id))?.notes).toContain('could not be read')
  })

  test('a service that is told to stop leaves the filing to the next at once', async () => {
    const { platform, id } = await open(['1.pdf'])
    const stopped = startReader(platform, endlessly)
    stopped.read(id)
    await expect.poll(() => stopped.inspected).toEqual(['1.pdf'])
    await stopped.close()
    const next = startReader(platform)
    expect(await next.waitFor(id, 60_000)).toBe(true)
    expect(next.inspected).toEqual(['1.pdf'])
  })

  test('a filing that is discarded is read no further, and nothing is proposed', async () => {
    const { platform, id, time } = await open(['1.pdf', '2.pdf', '3.pdf', '4.pdf'])
    let stopped = 0
    const reader = startReader(platform, (signal) => endlessly(signal).finally(() => stopped++))
    reader.read(id)
    await expect.poll(() => reader.inspected).toHaveLength(2)
    await discardFiling(platform, { id, by: clerk })
    reader.cancel(id)
    await new Promise(setImmediate)
    expect(stopped).toBe(2)
    expect(await reader.waitFor(id, 60_000)).toBe(true)
    await reader.close()
    expect(reader.inspected).toHaveLength(2)
    expect((await findProposal(platform.db, id)).open).toEqual([])
    const documents = await listFilingDocuments(platform.db, id)
    expect(documents.filter((one) => one.reading)).toEqual([])
    expect(await listUnreadFilings(platform.db, time.now + LEASE_MS)).toEqual([])
  })

  const UNREADABLE = expect.stringMatching(/^The server could not read this file\./)
  test.each([
    ['twice is read', 2, ['1.pdf', '2.pdf'], ''],
    ['three times is set aside with a sentence', 3, ['2.pdf'], UNREADABLE],
  ])('a file that ended the service %s; the rest is read', async (_, deaths, names, refused) => {
    const { platform, id, die } = await open(['1.pdf', '2.pdf'])
    for (let death = 1; death <= deaths; death++) await die()
    const reader = startReader(platform)
    expect(await reader.waitFor(id, 60_000)).toBe(true)
    expect(reader.inspected.toSorted()).toEqual(names)
    const documents = await listFilingDocuments(platform.db, id)
    expect(documents).toMatchObject([{ refused }, { refused: '', page_count: 1 }])
    expect(documents[0]?.storage_key === '').toBe(deaths === 3)
  })
})

/** Until it is stopped. */
const endlessly = (signal?: AbortSignal) =>
  new Promise<PdfInspection>((_, reject) => {
    signal?.addEventListener('abort', () => reject(signal.reason))
  })
