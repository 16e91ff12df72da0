import { chmodSync, readdirSync, realpathSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import type { Check } from '../../src/features/health/rules.ts'
import { usualEnvironment } from '../support/database-of.ts'
import { copyPdfs, importRecap } from '../support/import-recap.ts'
import { filesIn } from '../support/new-folder.ts'
import { startForTest, testFolder } from '../support/run-for-test.ts'
import { runInProcess } from '../support/run-in-process.ts'

async function examine(environment: Record<string, string>, words: string[] = []) {
  const settings = { ...(await usualEnvironment(environment.DATA_DIR)), ...environment }
  const { code, stdout, stderr } = await runInProcess(['doctor', '--json', ...words], settings)
  const { ok, checks }: { ok: boolean; checks: Check[] } = JSON.parse(stdout)
  const states = checks.map(({ name, state, text }) => [name, `${state}: ${text}`])
  return { code, ok, states: Object.fromEntries(states), stderr }
}

async function publishOrder(): Promise<string> {
  const folder = realpathSync(testFolder())
  copyPdfs(folder, 'order', '1')
  await importRecap(folder, ['1 2026-07-30 ORDER'])
  for (const name of ['pdfs', 'docket.json']) rmSync(join(folder, name), { recursive: true })
  return folder
}

it('docket doctor finds all well beside a running service, and then what was broken', async () => {
  const folder = await publishOrder()
  const docket = await startForTest({}, folder)
  const own = { DATA_DIR: folder, PUBLIC_URL: docket.url }
  const well = await examine(own, ['--hashes'])
  expect(well).toMatchObject({ code: 0, ok: true, stderr: '' })
  expect(well.states).toMatchObject({
    settings: expect.stringMatching(/^ok/),
    files: expect.stringMatching(/^ok/),
    database: expect.stringMatching(/^ok/),
    documents: 'ok: 1 file present',
    PUBLIC_URL: expect.stringMatching(/^not checked: answers/),
    'mail server': expect.stringMatching(/^not checked: SMTP_URL is not set/),
    clock: expect.stringMatching(/^ok: \d+ seconds?/),
  })

  // The same length, so that only its hash tells.
  const pdf = filesIn(folder).find((name) => name.endsWith('.pdf')) ?? ''
  const path = join(folder, pdf)
  writeFileSync(path, Buffer.alloc(statSync(path).size, 'x'))
  chmodSync(path, 0o644)
  const note = { finished_at: '2020-01-01T00:00:00Z', folder: '/backup', hashes_compared: 1 }
  writeFileSync(join(folder, 'last-backup.json'), JSON.stringify(note), { mode: 0o600 })
  const wrong = { ...own, HSTS_PRELOAD: 'true', SMTP_URL: 'smtp://127.0.0.1:9' }
  const broken = await examine(wrong, ['--hashes'])
  expect(broken).toMatchObject({ code: 1, ok: false, stderr: '' })
  expect(broken.states).toMatchObject({
    settings: 'not ok: HSTS_PRELOAD has no effect: PUBLIC_URL is not https',
    files: expect.stringMatching(/^not ok: 1 of \d+ .*\.pdf \(user \d+, mode 644\)/),
    documents: expect.stringMatching(/^not ok: .*\(ID 1\) are missing or damaged/),
    backup: expect.stringMatching(/^not ok: the last backup ended [\d,]+ hours ago/),
    'mail server': 'not ok: Nothing accepts mail at 127.0.0.1:9 (connection refused)',
    SPF: expect.stringMatching(/^not checked: MAIL_FROM has no public domain/),
  })
  expect((await examine(own)).states.documents).toMatch(/^ok/)
  rmSync(path)
  expect((await examine(own)).states.documents).toMatch(/^not ok/)
})

it('says that the secret key is lost, or another one', async () => {
  const folder = await publishOrder()
  await (await startForTest({}, folder)).stop()
  rmSync(join(folder, 'secret-key'))
  const lost = await examine({ DATA_DIR: folder })
  expect(lost.states.database).toMatch(/^not ok: SECRET_KEY does not match this database/)
  expect(lost.states.documents).toMatch(/^ok/)
  expect(readdirSync(folder)).not.toContain('secret-key')
  const other = await examine({ DATA_DIR: folder, SECRET_KEY: 'x'.repeat(64) })
  expect(other.states.database).toBe(lost.states.database)
})

it('prints a page, and creates nothing where nothing is there', async () => {
  const folder = join(testFolder(), 'data')
  const { DATABASE_URL: _, ...usual } = { ...(await usualEnvironment(folder)) }
  const own = { DATA_DIR: folder, DATABASE_URL: `sqlite:${folder}/docket.db` }
  const environment = { ...usual, ...own, PUBLIC_URL: 'http://127.0.0.1:9' }
  const { code, stdout } = await runInProcess(['doctor'], environment)
  expect(code).toBe(1)
  expect(stdout).toMatch(/^not ok {7}database {7}.* does not exist yet: start the service$/m)
  expect(stdout).toMatch(/^not checked {2}documents/m)
  expect(readdirSync(join(folder, '..'))).toEqual([])
})

it('names a wrong setting and checks nothing else', async () => {
  const { code, states } = await examine({ DATA_DIR: testFolder(), PORT: 'x' })
  expect(code).toBe(1)
  expect(Object.values(states)).toEqual([
    expect.stringMatching(/^not ok: PORT must be a whole number/),
    'not checked: fix the settings first',
  ])
})
