import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  combined,
  downloadOf,
  insertDocuments,
  logFolder,
} from '../../../test/support/access-log.ts'
import { eachDatabase } from '../../../test/support/each-database.ts'
import { cleanEnvironment } from '../../../test/support/environment.ts'
import { newDataFolder, removeFolder, runDocket } from '../../../test/support/run-docket.ts'

const START = Date.UTC(2025, 2, 1)
const COMMAND = 'documents:import-access-log'

/** Whole downloads, each with another one's ranges beside it. */
const LINES = Array.from({ length: 30_000 }, (_, index) => {
  const request = { at: START + index * 60_000, target: downloadOf(1 + (index % 3)) }
  return index % 4 > 0
    ? `${combined(request)}\n`
    : `${combined({ ...request, status: 206, client: `192.0.2.${index % 200}` })}\n`
})

// PROMISES 23, with the built program and a real kill.
eachDatabase('the program that imports access logs', (database) => {
  const folder = newDataFolder()
  const environment = { DATA_DIR: folder, DATABASE_URL: database.url }
  afterAll(() => removeFolder(folder))
  beforeAll(async () => {
    Object.assign(environment, { DATABASE_URL: database.url })
    await insertDocuments(database.db, [1, 2, 3])
  })
  beforeEach(async () => {
    for (const table of ['document_accesses', 'imported_lines', 'imported_bursts'])
      await sql`delete from ${sql.table(table)}`.execute(database.db)
  })

  const records = async () =>
    (
      await database.db
        .selectFrom('document_accesses')
        .select(['document_id', 'accessed_at', 'user_agent'])
        .orderBy('accessed_at')
        .orderBy('document_id')
        .execute()
    ).map((row) => Object.values(row).join(' '))

  /** Feeds the first lines, and does away with the program as soon as any record is committed. */
  async function interrupt(signal: NodeJS.Signals) {
    const child = spawn(process.execPath, ['bin/docket.mjs', COMMAND, '-'], {
      env: cleanEnvironment(environment),
      stdio: 'pipe',
    })
    let errors = ''
    child.stderr.on('data', (text) => {
      errors += text
    })
    child.stdin.on('error', () => {})
    child.stdin.write(LINES.slice(0, 29_000).join(''))
    while (child.exitCode === null && (await records()).length === 0) await setTimeout(20)
    child.kill(signal)
    const [code, killed] = await once(child, 'close')
    return { code, killed, errors }
  }

  test('what came is in the summaries at the end, where no service runs that would see to it', async () => {
    expect(await runDocket(['statistics:rebuild'], environment)).toMatchObject({ code: 0 })
    const file = logFolder()('access.log', LINES.slice(0, 400).join(''))
    expect(await runDocket([COMMAND, file], environment)).toMatchObject({ code: 0 })
    const { last } = await database.db
      .selectFrom('document_accesses')
      .select((eb) => eb.fn.max('id').as('last'))
      .executeTakeFirstOrThrow()
    const { folded_id } = await database.db
      .selectFrom('access_summary')
      .select('folded_id')
      .executeTakeFirstOrThrow()
    expect(last).toBeGreaterThan(0)
    expect(folded_id).toBe(last)
  })

  test('killed in the middle and run again, the totals are those of one whole run', async () => {
    const file = logFolder()('access.log', LINES.join(''))
    expect(await interrupt('SIGKILL')).toMatchObject({ killed: 'SIGKILL' })
    const left = (await records()).length
    const again = await runDocket([COMMAND, '--json', file], environment)
    expect(again.code, again.stderr).toBe(0)
    const inTwo = await records()
    expect(left).toBeGreaterThan(0)
    expect(left).toBeLessThan(inTwo.length)
    expect(JSON.parse(again.stdout).imported).toBe(inTwo.length - left)
    for (const table of ['document_accesses', 'imported_lines', 'imported_bursts'])
      await sql`delete from ${sql.table(table)}`.execute(database.db)
    const whole = await runDocket([COMMAND, '--json', file], environment)
    expect(await records()).toEqual(inTwo)
    expect(JSON.parse(whole.stdout)).toMatchObject({
      lines: 30_000,
      imported: inTwo.length,
      complete: true,
    })
  })

  test('Ctrl-C ends it though its input goes on, says that running again is safe, and that is so', async () => {
    const stopped = await interrupt('SIGINT')
    expect(stopped).toMatchObject({ code: 1, killed: null })
    expect(stopped.errors).toContain('nothing is counted twice')
    const again = await runDocket([COMMAND, '-'], environment, LINES.join(''))
    expect(again.code, again.stderr).toBe(0)
    expect(await records()).toHaveLength(30_000)
  })
})

describe('as an operator uses it', () => {
  const folder = newDataFolder()
  afterAll(() => removeFolder(folder))
  const run = (...words: string[]) => runDocket([COMMAND, ...words], { DATA_DIR: folder })

  test('one file that is not there ends it before anything is read, naming it', async () => {
    const file = logFolder()('access.log', `${LINES[1]}`)
    const { code, stderr, stdout } = await run(file, '/nowhere/access.log.1', '/tmp')
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
    expect(stderr).toContain('/nowhere/access.log.1 cannot be read: there is no such file')
    expect(stderr).toContain('/tmp cannot be read: it is a folder')
    expect(stderr).toContain('Nothing was imported')
  })

  test.each([
    [['--since', 'yesterday', '-'], '--since yesterday is not a date'],
    [['--since', '2025-03-02', '--until', '2025-03-01', '-'], 'no lines could match'],
    [['-', '-'], 'only once'],
    [[], 'Missing argument'],
  ])('wrong use: %j', async (words, says) => {
    const { code, stderr } = await run(...words)
    expect({ code, says: stderr.includes(says) }).toEqual({ code: 2, says: true })
  })

  test('a file that ends in the middle is read as far as it goes, and the exit code says so', async () => {
    const { gzipSync } = await import('node:zlib')
    const packed = gzipSync(LINES.slice(0, 5000).join(''))
    const file = logFolder()('access.log.2.gz', packed.subarray(0, packed.length / 2))
    const { code, stdout } = await run(file)
    expect(code).toBe(1)
    expect(stdout).toMatch(/access\.log\.2\.gz \(gzip\): [\d,]+ lines\. It is cut off/)
    expect(stdout).toMatch(/unknown document +[1-9]/)
  })
})
