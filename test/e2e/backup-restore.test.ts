import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { copyFileSync, cpSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import SQLite from 'better-sqlite3'
import { expect, onTestFinished, test } from 'vitest'
import { signIn } from '../support/admin-client.ts'
import { cleanEnvironment } from '../support/environment.ts'
import { startWithSubscribers } from '../support/notified-docket.ts'
import { type RunningDocket, removeFolder, runDocket } from '../support/run-docket.ts'
import { startForTest, testFolder } from '../support/run-for-test.ts'
import { loadSmallDocket } from '../support/small-docket.ts'
import { startSmtpSink } from '../support/smtp-sink.ts'

/** Runs the script as an operator would: in the program's folder, with the service's settings. */
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
  const { stdout } = await run('backup.sh', backup, data)
  expect(stdout).toMatch(/^Files: 2\. 0 copied .*, 2 already there, 0 failed\.\nBacked up to /)
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

test('a restored backup sends nothing automatically: what was waiting may have been sent since', async () => {
  const [backup, restored] = [testFolder(), testFolder()]
  const sink = await startSmtpSink()
  onTestFinished(() => sink.close())
  const live = { NOTIFICATIONS_MODE: 'live', SMTP_URL: sink.url, LOG_LEVEL: 'silent' }
  const docket = await startWithSubscribers(4, { ...live, MAIL_RATE_PER_SECOND: '1' })
  onTestFinished(() => removeFolder(docket.folder))
  const administrator = await signIn(docket.url)
  expect((await administrator.post('/admin/entries/1/notifications', {})).status).toBe(303)
  await expect.poll(() => sink.counts.size, { timeout: 10_000 }).toBeGreaterThan(0)
  await run('backup.sh', backup, docket.folder)
  await expect.poll(() => sink.counts.size, { timeout: 10_000 }).toBe(4)
  await docket.stop()

  await run('restore.sh', backup, restored)
  const again = await startForTest(live, restored)
  const client = await signIn(again.url)
  const progress = async () => (await client.get('/admin/notifications/1.json')).json()
  await expect.poll(progress, { timeout: 20_000 }).toMatchObject({ finished: true, queued: 0 })
  expect((await progress()).uncertain).toBeGreaterThan(0)
  expect([...sink.counts.values()]).toEqual([1, 1, 1, 1])
})

test('nothing is overwritten, and half a backup is refused', async () => {
  const [data, backup] = [testFolder(), testFolder()]
  const made = await runDocket(['database:migrate'], { DATA_DIR: data })
  expect(made.code).toBe(0)
  await expect(run('restore.sh', backup, testFolder())).rejects.toThrow('is not a complete backup')
  await run('backup.sh', backup, data)
  await expect(run('restore.sh', backup, data)).rejects.toThrow('already exists')
})

/** Counts the entries of the restored database; its documents were verified. */
async function restoreAndCount(backup: string): Promise<number> {
  const restored = testFolder()
  await run('restore.sh', backup, restored)
  const database = new SQLite(join(restored, 'docket.db'), { readonly: true })
  try {
    return database.prepare('select count(*) from entries').pluck().get() as number
  } finally {
    database.close()
  }
}

/** Programs that the script runs; the one whose turn it is kills the script's process group before or after its work. */
function killingPrograms(): string {
  const folder = testFolder()
  const kill = (when: string) =>
    `if [ "$turn" = "$KILL_AT" ] && [ "$KILL_WHEN" = ${when} ]; then kill -9 0; fi`
  for (const name of ['node', 'cp', 'mv', 'sync']) {
    const script = `#!/bin/sh
echo . >> "$TURNS"; turn=$(wc -l < "$TURNS"); turn=$((turn))
${kill('before')}
PATH=$OWN_PATH ${name} "$@"; code=$?
${kill('after')}
exit $code
`
    writeFileSync(join(folder, name), script, { mode: 0o755 })
  }
  return folder
}

async function backUpUntilKilled(backup: string, data: string, at: [number, string]) {
  const programs = killingPrograms()
  const child = spawn('sh', ['deploy/backup.sh', backup], {
    detached: true,
    stdio: 'ignore',
    env: cleanEnvironment({
      DATA_DIR: data,
      LOG_LEVEL: 'silent',
      PATH: `${programs}:${process.env.PATH}`,
      OWN_PATH: process.env.PATH ?? '',
      TURNS: join(programs, 'turns'),
      KILL_AT: String(at[0]),
      KILL_WHEN: at[1],
    }),
  })
  const [code] = await once(child, 'exit')
  return code === 0 ? 'finished' : 'killed'
}

test('a backup killed at any step leaves the earlier one, or is the new one', async () => {
  const [data, first] = [testFolder(), testFolder()]
  await loadSmallDocket({}, data, [20_000])
  await run('backup.sh', first, data)
  await loadSmallDocket({}, data, [20_000, 30_000])
  const counts = []
  for (let turn = 1; ; turn += 1) {
    const backup = testFolder()
    cpSync(first, backup, { recursive: true })
    const when = turn % 2 === 1 ? 'after' : 'before'
    const end = await backUpUntilKilled(backup, data, [turn, when])
    counts.push(await restoreAndCount(backup))
    if (end === 'finished') break
    // The next night's backup is whole, whatever is left.
    if (turn % 3 === 2) {
      await run('backup.sh', backup, data)
      expect(await restoreAndCount(backup)).toBe(2)
    }
  }
  // Once it is the new one, it stays.
  expect(counts).toEqual(counts.toSorted())
  expect(counts.slice(0, 4)).toEqual([1, 1, 1, 1])
  expect(counts.at(-1)).toBe(2)
})

test('parts of two backups are refused, before anything is restored', async () => {
  const [data, first, second] = [testFolder(), testFolder(), testFolder()]
  await loadSmallDocket({}, data, [20_000])
  await run('backup.sh', first, data)
  await loadSmallDocket({}, data, [20_000, 30_000])
  await run('backup.sh', second, data)
  const restored = testFolder()
  const refused = (part: string) =>
    expect(run('restore.sh', first, restored)).rejects.toThrow(
      `${part} is missing, or does not belong to this backup. Use another backup.`,
    )
  copyFileSync(join(first, 'database'), join(first, 'kept'))
  copyFileSync(join(second, 'database'), join(first, 'database'))
  await refused('database')
  copyFileSync(join(first, 'kept'), join(first, 'database'))
  rmSync(join(first, 'secret-key'))
  await refused('secret-key')
  copyFileSync(join(second, 'secret-key'), join(first, 'secret-key'))
  const [document = ''] = readdirSync(join(first, 'documents'), { recursive: true })
    .map(String)
    .filter((name) => name.endsWith('.pdf'))
  rmSync(join(first, 'documents', document))
  await refused(`documents/${document}`)
  expect(readdirSync(restored)).toEqual([])
})

test('what is not a backup of this program is refused, and nothing is left of it', async () => {
  const folder = testFolder()
  const other = new SQLite(join(folder, 'other.db'))
  other.exec('create table bookmarks (name text)')
  other.close()
  const data = join(folder, 'data')
  const { code, stderr } = await runDocket(['database:restore', join(folder, 'other.db')], {
    DATA_DIR: data,
    DATABASE_URL: `sqlite:${data}/docket.db`,
  })
  expect([code, stderr]).toEqual([1, expect.stringContaining('belongs to another program')])
  expect(readdirSync(data)).toEqual([])
})

test('leftovers of a killed restore do not get into the next one', async () => {
  const [folder, data] = [testFolder(), testFolder()]
  const backup = join(folder, 'backup')
  expect((await runDocket(['database:migrate'], { DATA_DIR: folder })).code).toBe(0)
  expect((await runDocket(['database:backup', backup], { DATA_DIR: folder })).code).toBe(0)
  const killed = new SQLite(join(data, 'docket.db.part'))
  killed.pragma('journal_mode = WAL')
  killed.exec('create table left_over (name text)')
  const log = readFileSync(join(data, 'docket.db.part-wal'))
  killed.close()
  writeFileSync(join(data, 'docket.db.part-wal'), log)
  const environment = { DATA_DIR: data, DATABASE_URL: `sqlite:${data}/docket.db` }
  expect(await runDocket(['database:restore', backup], environment)).toMatchObject({ code: 0 })
  expect(readdirSync(data)).toEqual(['docket.db'])
})

test('a document that is damaged in the backup is not restored silently', async () => {
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
