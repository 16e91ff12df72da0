import { execFile } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { cleanEnvironment } from '../support/environment.ts'
import { type RunningDocket, runDocket } from '../support/run-docket.ts'
import { startForTest, testFolder } from '../support/run-for-test.ts'
import { loadSmallDocket } from '../support/small-docket.ts'

/** The script as an operator runs it: in the program's folder, with the service's settings. */
const run = (script: string, backup: string, dataFolder: string) =>
  promisify(execFile)(`deploy/${script}`, [backup], {
    env: cleanEnvironment({ DATA_DIR: dataFolder, LOG_LEVEL: 'silent' }),
  })

const digestOf = async (docket: RunningDocket, id: number) => {
  const response = await fetch(`${docket.url}/api/documents/${id}/download`)
  const bytes = await response.arrayBuffer()
  return Buffer.from(await crypto.subtle.digest('SHA-256', bytes)).toString('hex')
}

test('a backup taken twice while it serves is restored elsewhere: pages, files, subscribers, sessions’ key', async () => {
  const [data, backup, restored] = [testFolder(), testFolder(), testFolder()]
  await loadSmallDocket({}, data, [20_000, 300_000])
  const docket = await startForTest({}, data)
  const digest = await digestOf(docket, 2)
  await run('backup.sh', backup, data)
  const subscribed = await fetch(`${docket.url}/api/subscribe`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: 'reader@example.com' }),
  })
  expect(subscribed.status).toBe(201)
  await run('backup.sh', backup, data)
  await docket.stop()

  await run('restore.sh', backup, restored)
  const again = await startForTest({}, restored)
  expect(again.output()).not.toContain('another SECRET_KEY')
  expect(await digestOf(again, 2)).toBe(digest)
  const twice = await fetch(`${again.url}/api/subscribe`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: 'reader@example.com' }),
  })
  expect(twice.status).toBe(409)
})

test('nothing is overwritten, and half a backup is refused', async () => {
  const [data, backup] = [testFolder(), testFolder()]
  const made = await runDocket(['database:migrate'], { DATA_DIR: data })
  expect(made.code).toBe(0)
  await expect(run('restore.sh', backup, testFolder())).rejects.toThrow('is not a whole backup')
  await run('backup.sh', backup, data)
  await expect(run('restore.sh', backup, data)).rejects.toThrow('is there already')
})

test('a document that is damaged in the backup is not put back silently', async () => {
  const [data, backup] = [testFolder(), testFolder()]
  await loadSmallDocket({}, data, [20_000])
  await run('backup.sh', backup, data)
  const { stdout } = await promisify(execFile)('find', [
    join(backup, 'documents'),
    '-type',
    'f',
    '-size',
    '+10k',
  ])
  writeFileSync(stdout.trim(), 'not what it was')
  await expect(run('restore.sh', backup, testFolder())).rejects.toThrow()
})
