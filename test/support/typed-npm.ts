import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, mkdirSync, symlinkSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, vi } from 'vitest'
import { cleanEnvironment } from './environment.ts'
import { freePort } from './free-port.ts'
import { newFolder } from './new-folder.ts'
import type { RunningDocket } from './run-docket.ts'

/** What `npm ci` leaves in a clone with a space in its path. */
function installedClone(): string {
  const folder = join(newFolder(), 'a docket')
  mkdirSync(folder)
  for (const name of ['.npmrc', 'package.json', 'bin', 'demo', 'dist', 'src', 'test/support'])
    cpSync(name, join(folder, name), { recursive: true })
  symlinkSync(resolve('node_modules'), join(folder, 'node_modules'))
  return folder
}

/** Types `npm <words>` in such a clone. @returns what runs once it has printed `until`; Ctrl-C ends it */
export async function typeNpm(words: string[], until: string): Promise<RunningDocket> {
  const port = await freePort()
  const folder = installedClone()
  const npm = spawn('npm', words, {
    cwd: folder,
    env: cleanEnvironment({ PORT: `${port}`, HOME: folder }),
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const ended = once(npm, 'close')
  let output = ''
  for (const stream of [npm.stdout, npm.stderr])
    stream.on('data', (text) => {
      output += text
    })
  await vi.waitFor(() => expect(output).toContain(until), 150_000)
  return {
    url: `http://localhost:${port}`,
    folder,
    process: npm,
    output: () => output,
    async stop(signal = 'SIGINT') {
      if (npm.exitCode === null && npm.pid) process.kill(-npm.pid, signal)
      const [code] = await ended
      return code
    },
  }
}
