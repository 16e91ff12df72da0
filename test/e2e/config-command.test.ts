import { spawnSync } from 'node:child_process'
import { chmodSync, mkdirSync, realpathSync, symlinkSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, it } from 'vitest'
import { cleanEnvironment } from '../support/environment.ts'
import { testFolder } from '../support/run-for-test.ts'

const program = resolve('bin/docket.mjs')

/** Runs `docket` in this folder. */
function runIn(cwd: string, words: string[], environment: NodeJS.ProcessEnv = {}) {
  const env = cleanEnvironment(environment)
  return spawnSync(process.execPath, [program, ...words], { cwd, env, encoding: 'utf8' })
}

/** Runs `docket config` in a folder with this `.env`. */
function configOf(file: string, words: string[] = [], environment: NodeJS.ProcessEnv = {}) {
  const cwd = realpathSync(testFolder())
  writeFileSync(join(cwd, '.env'), file)
  const own = { DOCUMENT_RECOGNITION: undefined, ...environment }
  return { cwd, ...runIn(cwd, ['config', ...words], own) }
}

const FILE = `# a comment
export PORT=4000
SECRET_KEY='aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa'   # trailing
DATABASE_URL="postgres://docket:s3cret@127.0.0.1:1/docket"
METRICS_TOKEN=
HOST=127.0.0.9
`

it('shows the settings in force and where each is from, without secrets, and opens nothing', () => {
  const { status, stdout, cwd } = configOf(FILE, [], { HOST: '127.0.0.2' })
  expect(status).toBe(0)
  const lines = stdout.trim().split('\n')
  const settings = lines.map((line) => [line.split(' ')[0], line.replace(/^\S+ +/, '')])
  expect(Object.fromEntries(settings)).toMatchObject({
    HOST: '127.0.0.2  [environment]',
    PORT: '4000  [.env]',
    PUBLIC_URL: 'http://localhost:4000  [default]',
    DATA_DIR: `${cwd}/data  [default]`,
    DATABASE_URL: 'postgres://docket:***@127.0.0.1:1/docket  [.env]',
    SECRET_KEY: '***  [.env]',
    METRICS_TOKEN: '(none)  [default]',
    TRUSTED_PROXIES: 'loopback  [default]',
  })
  expect(stdout).not.toMatch(/s3cret|aaaa/)
})

it('gives scripts one object, and a value as it is', () => {
  const { stdout, cwd } = configOf(FILE, ['--json'])
  expect(JSON.parse(stdout)).toMatchObject({
    STORAGE_URL: { value: `file:${cwd}/data/documents`, source: 'default' },
    SECRET_KEY: { value: '***', source: '.env' },
  })
  expect(configOf(FILE, ['SECRET_KEY']).stdout).toBe(`${'a'.repeat(36)}\n`)
  expect(configOf(FILE, ['COLOR'])).toMatchObject({ status: 2, stdout: '' })
  expect(configOf('PORT=x').stderr).toMatch(/^docket config: PORT must be .*\n$/)
})

it.skipIf(process.getuid?.() === 0)('says that .env cannot be read', () => {
  const cwd = testFolder()
  writeFileSync(join(cwd, '.env'), '')
  chmodSync(join(cwd, '.env'), 0)
  const { stderr } = runIn(cwd, ['config'])
  expect(stderr).toMatch(/^docket config: \.env cannot be read: no permission to read it.*\n$/)
})

it('is read by docket doctor, which minds who else may read .env, also through a link', () => {
  const cwd = realpathSync(testFolder())
  writeFileSync(join(cwd, 'settings'), 'PORT=4000\n')
  symlinkSync('settings', join(cwd, '.env'))
  mkdirSync(join(cwd, 'data'), { mode: 0o700 })
  const files = (mode: number) => {
    chmodSync(join(cwd, 'settings'), mode)
    const { stdout } = runIn(cwd, ['doctor'])
    return /^.*files .*$/m.exec(stdout)?.[0] ?? stdout
  }
  expect(files(0o640)).toMatch(/^ok /)
  expect(files(0o644)).toMatch(/^not ok .*: \.env \(user \d+, mode 604\)/)
})
