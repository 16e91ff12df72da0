import { once } from 'node:events'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { importAccessLog } from '../../src/features/log-import/import-access-log.ts'
import {
  combined,
  downloadOf,
  importing,
  insertDocuments,
  logFolder,
} from '../support/access-log.ts'
import { eachDatabase } from '../support/each-database.ts'
import { newDataFolder, spawnDocket } from '../support/run-docket.ts'
import { runInProcess } from '../support/run-in-process.ts'

const START = Date.UTC(2025, 2, 1)
const COMMAND = 'documents:import-access-log'

/** More than a batch of whole downloads, with other clients' ranges in between. */
const LINES = Array.from({ length: 12_000 }, (_, index) => {
  const request = { at: START + index * 60_000, target: downloadOf(1 + (index % 3)) }
  return index % 4 > 0
    ? `${combined(request)}\n`
    : `${combined({ ...request, status: 206, client: `192.0.2.${index % 200}` })}\n`
})

// PROMISES 23, with the built program and a real SIGKILL.
eachDatabase('the program that imports access logs', (database) => {
  const records = async () => {
    const rows = database.db
      .selectFrom('document_accesses')
      .select(['document_id', 'accessed_at', 'user_agent'])
      .orderBy('accessed_at')
      .orderBy('document_id')
    return (await rows.execute()).map((row) => Object.values(row).join(' '))
  }

  test('killed in the middle and run again, the totals are those of one whole run', async () => {
    const folder = newDataFolder()
    mkdirSync(join(folder, 'documents'))
    await insertDocuments(database.db, [1, 2, 3])
    const environment = { DATA_DIR: folder, DATABASE_URL: database.url }
    const child = await spawnDocket([COMMAND, '-'], environment)
    child.stdin.on('error', () => {})
    child.stdin.write(LINES.slice(0, 11_000).join(''))
    while (child.exitCode === null && (await records()).length === 0) await setTimeout(20)
    child.kill('SIGKILL')
    await once(child, 'close')
    const left = (await records()).length
    expect(left).toBeGreaterThan(0)

    const file = logFolder()('access.log', LINES.join(''))
    const again = await runInProcess([COMMAND, '--json', file], environment)
    expect(again.code, again.stderr).toBe(0)
    const inTwo = await records()
    expect(left).toBeLessThan(inTwo.length)
    expect(JSON.parse(again.stdout).imported).toBe(inTwo.length - left)

    for (const table of ['document_accesses', 'imported_lines', 'imported_bursts'])
      await sql`delete from ${sql.table(table)}`.execute(database.db)
    const whole = await importAccessLog(
      { db: database.db, clock: Date.now, config: { timeZone: 'America/New_York' } as never },
      importing([file]),
    )
    expect(await records()).toEqual(inTwo)
    expect(whole).toMatchObject({ lines: 12_000, imported: inTwo.length, complete: true })
  })
})
