import { vi } from 'vitest'
import { main } from '../../src/main.ts'
import { inEnvironment, MAIL_NEEDS } from './environment.ts'
import type { CommandResult } from './run-docket.ts'

/** Runs `docket <words>` in this process, because starting one takes half a second. */
export async function runInProcess(
  words: string[],
  environment: Record<string, string> = {},
): Promise<CommandResult> {
  const said = { stdout: '', stderr: '' }
  const umask = process.umask()
  const log = vi.spyOn(console, 'log').mockImplementation((text) => {
    said.stdout += `${text}\n`
  })
  const error = vi.spyOn(console, 'error').mockImplementation((text) => {
    said.stderr += `${text}\n`
  })
  const settings = { LOG_LEVEL: 'silent', ...MAIL_NEEDS, ...environment }
  try {
    return { code: await inEnvironment(settings, () => main(words)), ...said }
  } finally {
    log.mockRestore()
    error.mockRestore()
    process.umask(umask)
  }
}
