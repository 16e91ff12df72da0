import { chmodSync, existsSync, renameSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { loadConfig } from '../../src/config.ts'
import { usualEnvironment } from '../support/database-of.ts'
import { MAIL_NEEDS } from '../support/environment.ts'
import { listenAnywhere } from '../support/free-port.ts'
import { copyPdfs, importRecap } from '../support/import-recap.ts'
import { runDocket } from '../support/run-docket.ts'
import { startForTest, testFolder } from '../support/run-for-test.ts'
import { refusedStart, runInProcess } from '../support/run-in-process.ts'

describe('the command line', () => {
  it('says what the application can do, and that its version is 2.0', async () => {
    const help = await runInProcess(['--help'])
    expect(help.code).toBe(0)
    expect(await runDocket(['--help'], {})).toMatchObject({ code: 0, stdout: help.stdout })
    const commands =
      `serve worker docket:import docket:export docket:archive archive:verify subscribers:import admin:create
      admin:reset-password admin:list admin:disable database:migrate database:backup
      database:restore database:copy secret:accept storage:copy`.split(/\s+/)
    for (const command of commands) {
      expect(help.stdout).toContain(`  ${command}`)
      expect(await runInProcess([command, '--help'])).toMatchObject({
        code: 0,
        stdout: expect.stringContaining(`docket ${command}`),
      })
    }
    expect((await runInProcess(['--version'])).stdout.trim()).toBe('2.0.0')
  })

  it.each([
    [[]],
    [['docket:import'], /^docket: Missing argument: <docket\.json>\n/],
    [['docket:import', 'a.json', 'b.json']],
    [['admin:create', '--email']],
    [['serve', '--colour']],
  ])('ends with 2 when it is used wrongly: %j', async (words, problem = /^docket: /) => {
    const result = await runInProcess(words)
    expect(result.code).toBe(2)
    expect(result.stderr).toMatch(problem)
  })

  it('ends with 2 as a process, too, if the command is unknown', async () => {
    const result = await runDocket(['frobnicate'], { DATA_DIR: testFolder() })
    expect(result.code).toBe(2)
    expect(result.stderr).toMatch(/^docket: /)
  })

  it('ends with 1 and one line when it cannot be done', async () => {
    const words = ['docket:import', '/nowhere.json']
    const result = await runInProcess(words, { DATA_DIR: testFolder() })
    expect(result.code).toBe(1)
    expect(result.stderr).toMatch(/^.*no such file.*\n$/)
  })
})

describe('settings that cannot be used', () => {
  it.each([
    [{ PORT: '70000' }, /PORT must be a whole number from 0 to 65535, for example/],
    [{ DATABASE_URL: 'mysql://localhost/x' }, /DATABASE_URL must start with/],
    [{ NOTIFICATIONS_MODE: 'on' }, /NOTIFICATIONS_MODE must be test or live/],
    [{ NOTIFICATIONS_TEST_RECIPIENT: 'a@b.com, c@d.com' }, /_TEST_RECIPIENT must be one/],
    [{ SITE_TIME_ZONE: 'Mars/Olympus' }, /SITE_TIME_ZONE is not a time zone/],
    [{ TRUSTED_PROXIES: 'everyone' }, /TRUSTED_PROXIES must list/],
    [{ SECRET_KEY: 'short' }, /SECRET_KEY must have at least 32/],
    [{ DKIM_DOMAIN: 'example.com' }, /^DKIM_DOMAIN, DKIM_SELECTOR, .*_KEY_FILE go together/],
  ])('%j are refused with one line', (environment, message) => {
    expect(() => loadConfig({ ...MAIL_NEEDS, ...environment })).toThrow(message)
  })

  it('a port that is taken', async () => {
    const server = createServer()
    const port = String(await listenAnywhere(server))
    // As a real process: nothing it has opened may keep it from ending.
    const refused = await runDocket(['serve'], { DATA_DIR: testFolder(), PORT: port })
    expect(refused).toMatchObject({ code: 1 })
    expect(refused.stderr).toContain(`PORT ${port} is in use by another program`)
    server.close()
  })

  it.skipIf(process.getuid?.() === 0)('a folder that may not be written', async () => {
    const folder = testFolder()
    chmodSync(folder, 0o500)
    expect(await refusedStart({ DATA_DIR: folder })).toMatch(/no permission|cannot be/)
    chmodSync(folder, 0o700)
  })
})

it('a first start has an empty docket that answers, a one-time address until there is an administrator, and ends with 0', async () => {
  const folder = testFolder()
  const first = await startForTest({}, folder)
  const paths = '/ /healthz /readyz /feed.xml /sitemap.xml /robots.txt /api/docket-entries'
  for (const path of paths.split(' ')) {
    expect((await fetch(first.url + path)).status, path).toBe(200)
  }
  await expect.poll(first.output).toMatch(/\/admin\/first-run\/[\w-]{22,}/)
  // Shown to the person who starts it, but in no log record.
  const printed = first.output().split('\n')
  const records = printed.filter((line) => line.startsWith('{'))
  expect(JSON.parse(records[0] ?? '')).toMatchObject({ level: 'info' })
  expect(records.join('')).toContain('no administrator yet')
  expect(records.join('')).not.toContain('first-run/')
  expect(await first.stop('SIGTERM')).toBe(0)
  const own = { DATA_DIR: folder, ...(await usualEnvironment(folder)) }
  expect((await runInProcess(['admin:create', '--email', 'clerk@example.com'], own)).code).toBe(0)
  const second = await startForTest({}, folder)
  // A blank line ends what it says, with log records before or after it.
  await expect.poll(second.output).toMatch(/Administration: [\s\S]*\n\n/)
  expect(second.output()).not.toContain('first-run')
})

it('a storage that is gone shows in readyz and stops downloads alone; once it is back, they go on', async () => {
  const folder = testFolder()
  copyPdfs(folder, 'order', '1')
  await importRecap(folder, ['1 2026-07-30 ORDER'])
  const docket = await startForTest({ DOCUMENT_CACHE_MB: '0' }, folder)
  // If someone renames the folder, no empty one replaces it.
  renameSync(join(folder, 'documents'), join(folder, 'documents-old'))
  const ready = async () =>
    (await fetch(`${docket.url}/readyz`, { headers: { accept: 'application/json' } })).text()
  expect(await ready()).toContain('storage is not responding')
  const download = await fetch(`${docket.url}/api/documents/1/download`)
  expect((await fetch(docket.url)).status).toBe(200)
  expect([download.status, (await download.json()).detail]).toEqual([
    503,
    expect.stringContaining('The document storage is not responding.'),
  ])
  const own = { DATA_DIR: folder, ...(await usualEnvironment(folder)) }
  expect(await refusedStart(own)).toContain('which does not exist')
  expect(existsSync(join(folder, 'documents'))).toBe(false)
  renameSync(join(folder, 'documents-old'), join(folder, 'documents'))
  const again = await fetch(`${docket.url}/api/documents/1/download`)
  expect([again.status, again.headers.get('content-type')]).toEqual([200, 'application/pdf'])
  await again.arrayBuffer()
})
