import { spawnSync } from 'node:child_process'
import { existsSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import packaged, { inflate } from '@sparticuz/chromium'
import { cleanEnvironment } from './environment.ts'

/*
 * The Chromium from npm: the headless shell, which opens a page with a fifth of the work of a full browser, and is
 * the same on every machine. It is for Linux on x64, and has no PDF viewer.
 */

/** Where the package unpacks to. */
const unpacked = (name: string) => join(tmpdir(), name)
/** A bare machine has neither fonts nor the NSS libraries that Chromium needs; the package has both. */
const OWN_FONTS = { FONTCONFIG_PATH: unpacked('fonts') }
const LIBRARIES = 'node_modules/@sparticuz/chromium/bin/al2023.tar.br'

/** Unpacks it if necessary; undefined if it cannot run here. */
export async function findPackagedBrowser() {
  if (process.platform !== 'linux' || process.arch !== 'x64') return undefined
  const executablePath = await packaged.executablePath()
  const runs = (env: NodeJS.ProcessEnv) =>
    spawnSync(executablePath, ['--version'], { env }).status === 0
  const env = cleanEnvironment(existsSync('/etc/fonts') ? {} : OWN_FONTS)
  if (runs(env)) return { executablePath, env }
  const withLibraries = { ...env, LD_LIBRARY_PATH: join(await inflate(LIBRARIES), 'lib') }
  return runs(withLibraries) ? { executablePath, env: withLibraries } : undefined
}

/** Runs before the first browser: if two unpacked at once, one would start a half-written program. */
export default async function unpackBrowser(): Promise<void> {
  if (await findPackagedBrowser()) return
  // Left behind by an interrupted run.
  rmSync(unpacked('chromium'), { recursive: true, force: true })
  await findPackagedBrowser()
}
