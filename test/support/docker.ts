import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { copyFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { build } from 'esbuild'
import { vi } from 'vitest'
import { controlDebian, type Debian, firstChildOf, makeSystem } from './debian.ts'

/* Debian's own Docker, in a Debian of its own without a network, with stand-ins for the images of deploy/. */

/** Debian's package has the name of a registry, which no file here may have. */
const ENGINE = ['docker', 'io'].join('.')
const MACHINE = [ENGINE, 'docker-cli', 'docker-compose', 'docker-buildx', 'iptables']
const TOOLS = ['cron', 'iproute2', 'openssl']
/** What the images install, so that apt-get needs no network there. */
const IN_IMAGES = ['ca-certificates', 'caddy', 'postgresql-17', 'postgresql-client-17']

/** Becomes dockerd, in namespaces of its own. */
const START = `
  set -e
  mount --bind "$1" "$1"
  cd "$1"
  mount -t proc proc proc
  mount --rbind /dev dev
  mount --rbind /sys sys
  mount -t tmpfs tmpfs run
  mount -t tmpfs tmpfs tmp
  mkdir "$2"
  pivot_root . "$2"
  umount -l "$2"
  ip link set lo up
  exec dockerd --cgroup-parent "$2" --log-level warn`

export type Docker = Awaited<ReturnType<typeof startDocker>>

export async function startDocker() {
  const root = mkdtempSync('/var/tmp/docket-docker-')
  const packages = [...MACHINE, ...TOOLS]
  const system = makeSystem({ release: 'trixie', packages, fetched: IN_IMAGES })
  execFileSync('tar', ['-xf', system, '-C', root])
  chmodSync(root, 0o755)
  const group = basename(root)
  const namespaces = ['--mount', '--net', '--pid', '--uts', '--ipc', '--fork', '--kill-child']
  // It ends with this process, even if that is killed.
  const words = ['--pdeathsig', 'KILL', 'unshare', ...namespaces, 'sh', '-c', START, 'sh']
  const unshare = spawn('setpriv', [...words, root, group], { stdio: 'ignore' })
  const ended = once(unshare, 'exit')
  const stop = async () => {
    // All that it started ends with it.
    if (unshare.exitCode === null) process.kill(firstChildOf(unshare.pid), 'SIGKILL')
    await ended
    rmSync(root, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 })
    const groups = ['/sys/fs/cgroup', '-depth', '-type', 'd', '-path', `*/${group}*`]
    execFileSync('find', [...groups, '-exec', 'rmdir', '{}', '+'])
  }
  try {
    const daemon = await vi.waitFor(() => firstChildOf(unshare.pid), { timeout: 10_000 })
    const docker = { ...controlDebian(root, daemon), stop }
    const answers = `test -d /${group} && docker info`
    await vi.waitFor(() => docker.run(answers), { timeout: 60_000, interval: 500 })
    await makeImages(docker)
    return docker
  } catch (error) {
    await stop()
    throw error
  }
}

/* The images. No registry is reached, so a Debian with the packages stands in for each; only Docker Hub's images are not tried. */

const INSTALL = 'RUN apt-get update -qq && apt-get install -y -qq --no-install-recommends'

const STAND_INS: Record<string, string> = {
  caddy: `${INSTALL} caddy
CMD ["caddy", "run", "--config", "/etc/caddy/Caddyfile"]`,
  postgres: `${INSTALL} postgresql-17
RUN ln -s /usr/lib/postgresql/17/bin/pg_isready /usr/local/bin/
COPY postgres.sh /
VOLUME /var/lib/postgresql/data
CMD ["bash", "/postgres.sh"]`,
  'versity/versitygw': `COPY node store.mjs /
ENTRYPOINT ["/node", "/store.mjs"]`,
  busybox: '',
}

/** As the image of Docker Hub does at its first start: a server that only this container reaches creates the database. */
const POSTGRES = `set -e
export PATH=/usr/lib/postgresql/17/bin:$PATH PGDATA=/var/lib/postgresql/data
chown postgres "$PGDATA"
install -d -o postgres /var/run/postgresql
as_postgres() { runuser -u postgres -- "$@"; }
if [ ! -e "$PGDATA/PG_VERSION" ]; then
  install -o postgres -m 0600 /dev/null /tmp/password
  echo "$POSTGRES_PASSWORD" > /tmp/password
  as_postgres initdb --username="$POSTGRES_USER" --pwfile=/tmp/password --auth-host=scram-sha-256 --auth-local=trust --encoding=UTF8
  as_postgres pg_ctl -w -o "-c listen_addresses=''" start
  as_postgres createdb -U "$POSTGRES_USER" "$POSTGRES_DB"
  as_postgres pg_ctl -w stop
  echo 'host all all all scram-sha-256' >> "$PGDATA/pg_hba.conf"
fi
exec runuser -u postgres -- postgres -c "listen_addresses=*"
`

async function makeImages(docker: Pick<Debian, 'root' | 'run'>): Promise<void> {
  const context = join(docker.root, 'root/images')
  mkdirSync(context)
  writeFileSync(join(context, 'postgres.sh'), POSTGRES)
  await copyFile('node_modules/node/bin/node', join(context, 'node'))
  await bundleStore(join(context, 'store.mjs'))
  const base = /^FROM (\S+)$/m.exec(readFileSync('deploy/Dockerfile', 'utf8'))?.[1]
  await docker.run(
    `tar -c --one-file-system --exclude=./var/lib/docker --exclude=./root -C / . | docker import - ${base}`,
  )
  const images = readFileSync('deploy/compose.yaml', 'utf8').matchAll(/image: ((\S+):\S+)$/gm)
  for (const [, tag, name = ''] of images) {
    writeFileSync(join(context, 'Dockerfile'), `FROM ${base}\n${STAND_INS[name]}\n`)
    await docker.run(`docker build --quiet -t ${tag} images`)
  }
  rmSync(context, { recursive: true })
}

async function bundleStore(outfile: string): Promise<void> {
  await build({
    entryPoints: ['test/support/serve-s3.ts'],
    outfile,
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node24',
    logLevel: 'error',
    banner: {
      js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);",
    },
  })
}
