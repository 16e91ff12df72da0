import { createServer } from 'node:http'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addAdministrator } from '../support/accounts-server.ts'
import { closeContexts, openBrowser, openPage, phone } from '../support/browser.ts'
import { entryRow } from '../support/rows.ts'
import { startServer, type TestServer } from '../support/start-server.ts'

let server: TestServer
let browser: Browser

beforeAll(async () => {
  server = await startServer()
  await addAdministrator(server.platform)
  const entries = Array.from({ length: 60 }, (_, index) => entryRow({ number: index + 1 }))
  await server.platform.db.insertInto('entries').values(entries).execute()
  browser = await openBrowser()
})

afterAll(async () => {
  await closeContexts(browser)
  await server?.close()
})

async function open(path: string, options = {}) {
  const page = await openPage(browser, server.origin, { ...phone, ...options })
  await page.goto(path.startsWith('http') ? path : server.origin + path)
  return page
}

const find = (key: string) =>
  server.platform.db
    .selectFrom('subscriptions')
    .selectAll()
    .where('email_key', '=', key)
    .executeTakeFirstOrThrow()

test.each([true, false])(
  'subscribing below a long docket, JavaScript %s: the answer is in view',
  async (javaScriptEnabled) => {
    const email = `js-${javaScriptEnabled}@example.com`
    const page = await open('/', { javaScriptEnabled, viewport: { width: 390, height: 900 } })
    for (const outcome of [
      `notices to ${email} begin when it goes live.`,
      `${email} is already subscribed`,
    ]) {
      await page.fill('[name=email]', email)
      await page.getByRole('button', { name: 'Subscribe' }).click()
      const message = page.getByText(outcome)
      await message.waitFor()
      if (!javaScriptEnabled) {
        const isInView = async () => {
          const { y = 0 } = (await message.boundingBox()) ?? {}
          return y > 0 && y < 850
        }
        await expect.poll(isInView).toBe(true)
      }
    }
    expect((await find(email)).state).toBe('active')
  },
)

test('a page of another site cannot send the form, whatever it knows', async () => {
  const { token, email_key, id } = await find('js-true@example.com')
  const { db } = server.platform
  await db.updateTable('subscriptions').set({ state: 'active' }).where('id', '=', id).execute()
  const page = await open(`/unsubscribe/${token}`)
  const csrf = await page.getAttribute('[name=_csrf]', 'value')
  const targets = [`/api/unsubscribe/${token}`, `/unsubscribe/${token}`]
  for (const path of targets) {
    const evil = createServer((_request, response) => {
      response.setHeader('content-type', 'text/html')
      response.end(`<form method="post" action="${server.origin}${path}">
        <input name="${path.startsWith('/api') ? '_csrf' : 'List-Unsubscribe'}"
          value="${path.startsWith('/api') ? csrf : 'One-Click'}"><button>Win</button></form>`)
    })
    await new Promise<void>((resolve) => evil.listen(0, '127.0.0.1', resolve))
    const address = evil.address()
    const port = typeof address === 'object' && address ? address.port : 0
    // To the browser this is another site; it keeps the cookies of both.
    await page.goto(`http://localhost:${port}/`)
    const [answer] = await Promise.all([page.waitForNavigation(), page.click('button')])
    expect(answer?.status()).toBe(403)
    evil.closeAllConnections()
    evil.close()
  }
  expect((await find(email_key)).state).toBe('active')
})
