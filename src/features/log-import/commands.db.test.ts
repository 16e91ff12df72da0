import { gzipSync } from 'node:zlib'
import { beforeEach, expect, test, vi } from 'vitest'
import { logFolder } from '../../../test/support/access-log.ts'
import { at, eachImport, log } from '../../../test/support/each-import.ts'
import { UsageError } from '../../platform/command-error.ts'
import { runAccessLogImport } from './commands.ts'

const timeZone = 'America/New_York'

eachImport('the command that imports access logs', (_, database) => {
  const printed = { out: '', error: '' }
  beforeEach(() => {
    Object.assign(printed, { out: '', error: '' })
    vi.spyOn(console, 'log').mockImplementation((text) => {
      printed.out += text
    })
    vi.spyOn(console, 'error').mockImplementation((text) => {
      printed.error += text
    })
    return () => vi.restoreAllMocks()
  })

  const platform = () => ({ db: database.db, clock: Date.now, config: { timeZone } }) as never
  const run = (files: string[], values = {}) => runAccessLogImport(platform(), files, values)

  test('one file that is not there ends it before anything is read, naming it', async () => {
    const file = logFolder()('access.log', log([{ at: at(0) }]))
    await expect(run([file, '/nowhere/access.log.1'])).rejects.toThrow(
      '/nowhere/access.log.1 cannot be read: there is no such file. Nothing was imported.',
    )
    expect(printed.out).toBe('')
  })

  test.each([
    [['-'], { since: 'yesterday' }, '--since yesterday is not a date'],
    [['-'], { since: '2025-03-02', until: '2025-03-01' }, 'no lines could match'],
  ])('wrong options: %j %j', async (files, values, says) => {
    await expect(run(files, values)).rejects.toThrow(UsageError)
    await expect(run(files, values)).rejects.toThrow(says)
  })

  test('dates bound what is imported, both included', async () => {
    const days = [0, 24, 48, 72].map((hours) => ({ at: at(hours * 60) }))
    const file = logFolder()('access.log', log(days))
    expect(await run([file], { since: '2025-03-02', until: '2025-03-03', json: true })).toBe(0)
    const skipped = { before_since: 1, after_until: 1 }
    expect(JSON.parse(printed.out)).toMatchObject({ imported: 2, skipped })
  })

  test('a file that ends in the middle is read as far as it goes, and the exit code says so', async () => {
    const lines = Array.from({ length: 5000 }, (_, index) => ({ at: at(index), target: '/x' }))
    const packed = gzipSync(log(lines))
    const file = logFolder()('access.log.2.gz', packed.subarray(0, packed.length / 2))
    expect(await run([file])).toBe(1)
    expect(printed.out).toMatch(/access\.log\.2\.gz \(gzip\): [\d,]+ lines\. It is cut off/)
    expect(printed.out).toMatch(/other path +[1-9]/)
  })
})
