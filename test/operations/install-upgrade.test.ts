import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Debian, debianProblem, startDebian } from '../support/debian.ts'
import { newFolder } from '../support/new-folder.ts'
import { copyRelease, RELEASE, varyRelease } from '../support/release.ts'

/* deploy/install.sh and deploy/upgrade.sh on a bare Debian, with systemd. */

const INSTALL = 'docket-2.0.0/deploy/install.sh docket.example.com'
const UPGRADE = 'READY_SECONDS=15 /opt/docket/current/deploy/upgrade.sh'

let debian: Debian

const where = `on a bare Debian (${debianProblem ?? 'with systemd'})`

describe.skipIf(debianProblem)(where, { timeout: 600_000 }, () => {
  beforeAll(async () => {
    debian = await startDebian()
    await debian.run('apt-get install -y nginx-light')
    copyRelease(inside('root'))
  })
  afterAll(() => debian?.stop())

  const inside = (path: string) => join(debian.root, path)

  it('a release made twice has the same bytes', () => {
    const again = newFolder()
    execFileSync(process.execPath, ['release.mjs', again])
    const sha256 = `${RELEASE}.sha256`
    expect(readFileSync(join(again, sha256))).toEqual(readFileSync(inside(`root/${sha256}`)))
  })

  it('one command installs, whatever root’s umask, and prints an address that is in no log', async () => {
    const output = await debian.run(
      `umask 077; sha256sum --check ${RELEASE}.sha256 && tar -xzf ${RELEASE} && ${INSTALL}`,
    )
    expect(output).toContain('certbot certonly --nginx -d docket.example.com')
    const [address = 'none'] = /https:\S+\/admin\/first-run\/\S+/.exec(output) ?? []
    const path = address.replace('https://docket.example.com', '')
    expect(await debian.run(`${FETCH} ${path}`)).toContain('Create')
    expect(await debian.run('journalctl --output cat')).not.toContain(path)
    const places = '/var/lib/docket /var/backups/docket /etc/docket/.env'
    const modes = await debian.run(`stat -c "%U %a" ${places}`)
    expect(modes).toBe('docket 700\ndocket 700\nroot 640\n')
    expect(await debian.run('systemctl is-active docket-backup.timer')).toBe('active\n')
  })

  it('a second run changes nothing', async () => {
    const state =
      'find /etc /opt /usr/local /var/lib/docket ! -path "*/incoming*" ! -name "docket.db*" -printf "%p %m %u %T@ %l\\n" | sort'
    await debian.run('touch -d "1 hour ago" /opt/docket/.lock')
    const before = await debian.run(state)
    await debian.run(INSTALL)
    expect(await debian.run(state)).toBe(before)
  })

  it('once nginx has its certificate, it serves the site, and no address of a first run is in its log', async () => {
    await debian.run(`mkdir -p /etc/letsencrypt/live/docket.example.com && cd /etc/letsencrypt/live/docket.example.com &&
      openssl req -x509 -newkey rsa:2048 -nodes -keyout privkey.pem -out fullchain.pem -subj /CN=docket.example.com 2>&1`)
    const output = await debian.run(INSTALL)
    expect(output).not.toContain('Not done')
    const [address = ''] = /\/admin\/first-run\/\S+/.exec(output) ?? []
    const get = (path: string) =>
      debian.run(
        `NODE_TLS_REJECT_UNAUTHORIZED=0 ${FETCH.replace('http://127.0.0.1:3000', 'https://127.0.0.1')} ${path}`,
      )
    expect(await get(address)).toContain('Create')
    expect(await get('/')).toContain('<html')
    const log = await debian.run('cat /var/log/nginx/*.log')
    expect(log).toContain('GET / ')
    expect(log).not.toContain('first-run')
  })

  it('`docket` works from any folder, and leaves nothing that the service cannot read', async () => {
    await debian.run(
      'cd /tmp && echo "a password of fifteen letters" | docket admin:create --email clerk@example.com --password-stdin',
    )
    expect(await debian.run('cd / && docket admin:list')).toContain('clerk@example.com')
    expect(await debian.run('find /var/lib/docket ! -user docket')).toBe('')
    const refused = await debian.attempt('cd /tmp && runuser -u nobody -- docket admin:list')
    const output = expect.stringContaining('sudo docket admin:list')
    expect(refused).toEqual({ code: 1, output })
  })

  it('an upgrade takes seconds, and a second run of it does nothing', async () => {
    const file = makeRelease('2.0.1')
    expect(await debian.run(`${UPGRADE} ${file}`)).toMatch(
      /Upgraded to 2\.0\.1\. The site was down for about [0-9] s/,
    )
    expect(await servedVersion()).toBe('/opt/docket/2.0.1')
    expect(await debian.run(`${UPGRADE} ${file}`)).toContain('2.0.1 is installed already')
  })

  it('a damaged release is refused, and so is one that does not start with a copy of the data', async () => {
    const damaged = makeRelease('2.0.2')
    writeFileSync(inside(`root/${damaged}`), 'not what it was', { flag: 'a' })
    expect(await debian.attempt(`${UPGRADE} ${damaged}`)).toMatchObject({ code: 1 })
    const broken = makeRelease('2.0.2', 'console.error("It cannot work."); return 1')
    const { code, output } = await debian.attempt(`${UPGRADE} ${broken}`)
    const both = /It cannot work[\s\S]*2\.0\.1 is still serving/
    expect([code, output]).toEqual([1, expect.stringMatching(both)])
    expect(await servedVersion()).toBe('/opt/docket/2.0.1')
    expect(await debian.run('ls -A /var/backups/docket')).not.toContain('rehearsal')
  })

  it('one that changes the database and then fails is rolled back, with the database as it was', async () => {
    const file = makeRelease('2.0.3', FAILS_FOR_REAL)
    const { code, output } = await debian.attempt(`${UPGRADE} ${file}`)
    expect([code, output]).toEqual([1, expect.stringContaining('Not upgraded: 2.0.1 serves again')])
    await expectUnharmed('2.0.1')
  })

  it('one that is killed at any moment is whole after the next run', async () => {
    const file = makeRelease('2.0.4')
    for (const seconds of [0.5, 2, 3, 4, 5, 6]) {
      await debian.attempt(
        `(${UPGRADE} ${file}) & sleep ${seconds}; pkill -9 -f "upgrade.sh|nightly-backup.sh|rehearse.sh|backup.sh"; wait`,
      )
      await setTimeout(100)
    }
    await debian.run(`${UPGRADE} ${file}`)
    await expectUnharmed('2.0.4')
  })

  it('a backup that was copied as root is restored, and one that is rehearsed leaves nothing', async () => {
    expect(await debian.run('ls /var/backups/docket/latest')).toContain('settings')
    await debian.run(`cp -r /var/backups/docket/latest /var/backups/copied && systemctl stop docket &&
      mv /var/lib/docket /var/lib/docket-old && install -d -o docket -g docket -m 0700 /var/lib/docket`)
    const output = await debian.run('/opt/docket/current/deploy/restore.sh /var/backups/copied')
    expect(output).toContain('Restored from the backup')
    expect(await debian.run('find /var/lib/docket ! -user docket')).toBe('')
    await debian.run('systemctl start docket')
    await expectUnharmed('2.0.4')
    await debian.run('/opt/docket/current/deploy/rehearse.sh --check /var/backups/copied')
    expect(await debian.run('ls /var/backups')).toBe('copied\ndocket\n')
  })

  it('uninstalling keeps settings, data and backups, and installing finds them, though it is killed at first', async () => {
    await debian.run('/opt/docket/current/deploy/install.sh --uninstall')
    const list = 'ls -A /opt /usr/local/bin /etc/systemd/system'
    const left = await debian.run(`${list}; systemctl is-active docket || true`)
    expect(left).not.toContain('docket')
    // Killed three times before it is done.
    for (const seconds of [0.2, 1, 3])
      await debian.attempt(`(${INSTALL}) & sleep ${seconds}; pkill -9 -f deploy/install.sh`)
    await debian.run(INSTALL)
    await expectUnharmed('2.0.0')
  })

  async function servedVersion(): Promise<string> {
    const path = await debian.run('readlink /proc/$(systemctl show -P MainPID docket)/exe')
    return path.replace(/\/bin\/node\s*$/, '')
  }

  async function expectUnharmed(version: string): Promise<void> {
    await expect.poll(() => debian.run(`${FETCH} /readyz || true`)).toBe('{"status":"ok"}\n')
    expect(await servedVersion()).toBe(`/opt/docket/${version}`)
    expect(await debian.run('docket admin:list')).toContain('clerk@example.com')
    expect(await debian.run('ls -A /var/lib/docket /opt/docket')).not.toMatch(
      /before-upgrade|\.kept|\.new/,
    )
  }

  const makeRelease = (version: string, main?: string) => varyRelease(inside('root'), version, main)
})

const FETCH = `/opt/docket/current/bin/node -e 'fetch("http://127.0.0.1:3000" + process.argv[1]).then((answer) => answer.text()).then(console.log)'`

const FAILS_FOR_REAL = `
  if (words[0] !== 'serve' || process.env.DATA_DIR !== '/var/lib/docket') return real(words)
  const { default: SQLite } = await import('better-sqlite3')
  const database = new SQLite('/var/lib/docket/docket.db')
  database.exec("insert into kysely_migration values ('002-later', '2026'); delete from administrators")
  database.close()
  return 1`
