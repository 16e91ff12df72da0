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
/** Every child but the first finds its modules compiled. */
const modules = mkdtempSync(join(tmpdir(), 'docket-modules-'))
afterAll(() => rmSync(modules, { recursive: true, force: true }))

interface Filing {
  databaseUrl: string
  storageUrl: string
  /** Where files arrive that go to a store. */
  incoming?: string
  pdf: string
  /** The moment of file-until-killed.ts at which it dies by its own hand; undefined: its parent kills it. */
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
    /** The SHA-256 of each filing that it reported, until it died; after so many it is killed. */
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
