import { spawn } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, it } from 'vitest'
import { describeBehind } from '../support/behind-proxy.ts'
import { cleanEnvironment } from '../support/environment.ts'
import type { RunningDocket } from '../support/run-docket.ts'

/* deploy/Caddyfile, which operators copy, with a real Caddy if the machine has one. */

/** The unchanged file, with another address, no TLS, and everything in the test's folder. */
function startCaddy({ folder, url }: RunningDocket, port: number) {
  const file = join(folder, 'Caddyfile')
  const options = '{\n\tadmin off\n\tauto_https off\n\tdefault_bind 127.0.0.1\n}\n'
  writeFileSync(file, `${options}import ${resolve('deploy/Caddyfile')}\n`)
  const env = cleanEnvironment({
    HOME: folder,
    XDG_DATA_HOME: folder,
    SITE_HOST: `http://:${port}`,
    DOCKET: url.replace('http://', ''),
  })
  const words = ['run', '--adapter', 'caddyfile', '--config', file]
  return spawn('caddy', words, { env, stdio: 'ignore' })
}

describeBehind(
  'behind Caddy, as deploy/Caddyfile sets it up',
  ['caddy', 'version'],
  startCaddy,
  (site) => {
    it('pages are on the address that visitors see, and the docket’s own headers are kept', async () => {
      const page = await site.visitor.ask('/')
      expect(page.statusCode).toBe(200)
      expect(page.headers['content-security-policy']).toContain("default-src 'none'")
      page.resume()
    })
  },
)
