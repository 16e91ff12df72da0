import { afterAll, beforeAll, expect, test } from 'vitest'
import { PublicLayout } from '../../src/ui/layout/layout.tsx'
import { renderPage } from '../../src/ui/layout/render.tsx'
import { SubscribeForm } from '../../src/ui/subscribe-form.tsx'
import { siteOf } from '../support/admin-frame.ts'
import { type ClientFixture, startClientFixture } from '../support/client-fixture.ts'

let fixture: ClientFixture
let sent: unknown[] = []

beforeAll(async () => {
  fixture = await startClientFixture((path, publicUrl) => {
    if (path !== '/') return undefined
    const site = siteOf({ publicUrl })
    return renderPage(
      <PublicLayout
        site={site}
        assets={(name) => ({ href: `/${name}`, integrity: '' })}
        title="Docket"
      >
        <SubscribeForm />
      </PublicLayout>,
    )
  })
})

afterAll(() => fixture.close())

function answer(status: number, body: object) {
  sent = []
  fixture.answers.set('/api/subscribe', (_, response, request) => {
    sent.push(JSON.parse(request.toString()))
    response.writeHead(status, { 'content-type': 'application/json' })
    response.end(JSON.stringify(body))
  })
}

async function subscribe(email: string) {
  const page = await fixture.open('/')
  await page.fill('#subscribe-email', email)
  await page.keyboard.press('Enter')
  const message = page.locator('[data-subscribe-message]:not(:empty)')
  await message.waitFor()
  return {
    page,
    text: await message.textContent(),
    typed: await page.inputValue('#subscribe-email'),
  }
}

test('a refusal is explained, and the address stays as typed, marked, and focused', async () => {
  answer(422, { code: 'invalid_email', detail: 'There is no @.' })
  const { page, text, typed } = await subscribe('ada')
  expect(text).toContain('There is no @.')
  expect(typed).toBe('ada')
  expect(await page.getAttribute('#subscribe-email:focus', 'aria-invalid')).toBe('true')
})

test('two presses are one request', async () => {
  fixture.answers.set('/api/subscribe', (_, response) => {
    setTimeout(() => response.writeHead(201).end('{"status":"subscribed"}'), 300)
  })
  const page = await fixture.open('/')
  await page.fill('#subscribe-email', 'ada@example.com')
  await page.dblclick('[data-subscribe-form] button')
  await page.waitForSelector('[data-subscribe-message]:not(:empty)')
  expect(fixture.requests.filter((request) => request.startsWith('POST'))).toHaveLength(1)
})

test('the field that only programs fill in is out of reach for people, and is sent on', async () => {
  answer(201, { status: 'subscribed' })
  const page = await fixture.open('/')
  await page.focus('#subscribe-email')
  await page.keyboard.press('Tab')
  expect(await page.evaluate('document.activeElement.type')).toBe('submit')
  await page.keyboard.press('Tab')
  expect(await page.evaluate('document.activeElement.name')).not.toBe('website')
  await page.evaluate("document.querySelector('[name=website]').value = 'spam'")
  await page.fill('#subscribe-email', 'bot@example.com')
  await page.keyboard.press('Enter')
  await page.waitForSelector('[data-subscribe-message]:not(:empty)')
  expect(sent).toEqual([{ email: 'bot@example.com', website: 'spam' }])
})
