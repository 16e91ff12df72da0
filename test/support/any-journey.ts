import { mkdirSync, writeFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import type { AnyBrowser } from './other-browsers.ts'

/** Scrolls to the first visible element of `a` whose text begins with `b`. Returns its position. */
const FIND = `
  const words = (element) => (element.innerText ?? '').replace(/\\s+/g, ' ').trim()
  const found = [...document.querySelectorAll(a)].find(
    (element) => element.checkVisibility({ visibilityProperty: true }) && words(element).startsWith(b),
  )
  if (!found || document.readyState !== 'complete') return null
  found.scrollIntoView({ block: 'center', behavior: 'instant' })
  const { left, top, width, height } = found.getClientRects()[0]
  return { x: left + width / 2, y: top + height / 2 }`

/** The steps of a journey, for any browser. */
export function journeyIn(browser: AnyBrowser, origin: string) {
  async function until<Result>(script: string, ...input: string[]): Promise<Result> {
    const end = Date.now() + 20_000
    while (Date.now() < end) {
      // A page that is being left responds with an error.
      const matches = await browser.run<Result | null>(script, ...input).catch(() => null)
      if (matches) return matches
      await sleep(50)
    }
    throw new Error(`did not come: ${[script, ...input].join(' ').slice(-120)}`)
  }
  const press = async (selector: string, words = '') =>
    browser.click(await until(FIND, selector, words))

  return {
    until,
    press,
    go: (path: string) => browser.open(origin + path),
    sees: (words: string) => until('return document.body.innerText.includes(a)', words),
    async fill(name: string, text: string) {
      await press(`[name="${name}"]`)
      await until('document.activeElement.select(); return document.activeElement.name === a', name)
      await browser.type(text)
    },
    /** Takes screenshots only if BROWSER_PICTURES names a folder. */
    async picture(name: string) {
      const folder = process.env.BROWSER_PICTURES
      if (!folder) return
      await sleep(1500)
      mkdirSync(folder, { recursive: true })
      writeFileSync(`${folder}/${name}.png`, await browser.picture())
    },
  }
}
