import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { blocksOf } from '../support/command-blocks.ts'
import { type Debian, debianProblem, startDebian } from '../support/debian.ts'
import { copyRelease, varyRelease } from '../support/release.ts'

/* Every command of the README and of docs/, typed on a bare Debian. */

/** In an order in which one machine can run them: the first page uninstalls at its end, the README installs again. */
const PAGES = [
  'docs/operating.md',
  'README.md',
  'docs/operating-proxy.md',
  'docs/operating-mail.md',
  'docs/operating-data.md',
  'docs/moving-from-1.0.md',
  'docs/access-logs.md',
  'docs/closing-a-case.md',
  'docs/operating-containers.md',
  'docs/operating-postgresql.md',
]

it('each page with commands is covered, and each of its blocks is run or says why not', () => {
  const pages = ['README.md', ...globSync('docs/**/*.md')]
  const withCommands = pages.filter((page) => readFileSync(page, 'utf8').includes('```sh\n'))
  expect(new Set(PAGES)).toEqual(new Set(withCommands))
  for (const page of withCommands) {
    const fences = readFileSync(page, 'utf8').match(/```sh$/gm)?.length
    expect([page, blocksOf(page).length]).toEqual([page, fences])
  }
})

const where = `on a bare Debian (${debianProblem ?? 'with systemd'})`

describe.skipIf(debianProblem)(where, { timeout: 600_000 }, () => {
  let debian: Debian

  beforeAll(async () => {
    debian = await startDebian()
    const home = join(debian.root, 'root')
    copyRelease(home)
    varyRelease(home, '2.1.0')
    await debian.run('mkdir -p /var/log/nginx')
    writeFileSync(join(debian.root, 'var/log/nginx/access.log'), LOG)
  })
  afterAll(() => debian?.stop())

  for (const page of PAGES) {
    const blocks = blocksOf(page).filter(({ reason }) => reason === undefined)
    for (const { line, commands } of blocks) {
      it(`${page}:${line}`, async () => {
        const { code, output } = await debian.attempt(`set -euo pipefail\n${commands}`)
        expect([code, output]).toEqual([0, expect.not.stringMatching(/Not upgraded|Not done: S/)])
        if (page.endsWith('mail.md') && commands.includes('DKIM1')) expect(output).toMatch(/p=MII/)
      })
    }
    if (page === 'docs/operating-mail.md') {
      it('a report from outside then reaches the program, and the firm’s own mail is not kept here', async () => {
        const report =
          'printf "Subject: hello\\n\\nhello\\n" | sendmail bounce+1-x@docket.example.com'
        await debian.run(
          `echo MAIL_BOUNCE_ADDRESS=bounce@docket.example.com >> /etc/docket/.env && ${report}`,
        )
        const log = () => debian.run('journalctl --output cat')
        await expect.poll(log, { timeout: 60_000 }).toMatch(/relay=docket, .*status=sent/)
        expect(await debian.run('postconf -h mydestination')).toBe('localhost\n')
        // Port 25 of every address.
        expect(await debian.run('cat /proc/net/tcp')).toContain(' 00000000:0019 ')
      })
    }
  }

  it('at the end, the site serves from PostgreSQL on two ports', async () => {
    const ready = `/opt/docket/current/bin/node -e 'for (const port of [3000, 3001]) console.log((await fetch("http://127.0.0.1:" + port + "/readyz")).status)' --input-type=module`
    await expect.poll(() => debian.attempt(ready)).toEqual({ code: 0, output: '200\n200\n' })
    const inFile = 'grep DATABASE_URL= /etc/docket/.env'
    const url = await debian.run(`docket config DATABASE_URL 2>/dev/null || ${inFile}`)
    expect(url).toContain('postgres')
  })
})

const LOG =
  '198.51.100.7 - - [01/Mar/2026:10:00:00 +0000] "GET /api/documents/1/download HTTP/1.1" 200 5 "-" "Mozilla/5.0"\n'
