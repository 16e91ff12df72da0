import { existsSync } from 'node:fs'
import AxeBuilder from 'axe-core'
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core'

const SYSTEM_BROWSERS = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome']

/** Without these a browser calls home at every start. */
const QUIET = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

/** Only a full Chromium has the PDF viewer; the one that npm brings is cut down. */
export const fullChromium = SYSTEM_BROWSERS.find((path) => existsSync(path))

/** The system's Chromium where there is one, else the one from npm. */
export async function openBrowser(): Promise<Browser> {
  if (fullChromium) {
    // Playwright's own default arguments switch off the parts that show a PDF.
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
  const { default: packaged } = await import('@sparticuz/chromium')
  return chromium.launch({
    executablePath: await packaged.executablePath(),
    args: [...packaged.args, ...QUIET],
  })
}

export const desktop: BrowserContextOptions = { viewport: { width: 1280, height: 900 } }
export const phone: BrowserContextOptions = {
  viewport: { width: 390, height: 844 },
  hasTouch: true,
  isMobile: true,
}
/** An iPad calls itself a Macintosh but has touch points. */
export const iPad: BrowserContextOptions = {
  viewport: { width: 1024, height: 1366 },
  hasTouch: true,
  userAgent:
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.4 Safari/605.1.15',
}

/** What axe finds on the page: one line for each, none where all is well. */
export async function accessibilityProblems(page: Page): Promise<string[]> {
  await page.evaluate(AxeBuilder.source)
  const results = await page.evaluate(async () => {
    const { axe } = window as unknown as {
      axe: {
        run: (
          context: Document,
          options: { iframes: boolean },
        ) => Promise<{ violations: { id: string; nodes: { html: string }[] }[] }>
      }
    }
    // Frames hold a PDF or a mail, in which no script runs; axe would wait for an answer from them.
    return axe.run(document, { iframes: false })
  })
  return results.violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html }) => `${id}: ${html.slice(0, 200)}`),
  )
}
