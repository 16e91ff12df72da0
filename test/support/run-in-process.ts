import { expect, vi } from 'vitest'
import { main } from '../../src/main.ts'
import { inEnvironment, MAIL_NEEDS } from './environment.ts'
import { newFolder } from './new-folder.ts'

/** Runs `docket <words>` in this process, because starting one takes half a second. */
export async function runInProcess(words: string[], environment: Record<string, string> = {}) {
  const said = { stdout: '', stderr: '' }
  const umask = process.umask()
  const log = vi.spyOn(console, 'log').mockImplementation((text) => {
    said.stdout += `${text}\n`
  })
  const error = vi.spyOn(console, 'error').mockImplementation((text) => {
    said.stderr += `${text}\n`
  })
  const forgetListeners = noteListeners()
  const settings = { LOG_LEVEL: 'silent', ...MAIL_NEEDS, ...environment }
  try {
    return { code: await inEnvironment(settings, () => main(words)), ...said }
  } finally {
    log.mockRestore()
    error.mockRestore()
    process.umask(umask)
    forgetListeners()
  }
}

/** What a program adds to its own process would pile up in this one. */
function noteListeners(): () => void {
  const places = [
    [process.stdout, 'error'],
    [process.stderr, 'error'],
    [process, 'exit'],
  ] as [NodeJS.EventEmitter, string][]
  const before = places.map(([emitter, event]) => emitter.listeners(event))
  return () => {
    for (const [place, [emitter, event]] of places.entries())
      for (const listener of emitter.listeners(event))
        if (!before[place]?.includes(listener)) emitter.off(event, listener as () => void)
  }
}

/** The sentence with which `serve` refuses these settings; it never shows the password `hunter2`. */
export async function refusedStart(settings: Record<string, string>): Promise<string> {
  const usual = { PORT: '0', DATA_DIR: newFolder() }
  const { code, stderr } = await runInProcess(['serve'], { ...usual, ...settings })
  expect(code).toBe(1)
  expect(stderr.trim().split('\n')).toHaveLength(1)
  expect(stderr).not.toContain('hunter2')
  return stderr
}
