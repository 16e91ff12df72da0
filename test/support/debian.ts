import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
} from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, vi } from 'vitest'

/* A bare Debian with systemd, in a container of its own without a network. */

const CACHE = 'node_modules/.cache/debian'
const SYSTEM = ['systemd', 'systemd-sysv', 'dbus']

const answers = (program: string) => spawnSync(program, ['--version']).status === 0

/** Why there is none on this machine; undefined if there is one. */
export const debianProblem =
  process.getuid?.() !== 0
    ? 'only root can start it'
    : ['debootstrap', 'systemd-nspawn'].every(answers)
      ? undefined
      : 'needs debootstrap and systemd-nspawn (Debian: apt-get install debootstrap systemd-container)'

export interface Debian {
  /** Its root folder, as seen from outside. */
  root: string
  /** Runs a script as root in /root. @throws unless it ends with 0 */
  run(script: string): Promise<string>
  /** The same, whatever its exit code. */
  attempt(script: string): Promise<{ code: number | null; output: string }>
  stop(): void
}

/** @param packages besides those of a bare system */
export async function startDebian(packages: string[] = []): Promise<Debian> {
  const root = mkdtempSync('/var/tmp/docket-debian-')
  const system = makeSystem({ release: 'bookworm', packages: [...SYSTEM, ...packages] })
  execFileSync('tar', ['-xf', system, '-C', root])
  // Its services run as other users.
  chmodSync(root, 0o755)
  const words = ['--register=no', '--keep-unit', '--private-network', '--machine=docket-test']
  const container = spawn('systemd-nspawn', ['--quiet', ...words, '--boot', '-D', root], {
    stdio: 'ignore',
  })
  const leader = await findLeader(container.pid ?? 0)
  const debian = controlDebian(root, leader)
  try {
    await waitForSystem(debian)
    // Some packages can be set up only in a system that runs.
    await debian.run('DEBIAN_FRONTEND=noninteractive dpkg --configure -a')
  } catch (error) {
    debian.stop()
    throw error
  }
  return debian
}

async function waitForSystem(debian: Debian): Promise<void> {
  const isUp = 'systemctl is-system-running | grep -E "^(running|degraded)"'
  await vi.waitFor(() => debian.run(isUp), { timeout: 60_000, interval: 200 })
}

/** Its first process, seen from outside: what systemd-nspawn starts becomes systemd, or starts it and ends. */
function findLeader(container: number): Promise<number> {
  const find = () => {
    const leader = firstChildOf(container)
    expect(readFileSync(`/proc/${leader}/comm`, 'utf8').trim()).toBe('systemd')
    return leader
  }
  return vi.waitFor(find, { timeout: 60_000, interval: 100 })
}

/** @throws while there is none */
export function firstChildOf(process = 0): number {
  const [child = ''] = readFileSync(`/proc/${process}/task/${process}/children`, 'utf8').split(' ')
  if (child === '') throw new Error(`process ${process} has started none`)
  return Number(child)
}

/** @param leader a process in it */
export function controlDebian(root: string, leader: number): Debian {
  const enter = ['--target', `${leader}`, '--mount', '--uts', '--ipc', '--net', '--pid', '--root']
  const env = {
    PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin',
    HOME: '/root',
  }
  async function attempt(script: string) {
    const child = spawn('nsenter', [...enter, 'bash', '-c', `cd /root; ${script}`], {
      env,
      cwd: '/',
    })
    let output = ''
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (text) => {
        output += text
      })
    child.stdin.end()
    const [code] = await once(child, 'close')
    return { code, output }
  }
  return {
    root,
    attempt,
    async run(script) {
      const { code, output } = await attempt(script)
      if (code !== 0) throw new Error(`${script}\nended with ${code}:\n${output}`)
      return output
    },
    stop() {
      process.kill(leader, 'SIGKILL')
      rmSync(root, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 })
    },
  }
}

interface System {
  release: 'bookworm' | 'trixie'
  packages: string[]
  /** Fetched, but left to be installed without a network. */
  fetched?: string[]
}

/** Debian's own packages, fetched once. @returns the archive of the system */
export function makeSystem({ release, packages, fetched = [] }: System): string {
  const words = [packages, fetched].map((names) => names.join(' '))
  const name = createHash('sha256').update(words.join(' ').trim()).digest('hex').slice(0, 12)
  const archive = resolve(CACHE, `${release}-${name}.tar`)
  if (existsSync(archive)) return archive
  const folder = mkdtempSync('/var/tmp/docket-debian-')
  try {
    execFileSync('debootstrap', ['--variant=minbase', release, folder], { stdio: 'ignore' })
    cpSync('/etc/resolv.conf', join(folder, 'etc/resolv.conf'))
    const install = `export DEBIAN_FRONTEND=noninteractive
      printf '#!/bin/sh\\nexit 101\\n' > /usr/sbin/policy-rc.d; chmod 755 /usr/sbin/policy-rc.d
      apt-get update -qq
      apt-get install -y -qq --no-install-recommends ${words[0]} || true
      apt-get clean
      apt-get install -y -qq --no-install-recommends --download-only ${words[1]}
      rm /usr/sbin/policy-rc.d`
    execFileSync('chroot', [folder, 'sh', '-c', install], { stdio: 'ignore' })
    mkdirSync(CACHE, { recursive: true })
    execFileSync('tar', ['-cf', archive, '-C', folder, '.'])
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
  return archive
}
