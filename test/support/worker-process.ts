import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { onTestFinished } from 'vitest'
import type { Platform } from '../../src/platform/platform.ts'
import { cleanEnvironment, MAIL_NEEDS } from './environment.ts'

/** `docket worker` on the platform's data, as an operator runs it; it ends with the test. */
export function startWorkerProcess(
  { config }: Platform,
  more: NodeJS.ProcessEnv = {},
): ChildProcess {
  const child = spawn(process.execPath, ['bin/docket.mjs', 'worker'], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: cleanEnvironment({
      ...MAIL_NEEDS,
      DATA_DIR: config.dataDir,
      DATABASE_URL: config.databaseUrl,
      SMTP_URL: config.mail.smtpUrl,
      NOTIFICATIONS_MODE: 'live',
      LOG_LEVEL: 'silent',
      ...more,
    }),
  })
  onTestFinished(() => {
    child.kill('SIGKILL')
  })
  return child
}

export async function killProcess(child: ChildProcess): Promise<void> {
  child.kill('SIGKILL')
  if (child.signalCode === null) await once(child, 'close')
}
