import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'

/** Reads a document like a site that embeds pdf.js with its defaults: whole and by ranges at once. */
export async function readWithPdfJs(url: string): Promise<void> {
  const { getDocument } = await import('pdfjs-dist/legacy/build/pdf.mjs')
  const task = getDocument({ url, verbosity: 0 })
  const document = await task.promise
  for (let number = 1; number <= document.numPages; number += 1) {
    await (await document.getPage(number)).getTextContent()
  }
  await document.getDownloadInfo()
  await task.destroy()
}

export const firefox = ['firefox-esr', 'firefox'].find(
  (program) => spawnSync(program, ['--version']).status === 0,
)

/** Requests only the pages needed. */
const PREFERENCES = {
  'app.normandy.enabled': false,
  'browser.aboutwelcome.enabled': false,
  'browser.newtabpage.enabled': false,
  'browser.safebrowsing.malware.enabled': false,
  'browser.safebrowsing.phishing.enabled': false,
  'browser.shell.checkDefaultBrowser': false,
  'browser.startup.page': 0,
  'datareporting.policy.dataSubmissionEnabled': false,
  'extensions.update.enabled': false,
  'network.captive-portal-service.enabled': false,
  'network.connectivity-service.enabled': false,
  // Events sent through the parent process are waited for without end where a frame is just being closed.
  'remote.events.async.mouse.enabled': false,
  'services.settings.server': 'http://127.0.0.1:9/',
  'toolkit.telemetry.enabled': false,
}

/** Preferences, as in `user.js`. */
export const firefoxSettings = () =>
  Object.entries(PREFERENCES)
    .map(([name, value]) => `user_pref(${JSON.stringify(name)}, ${JSON.stringify(value)});`)
    .join('\n')

/** Opens the URLs in a new Firefox with its own viewer; it is closed after the test. */
export function openInFirefox(urls: string[]): void {
  const home = mkdtempSync(join(tmpdir(), 'docket-firefox-'))
  writeFileSync(join(home, 'user.js'), firefoxSettings())
  const words = ['--headless', '--no-remote', '--profile', home, ...urls]
  const child = spawn(firefox ?? '', words, {
    env: { ...process.env, HOME: home, MOZ_CRASHREPORTER_DISABLE: '1' },
    stdio: 'ignore',
    detached: true,
  })
  onTestFinished(() => endGroup(child, home))
}

/** Firefox has many processes. */
async function endGroup(child: ChildProcess, home: string): Promise<void> {
  const ended = new Promise((resolve) => child.once('exit', resolve))
  if (child.pid && child.exitCode === null) {
    process.kill(-child.pid, 'SIGKILL')
    await ended
  }
  rmSync(home, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 })
}
