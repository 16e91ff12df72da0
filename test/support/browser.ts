import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type axe from 'axe-core'
import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  chromium,
  type Page,
} from 'playwright-core'
import { expect } from 'vitest'
import { isMatrix } from './environment.ts'
import { findPackagedBrowser } from './packaged-browser.ts'

const SYSTEM_BROWSERS = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome']

/** Without these the browser calls home at every start. */
const QUIET = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

/** Keeps no spare process for the next site, which takes a seventh of a page's time. */
const ONE_SITE = ['--renderer-process-limit=1', '--disable-site-isolation-trials']

/** Pages do not live long enough to repay V8's optimizing compilers, which take a third of the time of axe's checks; its simplest compiler saves a tenth. */
const UNOPTIMIZED = '--js-flags=--no-opt,--no-maglev,--always-sparkplug'

/** Only a full Chromium has the PDF viewer. */
export const fullChromium = SYSTEM_BROWSERS.find((path) => existsSync(path))

let small: Promise<Browser> | undefined
let full: Promise<Browser> | undefined

/**
 * The Chromium from npm, or the system's if that cannot run. The files of a worker share one, which ends with the worker;
 * each file closes its own contexts.
 */
export function openBrowser(): Promise<Browser> {
  small ??= launchPackaged()
  return small
}

/** The system's Chromium, if there is one, to see a PDF; otherwise the one from npm. */
export function openFullBrowser(): Promise<Browser> {
  full ??= fullChromium ? launchFull() : openBrowser()
  return full
}

const lastUses = new WeakMap<BrowserContext, { kind: string; test: string | undefined }>()

/**
 * An empty page, as in a browser without history. It takes over the context of an earlier test with the same options: a new
 * context starts a process, with three times the work of a page. A test that opens a second page gets a second context.
 */
export async function openPage(
  browser: Browser,
  origin: string,
  options: BrowserContextOptions = desktop,
): Promise<Page> {
  const test = expect.getState().currentTestName
  const kind = JSON.stringify([origin, options])
  const left = browser.contexts().find((context) => {
    const last = lastUses.get(context)
    return last?.kind === kind && last.test !== undefined && last.test !== test
  })
  const context = left ?? (await browser.newContext(options))
  lastUses.set(context, { kind, test })
  const earlier = context.pages()
  const page = await context.newPage()
  // Only now: the process ends with its last page.
  for (const one of earlier) await one.close()
  if (left) await forgetEverything(page, origin)
  return page
}

async function forgetEverything(page: Page, origin: string): Promise<void> {
  await page.context().clearCookies()
  const session = await page.context().newCDPSession(page)
  await session.send('Storage.clearDataForOrigin', { origin, storageTypes: 'all' })
  await session.send('Network.clearBrowserCache')
  await session.detach()
}

/** After the last test of a file. */
export async function closeContexts(browser: Browser | undefined): Promise<void> {
  for (const context of browser?.contexts() ?? []) await context.close()
}

async function launchPackaged(): Promise<Browser> {
  const packaged = await findPackagedBrowser()
  return packaged
    ? chromium.launch({ ...packaged, args: [...QUIET, ...ONE_SITE, UNOPTIMIZED] })
    : launchFull()
}

async function launchFull(): Promise<Browser> {
  if (!fullChromium) throw new Error('there is no browser: install Chromium')
  // Playwright's default arguments turn off the PDF viewer.
  return chromium.launch({
    executablePath: fullChromium,
    args: [...QUIET, '--headless=new'],
    ignoreDefaultArgs: [
      '--headless',
      '--disable-extensions',
      '--disable-component-extensions-with-background-pages',
    ],
  })
}

export const desktop: BrowserContextOptions = { viewport: { width: 1280, height: 900 } }
export const phone: BrowserContextOptions = {
  viewport: { width: 390, height: 844 },
  hasTouch: true,
  isMobile: true,
}
/** The screens of a journey: both in the matrix; otherwise a phone, because most other tests use a desktop. */
export const sizes = [
  { name: 'a phone', options: phone },
  { name: 'a desktop', options: desktop },
].slice(0, isMatrix() ? 2 : 1)

/** The headless shell has no PDF viewer; the rules for such browsers are tested separately. */
export const claimPdfViewer = (place: BrowserContext | Page) =>
  place.addInitScript("Object.defineProperty(navigator, 'pdfViewerEnabled', { value: true })")

/** An iPad calls itself a Macintosh but has touch points. */
export const iPad: BrowserContextOptions = {
  viewport: { width: 1024, height: 1366 },
  hasTouch: true,
  userAgent:
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.4 Safari/605.1.15',
}

/** Half the size of the package's main file, which every page would have to parse. */
export const AXE = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8')

/** Axe checks the target size (WCAG 2.2) only if its tag is listed. */
const LEVELS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22a', 'wcag22aa', 'best-practice']

/** Axe's findings on the page, one line each. */
export async function accessibilityProblems(page: Page, only = LEVELS): Promise<string[]> {
  const isThere = await page.evaluate(() => 'axe' in window)
  if (!isThere) await runInPage(page, AXE)
  const results = await page.evaluate(
    (only) =>
      (window as unknown as { axe: typeof axe }).axe.run(document, {
        // Frames hold a PDF or a mail, in which no script runs; axe would wait for them forever.
        iframes: false,
        // Passes are only counted: describing them would take longer than finding them.
        resultTypes: ['violations'],
        runOnly: only,
      }),
    only,
  )
  return results.violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html }) => `${id}: ${html.slice(0, 200)}`),
  )
}

/** Straight to the browser: `evaluate` would wrap and copy such a long script, which takes as long as axe's checks. */
async function runInPage(page: Page, expression: string): Promise<void> {
  const session = await page.context().newCDPSession(page)
  await session.send('Runtime.evaluate', { expression })
  await session.detach()
}

const COLOR_RULES = ['color-contrast', 'link-in-text-block']

/** The same in both color schemes. Dark mode changes only colors, so only those rules are checked again. */
export async function problemsLightAndDark(page: Page): Promise<string[]> {
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' })
  const light = await accessibilityProblems(page)
  await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' })
  const dark = await accessibilityProblems(page, COLOR_RULES)
  return [...light, ...dark.map((problem) => `dark ${problem}`)]
}
