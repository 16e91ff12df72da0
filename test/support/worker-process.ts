import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { onTestFinished } from 'vitest'
import type { Platform } from '../../src/platform/platform.ts'
import { spawnDocket } from './run-docket.ts'

/** `docket worker` on the platform's data, as an operator runs it; it ends with the test. */
export async function startWorkerProcess(
  { config }: Platform,
  more: NodeJS.ProcessEnv = {},
): Promise<ChildProcess> {
  const child = await spawnDocket(['worker'], {
    DATA_DIR: config.dataDir,
    DATABASE_URL: config.databaseUrl,
    SMTP_URL: config.mail.smtpUrl,
    NOTIFICATIONS_MODE: 'live',
    LOG_LEVEL: 'silent',
    ...more,
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  child.stderr.pipe(process.stderr)
  return child
}

export async function killProcess(child: ChildProcess): Promise<void> {
  child.kill('SIGKILL')
  if (child.signalCode === null) await once(child, 'close')
}
