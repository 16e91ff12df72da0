import { spawn } from 'node:child_process'
import { hash } from 'node:crypto'
import { once } from 'node:events'
import {
  copyFileSync,
  cpSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import SQLite from 'better-sqlite3'
import { expect, test } from 'vitest'
import { signIn } from '../support/admin-client.ts'
import { filesIn } from '../support/new-folder.ts'
import { startWithSubscribers } from '../support/notified-docket.ts'
import { type RunningDocket, runDocket, runScript, subscribeAt } from '../support/run-docket.ts'
import { startForTest, testFolder } from '../support/run-for-test.ts'
import { loadSmallDocket } from '../support/small-docket.ts'
import { sinkWith } from '../support/smtp-mailing.ts'

const run = (script: string, backup: string, DATA_DIR: string) =>
  runScript(script, backup, { DATA_DIR })

const digestOf = async (docket: RunningDocket, id: number) => {
  const response = await fetch(`${docket.url}/api/documents/${id}/download`)
  return hash('sha256', Buffer.from(await response.arrayBuffer()))
}

test('a backup taken twice while it serves is restored elsewhere: pages, files, subscribers, sessions’ key; nothing is overwritten', async () => {
  const [data, backup, restored] = [testFolder(), testFolder(), testFolder()]
  await loadSmallDocket({}, data, [20_000, 300_000])
  const docket = await startForTest({}, data)
  const digest = await digestOf(docket, 2)
  await run('backup.sh', backup, data)
  expect(await subscribeAt(docket.url, 'reader@example.com')).toBe(201)
  const { stdout } = await run('backup.sh', backup, data)
  expect(stdout).toMatch(/^Files: 2\. 0 copied .*, 2 already there, 0 failed\.\nBacked up to /)
  await docket.stop()

  await run('restore.sh', backup, restored)
  const again = await startForTest({}, restored)
  expect(again.output()).not.toContain('another SECRET_KEY')
  expect(await digestOf(again, 2)).toBe(digest)
  expect(await subscribeAt(again.url, 'reader@example.com')).toBe(409)
  await expect(run('restore.sh', backup, restored)).rejects.toThrow('already exists')
})

test('a restored backup sends nothing automatically: what was waiting may have been sent since', async () => {
  const [backup, restored] = [testFolder(), testFolder()]
  const sink = await sinkWith()
  const live = { NOTIFICATIONS_MODE: 'live', SMTP_URL: sink.url, LOG_LEVEL: 'silent' }
  const docket = await startWithSubscribers(4, { ...live, MAIL_RATE_PER_SECOND: '1' })
  const administrator = await signIn(docket.url)
  expect((await administrator.post('/admin/entries/1/notifications', {})).status).toBe(303)
  await expect.poll(() => sink.counts.size, { timeout: 10_000 }).toBeGreaterThan(0)
  await run('backup.sh', backup, docket.folder)
  await expect.poll(() => sink.counts.size, { timeout: 10_000 }).toBe(4)
  await docket.stop()

  await run('restore.sh', backup, restored)
  const again = await startForTest(live, restored)
  const client = await signIn(again.url)
  const progress = async () => JSON.parse((await client.get('/admin/notifications/1.json')).body)
  await expect.poll(progress, { timeout: 20_000 }).toMatchObject({ finished: true, queued: 0 })
  expect((await progress()).uncertain).toBeGreaterThan(0)
  expect([...sink.counts.values()]).toEqual([1, 1, 1, 1])
})

/**
 * Commands in front of the real ones. The script is killed before or after the one whose turn it is. `node` stands for the
 * program, so that every step can be tried quickly: a database is a line of text.
 */
function killingCommands(): string {
  const folder = testFolder()
  const kill = (when: string) =>
    `if [ "$turn" = "$KILL_AT" ] && [ "$KILL_WHEN" = ${when} ]; then kill -9 0; fi`
  for (const name of ['node', 'cp', 'mv', 'sync']) {
    const script = `#!/bin/bash
echo . >> "$TURNS"; turn=$(($(wc -l < "$TURNS")))
${kill('before')}
PATH=$OWN_PATH
words="$*" to=\${@: -1}
case "${name} $*" in
  *database:backup*) cp "$DATA_DIR/docket.db" "$to" ;;
  *database:restore*) cp "$to" "$DATA_DIR/docket.db" ;;
  *storage:copy*) to=\${words##*--to file:}; from=\${STORAGE_URL:-file:$DATA_DIR/documents}; cp -R "\${from#file:}/." "\${to% --quick}" ;;
  *) ${name} "$@" ;;
esac
code=$?
${kill('after')}
exit $code
`
    writeFileSync(join(folder, name), script, { mode: 0o755 })
  }
  return folder
}

/** @returns whether it ran to its end */
async function runUntilKilled(
  [script, backup, data]: [string, string, string],
  { commands, turn = 0, when = '' }: { commands: string; turn?: number; when?: string },
): Promise<boolean> {
  const env = {
    DATA_DIR: data,
    PATH: `${commands}:${process.env.PATH}`,
    OWN_PATH: process.env.PATH ?? '',
    TURNS: join(testFolder(), 'turns'),
    KILL_AT: String(turn),
    KILL_WHEN: when,
  }
  const options = { detached: true, stdio: 'ignore', env } as const
  const child = spawn('bash', [`deploy/${script}`, backup], options)
  const [code] = await once(child, 'exit')
  return code === 0
}

const STEPS = [...Array(20).keys()].flatMap((turn) => [
  { turn: turn + 1, when: 'before' },
  { turn: turn + 1, when: 'after' },
])

test('a backup killed at any step leaves the earlier one, or is the new one', async () => {
  const [data, first, commands] = [testFolder(), testFolder(), killingCommands()]
  mkdirSync(join(data, 'documents'))
  const write = (database: string) => {
    writeFileSync(join(data, 'docket.db'), database)
    writeFileSync(join(data, 'documents', `${hash('sha256', database)}.pdf`), database)
    writeFileSync(join(data, 'secret-key'), `key of the ${database} one`)
  }
  const restore = async (backup: string) => {
    const restored = testFolder()
    mkdirSync(join(restored, 'documents'))
    expect(await runUntilKilled(['restore.sh', backup, restored], { commands })).toBe(true)
    const database = readFileSync(join(restored, 'docket.db'), 'utf8')
    expect(readFileSync(join(restored, 'secret-key'), 'utf8')).toBe(`key of the ${database} one`)
    const documents = readdirSync(join(restored, 'documents')).length
    expect(documents).toBeGreaterThanOrEqual(database === 'later' ? 2 : 1)
    return database
  }
  write('earlier')
  expect(await runUntilKilled(['backup.sh', first, data], { commands })).toBe(true)
  write('later')
  const files = []
  for (const step of STEPS) {
    const backup = testFolder()
    cpSync(first, backup, { recursive: true })
    const isFinished = await runUntilKilled(['backup.sh', backup, data], { commands, ...step })
    files.push(await restore(backup))
    if (isFinished) break
    expect(await runUntilKilled(['backup.sh', backup, data], { commands })).toBe(true)
    expect(await restore(backup)).toBe('later')
  }
  // Once it is the new one, it stays.
  expect(files).toEqual(files.toSorted())
  expect(files.length).toBeGreaterThan(12)
  expect(new Set(files)).toEqual(new Set(['earlier', 'later']))
}, 600_000)

test('a restore killed at any step is whole after the next run', async () => {
  const [data, backup, commands] = [testFolder(), testFolder(), killingCommands()]
  mkdirSync(join(data, 'documents'))
  writeFileSync(join(data, 'docket.db'), 'rows')
  writeFileSync(join(data, 'secret-key'), 'key')
  const name = `${hash('sha256', 'a document')}.pdf`
  writeFileSync(join(data, 'documents', name), 'a document')
  expect(await runUntilKilled(['backup.sh', backup, data], { commands })).toBe(true)
  for (const step of STEPS) {
    const restored = testFolder()
    mkdirSync(join(restored, 'documents'))
    const isFinished = await runUntilKilled(['restore.sh', backup, restored], { commands, ...step })
    if (!isFinished)
      expect(await runUntilKilled(['restore.sh', backup, restored], { commands })).toBe(true)
    expect(readdirSync(restored).toSorted()).toEqual(['docket.db', 'documents', 'secret-key'])
    expect(readdirSync(join(restored, 'documents'))).toEqual([name])
    if (isFinished) return expect(step.turn).toBeGreaterThan(6)
  }
  expect.unreachable()
}, 300_000)

test('half a backup, and parts of two, are refused before anything is restored', async () => {
  const [data, first, second, restored] = [testFolder(), testFolder(), testFolder(), testFolder()]
  await expect(run('restore.sh', first, restored)).rejects.toThrow('is not a complete backup')
  await loadSmallDocket({}, data, [20_000])
  await run('backup.sh', first, data)
  await loadSmallDocket({}, data, [20_000, 30_000])
  await run('backup.sh', second, data)
  const refused = (part: string) =>
    expect(run('restore.sh', first, restored)).rejects.toThrow(
      `${part} is missing, or does not belong to this backup. Use another backup.`,
    )
  const database = readFileSync(join(first, 'database'))
  copyFileSync(join(second, 'database'), join(first, 'database'))
  await refused('database')
  writeFileSync(join(first, 'database'), database)
  rmSync(join(first, 'secret-key'))
  await refused('secret-key')
  copyFileSync(join(second, 'secret-key'), join(first, 'secret-key'))
  const document = filesIn(first).find((path) => path.endsWith('.pdf')) ?? ''
  writeFileSync(join(first, document), 'not what it was')
  await refused(document)
  rmSync(join(first, document))
  await refused(document)
  expect(readdirSync(restored)).toEqual([])
})

test('what is not a backup of this program is refused, and nothing is left of it', async () => {
  const folder = testFolder()
  const other = new SQLite(join(folder, 'other.db'))
  other.exec('create table bookmarks (name text)')
  other.close()
  const data = join(folder, 'data')
  const own = { DATA_DIR: data, DATABASE_URL: `sqlite:${data}/docket.db` }
  const { code, stderr } = await runDocket(['database:restore', join(folder, 'other.db')], own)
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
