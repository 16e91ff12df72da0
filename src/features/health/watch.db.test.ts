import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { documentRow, entryRow } from '../../../test/support/rows.ts'
import { newPlatform } from '../../../test/support/test-platform.ts'
import { storageKey } from '../../platform/files/storage.ts'
import { createHealthWatch } from './watch.ts'

const NOW = Date.UTC(2026, 10, 26, 15)
const HOUR = 3_600_000

describe.each(['sqlite', 'postgres'] as const)('what an operator must know, on %s', (dialect) => {
  async function open() {
    const warn = vi.fn()
    const log = { warn, error: vi.fn(), info: vi.fn() } as never
    const platform = await newPlatform(dialect, {}, { clock: () => NOW, log })
    const health = createHealthWatch(platform, { everyMs: 10 })
    onTestFinished(() => health.stop())
    const { dataDir } = platform.config
    const problems = async () => (await health.findProblems()).map(({ text }) => text).join()
    return { ...platform, dataDir, health, problems, warn }
  }
  type Opened = Awaited<ReturnType<typeof open>>

  async function publish({ db, dataDir }: Opened, id: number, published_at: number) {
    const entry = { id, number: id, published_at, created_at: published_at }
    await db.insertInto('entries').values(entryRow(entry)).execute()
    const storage_key = storageKey(String(id).repeat(64))
    const row = documentRow({ id, entry_id: id, storage_key, byte_size: 5 })
    await db.insertInto('documents').values(row).execute()
    const path = join(dataDir, 'documents', storage_key)
    mkdirSync(join(path, '..'), { recursive: true })
    writeFileSync(path, 'bytes')
    return path
  }

  it('notices missing and truncated files of published documents, and that they are back', async () => {
    const opened = await open()
    const { health, problems, db, warn } = opened
    const first = await publish(opened, 1, NOW)
    const second = await publish(opened, 2, NOW)
    const draft = await publish(opened, 3, NOW)
    await db.updateTable('entries').set({ status: 'draft' }).where('id', '=', 3).execute()
    rmSync(first)
    writeFileSync(second, 'byte')
    rmSync(draft)
    health.start()
    await expect.poll(problems).toContain('2 of 2 published documents (ID 1, 2)')
    expect(health.missing()).toBe(2)
    const said = 'files of published documents are missing'
    expect(warn).toHaveBeenCalledWith({ missing: [1, 2], count: 2 }, said)
    for (const path of [first, second]) writeFileSync(path, 'bytes')
    await expect.poll(problems).toBe('')
  })

  it('leaves it to /readyz to say that the whole store is gone', async () => {
    const opened = await open()
    await publish(opened, 1, NOW)
    const { health, files, dataDir, warn } = opened
    renameSync(join(dataDir, 'documents'), join(dataDir, 'elsewhere'))
    vi.spyOn(files, 'check').mockRejectedValue(new Error('gone'))
    health.start()
    await expect.poll(() => warn.mock.calls.length).toBeGreaterThan(1)
    expect(health.missing()).toBe(0)
  })

  it('goes on if the store does not answer', async () => {
    const opened = await open()
    await publish(opened, 1, NOW)
    const { health, files, warn } = opened
    vi.spyOn(files, 'sizeOf').mockRejectedValueOnce(new Error('no answer'))
    health.start()
    const failed = [expect.anything(), 'the documents could not be checked']
    await expect.poll(() => warn.mock.calls).toContainEqual(failed)
    await expect.poll(() => vi.mocked(files.sizeOf).mock.calls.length).toBeGreaterThan(1)
    expect(health.missing()).toBe(0)
  })

  it('asks for a backup once something has been public for 48 hours, and after 48 hours for the next', async () => {
    const opened = await open()
    const { problems, dataDir, db } = opened
    await publish(opened, 1, NOW - 47 * HOUR)
    expect(await problems()).toBe('')
    const earlier = { published_at: NOW - 49 * HOUR, created_at: NOW - 49 * HOUR }
    await db.updateTable('entries').set(earlier).execute()
    expect(await problems()).toContain('there is no backup')
    const write = (text: string) => writeFileSync(join(dataDir, 'last-backup.json'), text)
    const noteOf = (hours: number) => JSON.stringify({ finished_at: new Date(NOW - hours * HOUR) })
    write(noteOf(49))
    expect(await problems()).toContain('the last backup ended 49 hours ago')
    write(`${noteOf(1)}${' '.repeat(20_000)}`)
    expect(await problems()).toContain('there is no backup')
  })
})
