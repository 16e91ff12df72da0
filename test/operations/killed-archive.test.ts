import { once } from 'node:events'
import { existsSync, mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { beforeAll, expect, test } from 'vitest'
import { importRecap } from '../support/import-recap.ts'
import { newDataFolder, runDocket, spawnDocket } from '../support/run-docket.ts'
import { writeTextPdf } from '../support/text-pdf.ts'

/* The built program and a real SIGKILL, at several moments of one archive after another. */

const folder = newDataFolder()
const run = (...words: string[]) => runDocket(words, { DATA_DIR: folder })

beforeAll(async () => {
  const numbers = Array.from({ length: 40 }, (_, index) => index + 1)
  mkdirSync(join(folder, 'pdfs'))
  for (const number of numbers)
    await writeTextPdf(join(folder, `pdfs/${number}.pdf`), [`Motion number ${number}`])
  const lines = numbers.map((number) => `${number} 2026-03-01 MOTION number ${number}`)
  await importRecap(folder, lines)
})

/** Kills the command as soon as the file is there. */
async function archiveUntil(target: string, file: string): Promise<void> {
  const child = await spawnDocket(['docket:archive', target], { DATA_DIR: folder })
  const ended = once(child, 'exit')
  while (!existsSync(join(target, file)) && child.exitCode === null) await setTimeout(1)
  child.kill('SIGKILL')
  expect((await ended)[1]).toBe('SIGKILL')
}

test('a killed run leaves an archive that verification rejects and the next run completes', async () => {
  const target = join(folder, 'archive')
  for (const file of ['data/entries/40/index.html', 'data/documents/20.pdf', 'data/index.html']) {
    await archiveUntil(target, file)
    expect((await run('archive:verify', target)).code).toBe(1)
  }
  const { code, stdout } = await run('docket:archive', target)
  expect([code, stdout]).toEqual([0, expect.stringMatching(/Files written: [1-9]/)])
  const verified = await run('archive:verify', target)
  expect(verified.stdout).toContain('The archive is complete and unchanged.')

  const fresh = join(folder, 'fresh')
  await run('docket:archive', fresh)
  const manifest = (place: string) => readFileSync(join(place, 'manifest-sha256.txt'), 'utf8')
  expect(manifest(target)).toBe(manifest(fresh))
  expect(existsSync(join(target, 'search.part'))).toBe(false)
})
