import { createServer } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { phone } from '../support/browser.ts'
import { inDatabaseOf } from '../support/database-of.ts'
import { listenAnywhere } from '../support/free-port.ts'
import { importRecap } from '../support/import-recap.ts'
import { newDataFolder, startDocket } from '../support/run-docket.ts'
import { siteInBrowser } from '../support/running-site.ts'

const site = siteInBrowser(async () => {
  const folder = newDataFolder()
  const numbers = Array.from({ length: 60 }, (_, index) => index + 1)
  const lines = numbers.map((number) => `${number} 2026-07-30 ORDER`)
  await importRecap(folder, lines)
  return startDocket({}, folder)
})

const find = (key: string) =>
  inDatabaseOf(site.docket.folder, (db) => {
    const subscriptions = db.selectFrom('subscriptions').where('email_key', '=', key)
    return subscriptions.selectAll().executeTakeFirstOrThrow()
  })

test.each([true, false])(
  'subscribing below a long docket, JavaScript %s: the answer is in view',
  async (javaScriptEnabled) => {
    const email = `js-${javaScriptEnabled}@example.com`
    const viewport = { width: 390, height: 900 }
    const page = await site.open({ ...phone, javaScriptEnabled, viewport })
    const first = `e-mail to ${email} begins when it goes live.`
    for (const outcome of [first, `${email} is already subscribed`]) {
      await page.fill('[name=email]', email)
      await page.getByRole('button', { name: 'Subscribe' }).click()
      const message = page.getByText(outcome)
      await message.waitFor()
      const isInView = async () => {
        const { y = 0 } = (await message.boundingBox()) ?? {}
        return y > 0 && y < 850
      }
      await expect.poll(isInView).toBe(true)
    }
    expect((await find(email)).state).toBe('active')
  },
)

test('a page of another site cannot submit the form, whatever it knows', async () => {
  const { token, email_key } = await find('js-true@example.com')
  const page = await site.open(phone, `/unsubscribe/${token}`)
  const csrf = await page.getAttribute('[name=_csrf]', 'value')
  for (const path of [`/api/unsubscribe/${token}`, `/unsubscribe/${token}`]) {
    const evil = createServer((_request, response) => {
      response.setHeader('content-type', 'text/html')
      response.end(`<form method="post" action="${site.docket.url}${path}">
        <input name="${path.startsWith('/api') ? '_csrf' : 'List-Unsubscribe'}"
          value="${path.startsWith('/api') ? csrf : 'One-Click'}"><button>Win</button></form>`)
    })
    // To the browser this is another site; it keeps the cookies of both.
    await page.goto(`http://localhost:${await listenAnywhere(evil)}/`)
    const [answer] = await Promise.all([page.waitForNavigation(), page.click('button')])
    expect(answer?.status()).toBe(403)
    evil.closeAllConnections()
    evil.close()
  }
  expect((await find(email_key)).state).toBe('active')
})

test('a refusal is explained, and the address stays as typed, marked, and focused', async () => {
  const page = await site.open()
  await page.fill('#subscribe-email', 'ada')
  await page.getByRole('button', { name: 'Subscribe' }).click()
  await page.locator('.form-message-error').waitFor()
  expect(await page.inputValue('#subscribe-email')).toBe('ada')
  await page.locator('#subscribe-email[aria-invalid=true]:focus').waitFor()
})

test('two presses are one request, which has what programs fill in where people cannot', async () => {
  const page = await site.open()
  const sent: (string | null)[] = []
  await page.route('**/api/subscribe', async (route, request) => {
    sent.push(request.postData())
    await sleep(300)
    await route.fulfill({ status: 201, contentType: 'text/html', body: 'Subscribed.' })
  })
  await page.focus('#subscribe-email')
  await page.keyboard.press('Tab')
  expect(await page.evaluate('document.activeElement.type')).toBe('submit')
  await page.keyboard.press('Tab')
  expect(await page.evaluate('document.activeElement.name')).not.toBe('website')
  await page.evaluate("document.querySelector('[name=website]').value = 'spam'")
  await page.fill('#subscribe-email', 'bot@example.com')
  await page.dblclick('.subscribe button')
  await page.getByText('Subscribed.').waitFor()
  expect(sent).toEqual(['email=bot%40example.com&website=spam'])
})
