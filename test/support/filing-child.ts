import { type ChildProcessByStdio, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import { fileURLToPath } from 'node:url'
import { afterAll, expect } from 'vitest'

const PROGRAM = fileURLToPath(new URL('file-until-killed.ts', import.meta.url))
/** Every child except the first uses the compile cache. */
const modules = mkdtempSync(join(tmpdir(), 'docket-modules-'))
afterAll(() => rmSync(modules, { recursive: true, force: true }))

interface Filing {
  databaseUrl: string
  storageUrl: string
  /** The folder for files on their way to a store. */
  incoming?: string
  pdf: string
  /** The moment in file-until-killed.ts at which it kills itself; undefined: its parent kills it. */
  killAt?: string
}

/** A real process that files entries until it is really killed. */
export function startFiling({ databaseUrl, storageUrl, incoming = '', pdf, killAt = '' }: Filing) {
  const child: ChildProcessByStdio<null, Readable, null> = spawn(
    process.execPath,
    [
      '--no-warnings',
      '--experimental-transform-types',
      PROGRAM,
      databaseUrl,
      storageUrl,
      incoming,
      pdf,
      killAt,
    ],
    {
      stdio: ['ignore', 'pipe', 'inherit'],
      env: { ...process.env, NODE_COMPILE_CACHE: modules },
    },
  )
  const closed = once(child, 'close')
  return {
    child,
    /** The SHA-256 of each filing that it reported before it died; it is killed after this many. */
    async untilKilled(afterReports?: number): Promise<string[]> {
      const reports: string[] = []
      for await (const line of createInterface({ input: child.stdout })) {
        reports.push(line)
        if (reports.length === afterReports) child.kill('SIGKILL')
      }
      const [, signal] = await closed
      expect(signal).toBe('SIGKILL')
      return reports
    },
  }
}
