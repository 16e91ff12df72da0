import { cpSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { blocksOf } from '../support/command-blocks.ts'
import { debianProblem } from '../support/debian.ts'
import { type Docker, startDocker } from '../support/docker.ts'
import { copyRelease, varyRelease } from '../support/release.ts'

/*
 * Every command of docs/operating-containers.md, typed into Docker. What differs from a real machine:
 * - The images (test/support/docker.ts), because no registry is reached: Debian's Caddy and PostgreSQL 17, and s3rver for the store.
 * - The host name, because no certificate authority is reached: for *.localhost, Caddy makes its own certificate.
 */

const HOST = 'docket.localhost'
const blocks = blocksOf('docs/operating-containers.md').map(({ commands }) => commands)
const typed = new Set<string>()

let docker: Docker

const where = `in Debian’s Docker (${debianProblem ?? 'without a network'})`

describe.skipIf(debianProblem)(where, { timeout: 600_000 }, () => {
  beforeAll(async () => {
    docker = await startDocker()
    copyRelease(inside('srv'))
    varyRelease(inside('srv'), '2.1.0')
    writeFileSync(inside('etc/hosts'), `127.0.0.1 localhost ${HOST}\n`)
    writeFileSync(inside('srv/here'), '/srv')
  }, 900_000)
  afterAll(() => docker?.stop())

  it('compose.yaml comes up, with settings that only root can read', async () => {
    await type('install -m 0600')
    expect(await run('stat -c %a .env')).toBe('600\n')
    await type('up -d --build')
    await expectReady()
  })

  it('the log has the address that creates the first administrator', async () => {
    const log = await type('grep first-run')
    const [address = 'none'] = /https:\S+\/admin\/first-run\/[\w-]+/.exec(log) ?? []
    expect(await get(address)).toContain('Create')
  })

  it('an administrator is created and gets another password', async () => {
    const output = await type('admin:reset-password')
    expect(output).toContain('clerk@example.com was created')
    expect(output).toContain('The password for clerk@example.com was changed')
    expect(output).toContain('clerk@example.com  active')
  })

  it('entries are imported from a folder, and their documents published', async () => {
    mkdirSync(inside('srv/old/documents'), { recursive: true })
    writeFileSync(inside('srv/old/docket.json'), DOCKET)
    cpSync('test/fixtures/pdfs/order.pdf', inside('srv/old/documents/order.pdf'))
    await type('docket:import')
    await expectData()
  })

  it('the visitor’s address is the one that the proxy saw', async () => {
    const query = 'select distinct client_ip from document_accesses'
    const addresses = () =>
      run(`docker compose exec -T database runuser -u postgres -- psql -U docket -At -c '${query}'`)
    await expect.poll(addresses).toBe('172.31.254.8\n')
  })

  it('mail is signed with the key in keys', async () => {
    expect(await type('dkim.pem')).toMatch(/p=MII/)
    await expectReady()
    const key = await run('docker compose exec -T worker docket config DKIM_PRIVATE_KEY_FILE')
    expect(key).toBe('/keys/dkim.pem\n')
  })

  it('both web processes are healthy', async () => {
    const states = () => run('docker compose ps web --format {{.Health}}')
    await expect.poll(states, { timeout: 90_000 }).toBe('healthy\nhealthy\n')
  })

  it('a backup is made, and copied out of its volume', async () => {
    expect(await type('cron.d')).toContain('Backed up to /backup/latest')
    expect(await run('cat /etc/cron.d/docket-backup')).toContain("cd '/srv/docket-2.0.0/deploy'")
    await type('> docket-backup.tar')
    const names = await run('tar -tf docket-backup.tar && stat -c %a docket-backup.tar')
    for (const part of ['database', 'dkim-key', 'manifest-sha256.txt', 'documents/'])
      expect(names).toContain(`latest/${part}`)
    expect(names).toMatch(/^600$/m)
  })

  it('it is restored into a new database and a new store', async () => {
    expect(await type('docker volume rm')).toContain('Restored from the backup')
    await expectData()
  })

  it('it is restored on a new machine from its copy', async () => {
    await run('docker compose down --volumes && docker image rm docket')
    await type('< docket-backup.tar')
    const [restore = ''] = blocks.filter((block) => block.includes('docker volume rm'))
    await run(restore.split('\n').slice(2).join('\n'))
    await expectData()
  })

  it('an upgrade keeps the data', async () => {
    await type('docket-2.1.0')
    await expectData()
    expect(await servedVersion()).toBe('2.1.0\n')
    const line = await run('cat /etc/cron.d/docket-backup')
    expect(line).toContain("cd '/srv/docket-2.1.0/deploy'")
    expect(await run(line.replace(/^.* root /, ''))).toContain('Backed up to /backup/latest')
  })

  it('the way back is to restore in the old folder', async () => {
    await run('cd ../../docket-2.0.0/deploy; pwd > /srv/here')
    await type('docker volume rm')
    await expectData()
    expect(await servedVersion()).toBe('2.0.0\n')
  })

  it('settings, keys and backups are not in the image', async () => {
    expect(await run('ls -A')).toMatch(/^\.env$[\s\S]*^docket-backup\.tar$[\s\S]*^keys$/m)
    const files = await run('docker compose exec -T web ls -A /opt/docket/current/deploy')
    expect(files).toContain('compose.yaml')
    expect(files).not.toMatch(/^(\.env|keys|.*\.tar)$/m)
  })

  it('no command of the page was left out', () => {
    expect(blocks.filter((block) => !typed.has(block))).toEqual([])
  })

  const inside = (path: string) => join(docker.root, path)

  /** The block of the page that has these words, in the folder where the one before ended. */
  async function type(words: string): Promise<string> {
    const block = blocks.find((text) => text.includes(words)) ?? ''
    expect(block, words).not.toBe('')
    typed.add(block)
    return await run(`${block.replaceAll('docket.example.com', HOST)}\npwd > /srv/here`)
  }

  const run = (commands: string) =>
    docker.run(`cd "$(cat /srv/here)"; set -euo pipefail\n${commands}`)

  const get = (address: string) => docker.run(`${FETCH} ${address}`)

  async function expectReady(): Promise<void> {
    const answer = async () => (await docker.attempt(`${FETCH} https://${HOST}/readyz`)).output
    await expect.poll(answer, { timeout: 120_000 }).toContain('"status":"ok"')
  }

  async function expectData(): Promise<void> {
    await expectReady()
    expect(await run('docker compose exec -T web docket admin:list')).toContain('clerk@example.com')
    expect(await get(`https://${HOST}/`)).toContain('Order on Discovery')
    await docker.run(
      `${FETCH} https://${HOST}/api/documents/31/download > copy.pdf && cmp copy.pdf /srv/old/documents/order.pdf`,
    )
  }

  const servedVersion = () => run('docker compose exec -T web cat /opt/docket/current/VERSION')
})

/** A browser, with an address that only a proxy may name. To the proxy, this machine is the network's gateway. */
const FETCH = `NODE_NO_WARNINGS=1 NODE_TLS_REJECT_UNAUTHORIZED=0 /srv/docket-2.0.0/bin/node -e 'fetch(process.argv[1], { headers: { "x-forwarded-for": "203.0.113.9", "user-agent": "Mozilla/5.0" } }).then((answer) => answer.arrayBuffer()).then((bytes) => process.stdout.write(Buffer.from(bytes)))'`

const ENTRY = { id: 7, number: 12, filed_on: '2025-03-31', title: 'Order on Discovery' }
const DOCKET = JSON.stringify({
  case: { caption: 'Doe v. Roe', case_number: '1:25-cv-00417' },
  entries: [{ ...ENTRY, documents: [{ id: 31, path: 'documents/order.pdf' }] }],
})
