import { resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Database } from '../../src/platform/database/schema.ts'
import { startWithAdministrator } from '../support/admin-browser.ts'
import { ADMIN_EMAIL, ADMIN_PASSWORD } from '../support/admin-client.ts'
import { countDownloads } from '../support/count-downloads.ts'
import { inDatabaseOf } from '../support/database-of.ts'
import { order } from '../support/entry-pages.ts'
import { type AnyBrowser, EVERY_BROWSER } from '../support/other-browsers.ts'
import { newDataFolder } from '../support/run-docket.ts'
import { runningSite } from '../support/running-site.ts'
import { loadSmallDocket } from '../support/small-docket.ts'

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
function journeyIn(browser: AnyBrowser, origin: string) {
  async function until<Result>(script: string, ...input: string[]): Promise<Result> {
    const end = Date.now() + 20_000
    while (Date.now() < end) {
      // A page that is being left responds with an error.
      const result = await browser.run<Result | null>(script, ...input).catch(() => null)
      if (result) return result
      await sleep(50)
    }
    throw new Error(`did not come: ${[script, ...input].join(' ').slice(-120)}`)
  }
  /** Clicks what stays in its place: Firefox scrolls to what was typed a moment later. */
  async function press(selector: string, words = ''): Promise<void> {
    const find = () => until<{ x: number; y: number }>(FIND, selector, words)
    for (let place = await find(); ; ) {
      await sleep(100)
      const { x, y } = place
      place = await find()
      if (place.x === x && place.y === y) return browser.click(place)
    }
  }

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
  }
}

/* The main journeys in every browser engine; the details are tested elsewhere, in Chromium. */

const site = runningSite(async () => {
  const folder = newDataFolder()
  await loadSmallDocket({}, folder, [40_000, 300_000, 11_000_000])
  return startWithAdministrator({ NOTIFICATIONS_TEST_RECIPIENT: 'clerk@example.org' }, folder)
})

const stored = <Result>(work: (db: Database) => Promise<Result>) =>
  inDatabaseOf(site.docket.folder, work)

/** The viewer fills the screen below its header; WebKit's viewer is a frame in that frame. */
const SHOWS_WHOLE = `
  const frame = document.querySelector('dialog[open] iframe')
  const inner = frame.contentDocument?.querySelector('iframe')
  return [frame, inner ?? frame].every((element) => {
    const { width, height } = element.getBoundingClientRect()
    return width > 0.8 * innerWidth && height > 0.8 * innerHeight
  })`

const PUBLIC = '/ /entries/1 /documents/1 /documents/1/text /about /follow /verify'.split(' ')

describe.each(EVERY_BROWSER.map((one, index) => ({ ...one, number: index + 1 })))(
  'in $name',
  ({ name, open, number }) => {
    if (!open) {
      test(`${name} is not installed: none of its journeys was made`, () => {})
      return
    }
    let browser: AnyBrowser
    let journey: ReturnType<typeof journeyIn>
    beforeAll(async () => {
      browser = await open()
      await browser.resize(1280, 900)
      journey = journeyIn(browser, site.docket.url)
    })
    afterAll(() => browser?.close())

    test('the docket, and a search of it', async () => {
      const { go, fill, press, sees, until } = journey
      await go('/')
      await sees('ORDER 3')
      await press('summary', 'Filter')
      await fill('q', `order ${number}`)
      await press('button', 'Search')
      await until('return location.search.includes("q=")')
      await until('return document.querySelector("mark") !== null')
    })

    test('a document in the page, recorded once', async () => {
      const { go, press, until } = journey
      await go('/')
      await press(`.document-link[href$="/documents/${number}"], a[href$="/documents/${number}"]`)
      await until(SHOWS_WHOLE)
      const count = () => countDownloads(site.docket.folder, number)
      await expect.poll(count).toBe(1)
      await press('dialog[open] button', 'Close')
      await until('return document.querySelector("dialog[open]") === null')
      expect(await count()).toBe(1)
    })

    test('a narrow screen: nothing overflows', async () => {
      await browser.resize(390, 844)
      for (const path of PUBLIC) {
        await journey.go(path)
        const over = await browser.run<number>(
          'return document.documentElement.scrollWidth - document.documentElement.clientWidth',
        )
        expect([path, over]).toEqual([path, 0])
      }
      await journey.go('/')
      await browser.resize(1280, 900)
    })

    test('subscribing and unsubscribing', async () => {
      const { go, fill, press, sees, until } = journey
      const email = `reader-in-${name.toLowerCase()}@example.org`
      await go('/')
      await fill('email', email)
      await press('button', 'Subscribe')
      await sees(email)
      const reader = () =>
        stored((db) => {
          const subscription = db.selectFrom('subscriptions').where('email', '=', email)
          return subscription.select(['token', 'state']).executeTakeFirst()
        })
      await expect.poll(reader).toMatchObject({ state: 'active' })
      await go(`/unsubscribe/${(await reader())?.token}`)
      await press('main button', 'Unsubscribe')
      await until(
        'return location.pathname.startsWith("/api/unsubscribe") || document.body.innerText.includes("unsubscribed")',
      )
      await expect.poll(reader).toMatchObject({ state: 'unsubscribed' })
    })

    test('signing in, filing an entry, sending its notification', async () => {
      const { go, fill, press, sees, until } = journey
      await go('/admin')
      await fill('email', ADMIN_EMAIL)
      await fill('password', ADMIN_PASSWORD)
      await press('main button', 'Sign in')
      await until('return document.querySelector("h1")?.innerText === "Dashboard"')
      await go('/admin/entries/new')
      await browser.choose('[name=documents]', resolve(order))
      await until('return document.querySelectorAll("[data-upload-file]").length === 1')
      await fill('number', String(40 + number))
      await fill('title', `ORDER from ${name}`)
      await browser.run('document.querySelector("[name=filed_on]").value = "2026-07-30"')
      await press('main button', 'Publish')
      await sees('The entry was created.')
      await press('main a, main button', 'Send Notification')
      await until('return location.pathname.endsWith("/notifications/new")')
      await press('main button', 'Send')
      await until('return /^.admin.notifications.[0-9]+$/.test(location.pathname)')
      const sent = () =>
        stored((db) => {
          const deliveries = db.selectFrom('deliveries').select(['recipient', 'state'])
          const all = deliveries.innerJoin('notifications', 'notifications.id', 'notification_id')
          return all.where('subject', 'like', `%ORDER from ${name}%`).execute()
        })
      await expect.poll(sent).toEqual([{ recipient: 'clerk@example.org', state: 'sent' }])
    })
  },
)
