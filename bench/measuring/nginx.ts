import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { freePort } from '../../test/support/free-port.ts'

export interface Nginx {
  url: string
  stop(): Promise<void>
}

/** The peer: one worker, sendfile, an access log, serving `folder` as it is. */
export async function startNginx(folder: string): Promise<Nginx> {
  const port = await freePort()
  const work = join(folder, '.nginx')
  mkdirSync(work, { recursive: true })
  const configuration = `
    user root; worker_processes 1; daemon off; pid ${work}/pid; error_log ${work}/error.log;
    events { worker_connections 1024; }
    http {
      access_log ${work}/access.log; sendfile on; tcp_nopush on; keepalive_requests 100000000;
      client_body_temp_path ${work}; proxy_temp_path ${work}; fastcgi_temp_path ${work}; uwsgi_temp_path ${work}; scgi_temp_path ${work};
      types { text/html html; application/pdf pdf; }
      server { listen 127.0.0.1:${port}; root ${folder}; }
    }`
  writeFileSync(join(work, 'nginx.conf'), configuration)
  const nginx = spawn('nginx', ['-c', join(work, 'nginx.conf')], { stdio: 'inherit' })
  await setTimeout(500)
  return {
    url: `http://127.0.0.1:${port}`,
    async stop() {
      nginx.kill('SIGTERM')
      await once(nginx, 'close')
    },
  }
}
