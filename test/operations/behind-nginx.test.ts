import { execFileSync, spawn } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { it } from 'vitest'
import { describeBehind } from '../support/behind-proxy.ts'
import type { RunningDocket } from '../support/run-docket.ts'

/* deploy/nginx.conf, which operators copy, with a real nginx if the machine has one. */

/** The file with another address, no TLS, and everything in the test's folder; the rest is unchanged. */
function startNginx({ folder, url }: RunningDocket, port: number) {
  const work = join(folder, 'nginx')
  mkdirSync(work)
  const site = readFileSync('deploy/nginx.conf', 'utf8')
    .replace(/server \{\s+listen 80;[^}]+\}/, '')
    .replace('listen 443 ssl http2', `listen 127.0.0.1:${port}`)
    .replace(/.*listen \[::\]:443.*|.*ssl_certificate.*/g, '')
    .replace('127.0.0.1:3000', url.replace('http://', ''))
  const paths = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
  writeFileSync(
    join(work, 'nginx.conf'),
    `daemon off; pid ${work}/pid; error_log ${work}/error.log; events {}
     http { access_log off; ${paths.map((path) => `${path}_temp_path ${work};`).join(' ')} ${site} }`,
  )
  return spawn('nginx', ['-e', join(work, 'error.log'), '-c', join(work, 'nginx.conf')], {
    stdio: 'inherit',
  })
}

describeBehind(
  'behind nginx, as deploy/nginx.conf sets it up',
  ['nginx', '-v'],
  startNginx,
  (site) => {
    it('the file is accepted by nginx itself, with its ports and certificates of another machine', () => {
      execFileSync('nginx', ['-t', '-q', '-c', join(site.folder, 'nginx/nginx.conf')])
    })
  },
)
