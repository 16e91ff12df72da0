import { spawnSync } from 'node:child_process'
import { copyFileSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { testFolder } from '../support/run-for-test.ts'
import { typeNpm } from '../support/typed-npm.ts'

/* A clone on a machine without a compiler, or with an older Node. */

const SQLITE = 'node_modules/better-sqlite3'

describe('the lockfile keeps npm from compiling', () => {
  const program = resolve('lockfile.mjs')
  const lockfile = (cwd: string, ...words: string[]) =>
    spawnSync(process.execPath, [program, ...words], { cwd, encoding: 'utf8' })

  /** A project with one package whose lockfile npm has just rewritten, without `gypfile`. */
  function afterInstall(packageJson: object): string {
    const folder = testFolder()
    mkdirSync(join(folder, SQLITE), { recursive: true })
    writeFileSync(join(folder, SQLITE, 'binding.gyp'), '{}')
    writeFileSync(join(folder, SQLITE, 'package.json'), JSON.stringify(packageJson))
    const rewritten = { packages: { '': {}, [SQLITE]: { version: '13.2.0' } } }
    writeFileSync(join(folder, 'package-lock.json'), `${JSON.stringify(rewritten, null, 2)}\n`)
    return folder
  }

  it('says so of each package that has a binding.gyp, in the clone', () => {
    expect(lockfile('.', '--check')).toMatchObject({ status: 0, stderr: '' })
    const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8'))
    expect(packages[SQLITE].gypfile).toBe(false)
    const { scripts } = JSON.parse(readFileSync('package.json', 'utf8'))
    // Unlike `prepare`, npm also runs this script after `npm install NAME`.
    expect(scripts.dependencies).toBe('node lockfile.mjs')
  })

  it('says so again after npm has written it anew, unless the package brings no binaries', () => {
    const folder = afterInstall({ gypfile: false })
    const before = lockfile(folder, '--check')
    expect(before.status).toBe(1)
    expect(before.stderr).toContain(`${SQLITE} would be compiled`)
    expect(lockfile(folder).status).toBe(0)
    expect(lockfile(folder, '--check').status).toBe(0)
    const written = readFileSync(join(folder, 'package-lock.json'), 'utf8')
    expect(JSON.parse(written).packages[SQLITE]).toEqual({ version: '13.2.0', gypfile: false })
    expect(lockfile(folder).status).toBe(0)
    expect(readFileSync(join(folder, 'package-lock.json'), 'utf8')).toBe(written)
    const without = afterInstall({})
    expect([lockfile(without).status, lockfile(without, '--check').status]).toEqual([0, 1])
  })
})

describe('bin/docket.mjs under an older Node', () => {
  /** This Node, posing as an older one: its version, and no `enableCompileCache` (new in Node 22.8). */
  const older = (version: string) =>
    `data:text/javascript,${encodeURIComponent(`
    import { registerHooks } from 'node:module'
    Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '${version}' } })
    registerHooks({ resolve: (name, context, next) =>
      name === 'node:module' && context.parentURL?.endsWith('docket.mjs')
        ? { url: 'data:text/javascript,export const createRequire = 0', shortCircuit: true }
        : next(name, context) })`)}`

  function runOlder(folder: string, version: string) {
    mkdirSync(join(folder, 'bin'))
    copyFileSync('bin/docket.mjs', join(folder, 'bin/docket.mjs'))
    const words = ['--import', older(version), join(folder, 'bin/docket.mjs'), '--version']
    return spawnSync(process.execPath, words, { encoding: 'utf8' })
  }

  // 24.6 has no crypto.argon2.
  const versions = ['20.20.2', '24.6.0']

  it.each(versions)(
    '%s says in one sentence what is needed, or hands over to the Node 24 of devDependencies',
    (version) => {
      expect(runOlder(testFolder(), version)).toMatchObject({
        status: 1,
        stdout: '',
        stderr: `docket: needs Node 24.7 or newer; this is Node ${version}.\n`,
      })
      const folder = testFolder()
      mkdirSync(join(folder, 'dist'))
      const main = 'export const main = () => console.log(process.version)'
      writeFileSync(join(folder, 'dist/main.js'), main)
      symlinkSync(resolve('node_modules'), join(folder, 'node_modules'))
      const stdout = expect.stringMatching(/^v24\./)
      expect(runOlder(folder, version)).toMatchObject({ status: 0, stdout })
    },
  )
})

it('`npm start` serves in a clone with a space in its path, and prints the link for the first administrator', async () => {
  const docket = await typeNpm(['start'], 'first one here')
  onTestFinished(async () => void (await docket.stop()))
  await expect.poll(docket.output).toMatch(/http:\/\/localhost:\d+\/admin\/\S{20,}/)
  const [link = ''] = /http:\/\/localhost:\d+\/admin\/\S{20,}/.exec(docket.output()) ?? []
  expect((await fetch(docket.url)).status).toBe(200)
  expect((await fetch(link)).status).toBe(200)
})
