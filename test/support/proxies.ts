import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { vi } from 'vitest'
import { cleanEnvironment } from './environment.ts'
import { freePort } from './free-port.ts'

/* The proxies' files of deploy/, which operators copy, with a real proxy. */

interface Options {
  /** For the proxy's own files. */
  folder: string
  /** `host:port` of each process. */
  services: string[]
  /** The address of a CDN in front of the proxy. */
  cdn?: string
}

const has = (program: string, word: string) => spawnSync(program, [word]).status === 0

export const PROXIES = [
  { name: 'nginx', isInstalled: has('nginx', '-v'), start: starting(startNginx) },
  { name: 'Caddy', isInstalled: has('caddy', 'version'), start: starting(startCaddy) },
]

/** On a free port. */
function starting(start: (options: Options & { port: number }) => ChildProcess) {
  return async (options: Options) => {
    const port = await freePort()
    const child = start({ ...options, port })
    await vi.waitFor(() => fetch(`http://127.0.0.1:${port}/healthz`), 10_000)
    return {
      port,
      async stop() {
        child.kill('SIGTERM')
        if (child.exitCode === null) await once(child, 'exit')
      },
    }
  }
}

/** The file with another address, no TLS, and everything in the folder; the rest is unchanged, except for a CDN. */
function startCaddy({ folder, services, port, cdn }: Options & { port: number }): ChildProcess {
  const file = join(folder, 'Caddyfile')
  const options = '{\n\tadmin off\n\tauto_https off\n\tdefault_bind 127.0.0.1\n}\n'
  const site = readFileSync('deploy/Caddyfile', 'utf8')
  const trusting = site.replace('flush_interval', `trusted_proxies ${cdn}\n\t\tflush_interval`)
  writeFileSync(file, options + (cdn === undefined ? site : trusting))
  const env = cleanEnvironment({
    HOME: folder,
    XDG_DATA_HOME: folder,
    SITE_HOST: `http://:${port}`,
    DOCKET: services.join(' '),
  })
  const words = ['run', '--adapter', 'caddyfile', '--config', file]
  return spawn('caddy', words, { env, stdio: 'ignore' })
}

/** The file with other addresses, no TLS, and everything in the folder; the rest is unchanged. */
function startNginx({ folder, services, port }: Options & { port: number }): ChildProcess {
  const work = join(folder, 'nginx')
  mkdirSync(work)
  const site = readFileSync('deploy/nginx.conf', 'utf8')
    .replace(/server \{\s+listen 80;[^}]+\}/, '')
    .replace('listen 443 ssl http2', `listen 127.0.0.1:${port}`)
    .replace(/.*listen \[::\]:443.*|.*ssl_certificate.*/g, '')
    .replace(/server 127\.0\.0\.1:3000.*;/, (server) =>
      services.map((service) => server.replace('127.0.0.1:3000', service)).join(' '),
    )
    .replace('/var/log/nginx/docket.log', join(work, 'access.log'))
  const paths = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
  writeFileSync(
    join(work, 'nginx.conf'),
    `daemon off; pid ${work}/pid; error_log ${work}/error.log; events {}
     http { access_log off; ${paths.map((path) => `${path}_temp_path ${work};`).join(' ')} ${site} }`,
  )
  const words = ['-e', join(work, 'error.log'), '-c', join(work, 'nginx.conf')]
  return spawn('nginx', words, { stdio: 'inherit' })
}
