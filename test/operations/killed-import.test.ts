import { once } from 'node:events'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { combined, downloadOf, logFolder } from '../support/access-log.ts'
import { at, eachImport } from '../support/each-import.ts'
import { newDataFolder, spawnDocket } from '../support/run-docket.ts'
import { runInProcess } from '../support/run-in-process.ts'

const COMMAND = 'documents:import-access-log'

/** More than a batch of whole downloads, with other clients' ranges in between. */
const LINES = Array.from({ length: 12_000 }, (_, index) => {
  const request = { at: at(index), target: downloadOf(1 + (index % 3)) }
  return index % 4 > 0
    ? `${combined(request)}\n`
    : `${combined({ ...request, status: 206, client: `192.0.2.${index % 200}` })}\n`
})

// PROMISES 23, with the built program and a real SIGKILL.
eachImport('the program that imports access logs', ({ run, records, forget }, database) => {
  test('killed in the middle and run again, the totals are those of one whole run', async () => {
    const folder = newDataFolder()
    mkdirSync(join(folder, 'documents'))
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

    await forget()
    const whole = await run([file])
    expect(await records()).toEqual(inTwo)
    expect(whole).toMatchObject({ lines: 12_000, imported: inTwo.length, complete: true })
  })
})
