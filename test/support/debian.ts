import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { hash } from 'node:crypto'
import { once } from 'node:events'
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { resolve } from 'node:path'
import { expect, vi } from 'vitest'

/* A bare Debian with systemd, in a container of its own without a network. */

const CACHE = 'node_modules/.cache/debian'
const BARE: System = {
  release: 'bookworm',
  packages: ['systemd', 'systemd-sysv', 'dbus', 'openssl'],
  fetched: ['caddy', 'nginx-light', 'postfix', 'postgresql'],
}

const answers = (program: string) => spawnSync(program, ['--version']).status === 0

function findProblem(): string | undefined {
  if (process.getuid?.() !== 0) return 'only root can start it'
  if (['debootstrap', 'systemd-nspawn'].every(answers)) return undefined
  return 'needs debootstrap and systemd-nspawn (Debian: apt-get install debootstrap systemd-container)'
}

/** Why there is none on this machine; undefined if there is one. */
export const debianProblem = findProblem()

export type Debian = ReturnType<typeof controlDebian>

/** `apt-get install` has the packages of `fetched`. */
export async function startDebian(): Promise<Debian> {
  const root = mkdtempSync('/var/tmp/docket-debian-')
  execFileSync('tar', ['-xf', makeSystem(BARE), '-C', root])
  // Its services run as other users.
  chmodSync(root, 0o755)
  const own = ['--register=no', '--keep-unit', '--private-network', '--machine=docket-test']
  const words = ['--quiet', ...own, '--boot', '-D', root]
  const container = spawn('systemd-nspawn', words, { stdio: 'ignore' })
  const leader = await findLeader(container.pid ?? 0)
  const debian = controlDebian(root, leader)
  try {
    const isUp = 'systemctl is-system-running | grep -E "^(running|degraded)"'
    await vi.waitFor(() => debian.run(isUp), { timeout: 60_000, interval: 200 })
    await debian.run('DEBIAN_FRONTEND=noninteractive dpkg --configure -a')
  } catch (error) {
    debian.stop()
    throw error
  }
  return debian
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
export function controlDebian(root: string, leader: number) {
  const enter = ['--target', `${leader}`, '--mount', '--uts', '--ipc', '--net', '--pid', '--root']
  const PATH = '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin'
  const env = { PATH, HOME: '/root' }
  async function attempt(script: string): Promise<{ code: number | null; output: string }> {
    const words = [...enter, 'bash', '-c', `cd /root; ${script}`]
    const child = spawn('nsenter', words, { env, cwd: '/' })
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
    /** Its root folder, as seen from outside. */
    root,
    /** Runs a script as root in /root. @throws unless it ends with 0 */
    async run(script: string) {
      const { code, output } = await attempt(script)
      if (code !== 0) throw new Error(`${script}\nended with ${code}:\n${output}`)
      return output
    },
    /** The same, whatever its exit code. */
    attempt,
    stop() {
      process.kill(leader, 'SIGKILL')
      rmSync(root, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 })
    },
  }
}

interface System {
  release: 'bookworm' | 'trixie'
  packages: string[]
  /** Fetched, to be installed without a network. */
  fetched: string[]
}

/** Words: the archive to write, the release, packages, packages to fetch. */
const MAKE = `set -e
  test ! -e "$1" || exit 0
  folder=$(mktemp -d -p /var/tmp)
  trap 'rm -rf "$folder"' EXIT
  debootstrap --variant=minbase "$2" "$folder"
  cp /etc/resolv.conf "$folder/etc/"
  echo '127.0.0.1 localhost' > "$folder/etc/hosts"
  echo force-unsafe-io > "$folder/etc/dpkg/dpkg.cfg.d/fast"
  echo 'APT::Install-Recommends "false";' > "$folder/etc/apt/apt.conf.d/few"
  printf '#!/bin/sh\nexit 101\n' > "$folder/usr/sbin/policy-rc.d"
  chmod 755 "$folder/usr/sbin/policy-rc.d"
  export DEBIAN_FRONTEND=noninteractive
  chroot "$folder" apt-get update -qq
  # Some packages can be set up only in a system that runs.
  chroot "$folder" apt-get install -y -qq $3 || true
  chroot "$folder" apt-get clean
  chroot "$folder" apt-get install -y -qq --download-only $4
  rm "$folder/usr/sbin/policy-rc.d"
  # Without a network, apt-get update does not wait for one, and keeps its lists.
  echo 'Acquire::Retries 0; Acquire::http::Proxy "http://127.0.0.1:9";' > "$folder/etc/apt/apt.conf.d/no-network"
  tar -cf "$1.new" -C "$folder" .
  mv "$1.new" "$1"`

/** Debian's own packages, fetched once, also if two tests need them at once. @returns the archive of the system */
export function makeSystem({ release, packages, fetched }: System): string {
  const words = [release, packages.join(' '), fetched.join(' ')]
  const name = hash('sha256', [MAKE, ...words].join()).slice(0, 12)
  mkdirSync(CACHE, { recursive: true })
  const archive = resolve(CACHE, `${release}-${name}.tar`)
  const make = ['sh', '-c', MAKE, 'sh', archive, ...words]
  execFileSync('flock', [`${archive}.lock`, ...make], { stdio: 'ignore' })
  return archive
}
