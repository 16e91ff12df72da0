import { execFile, spawnSync } from 'node:child_process'
import { generateKeyPairSync } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { cleanEnvironment } from '../support/environment.ts'
import { filesIn } from '../support/new-folder.ts'
import { runScript } from '../support/run-docket.ts'
import { testFolder } from '../support/run-for-test.ts'
import { loadSmallDocket } from '../support/small-docket.ts'

/* What deploy/backup.sh and deploy/restore.sh do besides copying: keys, comparing, keeping, and saying what is missing. */

/** `date` as on another day, for a folder in front of the PATH. */
function otherDay(): string {
  const folder = testFolder()
  const script = '#!/bin/sh\nPATH=$OWN_PATH exec date -d "@$((DAY * 86400))" "$@"\n'
  writeFileSync(join(folder, 'date'), script, { mode: 0o755 })
  return folder
}

function pdfsIn(backup: string): string[] {
  const pdfs = filesIn(backup).filter((path) => path.endsWith('.pdf'))
  return pdfs.map((path) => join(backup, path))
}

test('within seven nights each document is compared, and damaged ones are copied again', async () => {
  const [data, backup] = [testFolder(), join(testFolder(), 'a "folder"')]
  await loadSmallDocket({}, data, [2000, 2001, 2002, 2003])
  await runScript('backup.sh', backup, { DATA_DIR: data })
  const files = pdfsIn(backup)
  expect(files).toHaveLength(4)
  const sizes = files.map((file) => statSync(file).size)
  for (const [at, file] of files.entries()) writeFileSync(file, Buffer.alloc(sizes[at] ?? 0))
  const PATH = `${otherDay()}:${cleanEnvironment().PATH}`
  const compared = []
  for (const day of [0, 1, 2, 3, 4, 5, 6]) {
    const night = { PATH, OWN_PATH: cleanEnvironment().PATH, DAY: `2000${day}` }
    await runScript('backup.sh', backup, { DATA_DIR: data, ...night })
    const file = join(data, 'last-backup.json')
    const last = JSON.parse(readFileSync(file, 'utf8'))
    const finished_at = expect.stringMatching(/^2024-10-\d\dT.*Z$/)
    expect(last).toMatchObject({ folder: backup, finished_at })
    expect(statSync(file).mode & 0o777).toBe(0o600)
    compared.push(last.hashes_compared)
  }
  expect(compared.reduce((sum, number) => sum + number)).toBe(4)
  await runScript('restore.sh', backup, { DATA_DIR: testFolder() })
})

test('fourteen nights are kept, and an interrupted one is not among them', async () => {
  const [data, backups] = [testFolder(), testFolder()]
  await loadSmallDocket({}, data, [2000])
  const nights = Array.from({ length: 20 }, (_, day) => `2026-01-${10 + day}T031500Z`)
  for (const name of [...nights, '2026-02-01T031500Z.new']) mkdirSync(join(backups, name))
  await runScript('nightly-backup.sh', backups, { DATA_DIR: data })
  const kept = readdirSync(backups).toSorted()
  const newest = kept[13] ?? ''
  expect(kept).toEqual([...nights.slice(-13), newest, 'latest'])
  await runScript('restore.sh', join(backups, newest), { DATA_DIR: testFolder() })
  const [linked = ''] = pdfsIn(join(backups, newest))
  expect(statSync(linked).nlink).toBe(2)
})

test('the DKIM key is in the backup, and a place without it says how to get it', async () => {
  const [data, backup, keys, restored] = [testFolder(), testFolder(), testFolder(), testFolder()]
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const file = join(keys, 'dkim.pem')
  writeFileSync(file, privateKey.export({ type: 'pkcs8', format: 'pem' }))
  const dkim = { DKIM_DOMAIN: 'example.com', DKIM_SELECTOR: 'docket', DKIM_PRIVATE_KEY_FILE: file }
  await loadSmallDocket({}, data, [2000])
  await runScript('backup.sh', backup, { DATA_DIR: data, ...dkim })
  rmSync(file)
  const restoring = runScript('restore.sh', backup, { DATA_DIR: restored, ...dkim })
  const refusal = await restoring.catch(String)
  expect(readdirSync(restored)).toEqual([])
  const [command = ''] = /install -o .*/.exec(String(refusal)) ?? []
  expect(spawnSync('sh', ['-c', command]).status).toBe(0)
  await runScript('restore.sh', backup, { DATA_DIR: restored, ...dkim })
  expect(readdirSync(restored)).toContain('docket.db')
})

const FULL_DISK = `mount -t tmpfs -o size=4m tmpfs "$BACKUP"
deploy/backup.sh "$BACKUP" || exit 10
cp "$DATA_DIR/last-backup.json" "$BACKUP-last"
dd if=/dev/zero of="$BACKUP/filler" 2> /dev/null
deploy/backup.sh "$BACKUP" && exit 11
cmp "$DATA_DIR/last-backup.json" "$BACKUP-last" || exit 12
DATA_DIR="$RESTORED" deploy/restore.sh "$BACKUP"`
const mayMount = spawnSync('unshare', ['-m', 'true']).status === 0

test.skipIf(!mayMount)(
  'a backup to a full disk fails, and leaves the one that is there',
  async () => {
    const [data, backup] = [testFolder(), join(testFolder(), 'backup')]
    mkdirSync(backup)
    await loadSmallDocket({}, data, [2000])
    const env = { DATA_DIR: data, BACKUP: backup, RESTORED: testFolder(), LOG_LEVEL: 'silent' }
    const { stdout } = await promisify(execFile)('unshare', ['-m', 'sh', '-c', FULL_DISK], {
      env: cleanEnvironment(env),
    })
    expect(stdout).toContain('Restored from the backup')
  },
)
