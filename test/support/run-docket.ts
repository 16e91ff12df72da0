import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { openSync, rmSync } from 'node:fs'
import { text } from 'node:stream/consumers'
import { promisify } from 'node:util'
import { usualEnvironment } from './database-of.ts'
import { cleanEnvironment, MAIL_NEEDS } from './environment.ts'
import { freePort } from './free-port.ts'
import { newFolder } from './new-folder.ts'

export type RunningDocket = Awaited<ReturnType<typeof startDocket>>

const program = 'bin/docket.mjs'

export const newDataFolder = newFolder

export async function spawnDocket(words: string[], environment: NodeJS.ProcessEnv) {
  const usual = await usualEnvironment(environment.DATA_DIR)
  const env = cleanEnvironment({ LOG_LEVEL: 'info', ...MAIL_NEEDS, ...usual, ...environment })
  return spawn(process.execPath, [program, ...words], { env, stdio: 'pipe' })
}

/** Runs a command of the built program to its end. */
export async function runDocket(words: string[], environment: Record<string, string>, input = '') {
  const child = await spawnDocket(words, environment)
  // A process that ends early does not read everything.
  child.stdin.on('error', () => {}).end(input)
  const output = [text(child.stdout), text(child.stderr)] as const
  const [stdout, stderr, [code]] = await Promise.all([...output, once(child, 'close')])
  return { code: code as number | null, stdout, stderr }
}

/** Runs a script of deploy/ as an operator would: in the program's folder, with the service's settings. @throws if it fails */
export const runScript = (name: string, folder: string, settings: NodeJS.ProcessEnv) =>
  promisify(execFile)(`deploy/${name}`, [folder], {
    env: cleanEnvironment({ LOG_LEVEL: 'silent', ...settings }),
  })

/**
 * Starts the built program as an operator would, on a free port; resolves when it listens.
 * @param wrapper a command that runs the program: a shell that prepares something, then replaces itself with it
 * @param logFile receives the log instead of `output()`: for load tests, whose log is not read meanwhile
 */
export async function startDocket(
  environment: Record<string, string> = {},
  folder = newDataFolder(),
  logFile?: string,
  wrapper: string[] = [],
) {
  const port = await freePort()
  const url = environment.PUBLIC_URL ?? `http://127.0.0.1:${port}`
  const usual = await usualEnvironment(folder)
  const [first = '', ...words] = [...wrapper, process.execPath, program, 'serve']
  const child = spawn(first, words, {
    env: cleanEnvironment({
      LOG_LEVEL: 'info',
      ...MAIL_NEEDS,
      ...usual,
      DATA_DIR: folder,
      PORT: String(port),
      PUBLIC_URL: url,
      ...environment,
    }),
    stdio: ['ignore', logFile === undefined ? 'pipe' : openSync(logFile, 'a'), 'pipe'],
  })
  let output = ''
  await new Promise<void>((resolve, reject) => {
    const read = (text: Buffer) => {
      output += text
      if (output.includes('Administration:')) resolve()
    }
    child.stdout?.on('data', read)
    child.stderr?.on('data', read)
    child.on('close', (code) => reject(new Error(`docket serve ended with ${code}:\n${output}`)))
  })
  return {
    url: `http://127.0.0.1:${port}`,
    folder,
    process: child as ChildProcess,
    /** All that it printed so far, standard output and standard error. */
    output: () => output,
    /** Sends the signal and waits for the end. @returns the exit code, null when killed */
    async stop(signal: NodeJS.Signals = 'SIGTERM'): Promise<number | null> {
      if (child.exitCode !== null || child.signalCode !== null) return child.exitCode
      child.kill(signal)
      const [code] = await once(child, 'close')
      return code
    },
  }
}

/** Subscribes the address at the site. @returns the status */
export async function subscribeAt(
  url: string,
  email: string,
  headers: Record<string, string> = {},
): Promise<number> {
  const { status } = await fetch(`${url}/api/subscribe`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify({ email }),
  })
  return status
}

export function removeFolder(folder: string): void {
  // The output of a killed supervisor's processes may come in between.
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
}
