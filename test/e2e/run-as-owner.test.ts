import {
  chmodSync,
  chownSync,
  mkdirSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { hostname } from 'node:os'
import { join, resolve } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { accountOf, folderFor, succeeds } from '../support/other-user.ts'
import { runDocket } from '../support/run-docket.ts'
import { startForTest } from '../support/run-for-test.ts'

const isRoot = process.getuid?.() === 0
const owner = accountOf('nobody')
/** Not in a clone in /root. */
const mayRead = isRoot && succeeds(owner, 'test', '-r', resolve('bin/docket.mjs'))

/** Of a process of this machine that has ended. */
const DEAD = `${hostname()}~4194305`

function ownedFolder(): string {
  const folder = folderFor(owner, 'docket-owned-', (place) => succeeds(owner, 'test', '-w', place))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

/** On the embedded database, in the journeys on PostgreSQL as well. */
const settings = (DATA_DIR: string) => ({ DATA_DIR, DATABASE_URL: `sqlite:${DATA_DIR}/docket.db` })

const filesOfRoot = (folder: string) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(
    (name) => statSync(join(folder, name)).uid === 0,
  )

describe.runIf(isRoot)('a command as root in another user’s data folder', () => {
  it('leaves no file of root’s there', async () => {
    const folder = ownedFolder()
    const { code, stderr } = await runDocket(['database:migrate'], settings(folder))
    expect(filesOfRoot(folder)).toEqual([])
    if (mayRead) expect([code, stderr]).toEqual([0, ''])
    else expect(stderr).toMatch(/^docket database:migrate: .* cannot read the program .*\n$/)
  })

  it('refuses, in a sentence, if the data belongs to several users', async () => {
    const folder = ownedFolder()
    const documents = join(folder, 'documents')
    mkdirSync(documents)
    chownSync(documents, 12_345, 12_345)
    const { code, stderr } = await runDocket(['database:migrate'], settings(folder))
    expect([code, stderr]).toEqual([
      1,
      expect.stringMatching(/^docket database:migrate: .* different users: run this as .*\n$/),
    ])
    expect(readdirSync(folder)).toEqual(['documents'])
  })

  it.runIf(mayRead)('says, in a sentence, that its owner cannot read a named file', async () => {
    const folder = ownedFolder()
    const secret = join(ownedFolder(), 'docket.json')
    writeFileSync(secret, '{}', { mode: 0o600 })
    const { code, stderr } = await runDocket(['docket:import', secret], settings(folder))
    expect(code).toBe(1)
    expect(stderr).toMatch(/docket\.json cannot be read: no permission to read it\n.*not as root/)
  })

  it.runIf(mayRead)('says, in a sentence, that the database may not be written', async () => {
    const folder = ownedFolder()
    expect((await runDocket(['database:migrate'], settings(folder))).code).toBe(0)
    chmodSync(join(folder, 'docket.db'), 0o400)
    const { code, stderr } = await runDocket(['serve'], { ...settings(folder), PORT: '0' })
    expect(code).toBe(1)
    expect(stderr).toMatch(/^docket serve: The database cannot be used: the file is read-only\n/)
  })

  it.runIf(mayRead)('starts the service although root has left files there', async () => {
    const folder = ownedFolder()
    const documents = join(folder, 'documents')
    const unfinished = join(documents, 'incoming', DEAD)
    for (const path of [join(documents, 'ab'), unfinished])
      mkdirSync(path, { recursive: true, mode: 0o700 })
    for (const path of [documents, join(documents, 'incoming')])
      chownSync(path, owner.uid, owner.gid)
    const docket = await startForTest(settings(folder), folder)
    expect((await fetch(docket.url)).status).toBe(200)
    expect(docket.output()).toContain(`"path":"${unfinished}","msg":"belongs to another user`)
    expect(filesOfRoot(folder).toSorted()).toEqual(['documents/ab', `documents/incoming/${DEAD}`])
  })
})
