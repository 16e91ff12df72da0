import { chownSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { hostname } from 'node:os'
import { join, resolve } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
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

it.runIf(isRoot)('as root, a command refuses to write into data of another user', async () => {
  const folder = ownedFolder()
  for (const words of [['database:migrate'], ['serve'], ['database:restore', 'backup']]) {
    const { code, stderr } = await runDocket(words, settings(folder))
    const sentence = `${folder} belongs to another user: run this as that user, not as root\n`
    expect([code, stderr]).toEqual([1, `docket ${words[0]}: ${sentence}`])
  }
  expect(readdirSync(folder)).toEqual([])
})

it.runIf(mayRead)('the service starts although root has left files in its folder', async () => {
  const folder = ownedFolder()
  const documents = join(folder, 'documents')
  const unfinished = join(documents, 'incoming', DEAD)
  for (const path of [join(documents, 'ab'), unfinished])
    mkdirSync(path, { recursive: true, mode: 0o700 })
  writeFileSync(join(unfinished, 'a.part'), '')
  for (const path of [documents, join(documents, 'incoming')]) chownSync(path, owner.uid, owner.gid)
  const user = [`--reuid=${owner.uid}`, `--regid=${owner.gid}`, '--clear-groups']
  const wrapper = ['setpriv', ...user]
  const docket = await startForTest(settings(folder), folder, undefined, wrapper)
  expect((await fetch(docket.url)).status).toBe(200)
  expect(docket.output()).toContain(`"path":"${unfinished}","msg":"belongs to another user`)
})
