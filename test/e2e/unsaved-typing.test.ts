import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Page } from 'playwright-core'
import { afterEach, describe, expect, test } from 'vitest'
import { fillSignIn } from '../support/admin-browser.ts'
import { adminSite } from '../support/admin-site.ts'
import { accessibilityProblems, sizes } from '../support/browser.ts'
import { NEW, pick, typedIn } from '../support/entry-pages.ts'
import { writeLargePdf } from '../support/large-pdf.ts'

/* What an administrator has typed survives a mistake, the end of a session, another administrator's change, and an error. */

const { site, openAdmin } = adminSite()

/** What the server sees when a session has ended. */
const endSession = (page: Page) => page.context().clearCookies({ name: 'session' })

async function save(page: Page, message = 'The settings were saved.') {
  await page.click('main .button-primary')
  await page.getByText(message).waitFor()
}

describe('what is not saved', () => {
  /** Whether leaving the page asks first. */
  async function confirmsLeaving(page: Page, leave: () => Promise<unknown>) {
    let wasConfirmed = false
    page.on('dialog', (dialog) => {
      wasConfirmed = dialog.type() === 'beforeunload'
      void dialog.accept()
    })
    await leave()
    await page.waitForURL((url) => url.pathname === '/admin/subscribers')
    return wasConfirmed
  }
  const leave = (page: Page) => page.click('.admin-nav a[href="/admin/subscribers"]')

  async function takeBack(page: Page) {
    await page.fill('[name=title]', 'x')
    await page.fill('[name=title]', '')
  }
  async function chooseKind(page: Page) {
    await page.getByText('Hearings and deadlines').click()
    await page.selectOption('[name=event_kind]', 'deadline')
  }
  async function sendNothing(page: Page) {
    await page.click('main .button-primary')
    await page.locator('[data-form-errors]:visible').waitFor()
  }

  test.each<[string, string, (page: Page) => Promise<unknown>, boolean]>([
    ['typed and taken back', NEW, takeBack, false],
    ['another kind of date', NEW, chooseKind, true],
    ['a file chosen', NEW, (page) => pick(page, 'a.pdf'), true],
    ['settings', '/admin/settings', (page) => page.fill('[name=judge]', 'Doe'), true],
    ['refused by the server', NEW, sendNothing, false],
  ])('%s', async (_, path, act, expected) => {
    const page = await openAdmin(path)
    await page.click('main')
    await act(page)
    expect(await confirmsLeaving(page, () => leave(page))).toBe(expected)
  })

  test('Back after saving shows an empty form, so that nothing is saved a second time', async () => {
    const page = await openAdmin(NEW)
    await page.fill('[name=title]', 'Minute entry')
    await save(page, 'The entry was created.')
    await page.goBack()
    await page.waitForURL((url) => url.pathname === NEW)
    await expect.poll(() => page.inputValue('[name=title]')).toBe('')
    expect(await confirmsLeaving(page, () => leave(page))).toBe(false)
  })

  test('a double click saves once, asks nothing, and the page says what was done, with the focus there', async () => {
    const page = await openAdmin('/admin/settings')
    const sent: string[] = []
    page.on('request', (request) => sent.push(request.method()))
    page.on('dialog', (dialog) => {
      sent.push(dialog.type())
      void dialog.accept()
    })
    await page.fill('[name=court]', 'Double')
    // Playwright would wait for the first click's answer.
    await page.route('**/admin/settings', async (route) => {
      await sleep(500)
      await route.continue()
    })
    await page.evaluate(() => {
      const button = document.querySelector<HTMLElement>('main .button-primary')
      button?.click()
      setTimeout(() => button?.click(), 100)
    })
    await page.getByText('The settings were saved.').waitFor()
    expect(sent.filter((one) => one !== 'GET')).toEqual(['POST'])
    const focused = () => page.evaluate(() => document.activeElement?.className)
    await expect.poll(focused).toContain('notice-success')
  })
})

describe('a form posted after the session has ended', () => {
  test('gives back what was typed after signing in, once, and only there', async () => {
    const page = await openAdmin('/admin/settings')
    await page.fill('[name=description]', 'Typed for an hour')
    await endSession(page)
    await save(page, 'What you typed is kept in this tab')
    await fillSignIn(page)
    await page.waitForURL(`${site.docket.url}/admin/settings`)
    expect(await typedIn(page, 'description')).toBe('Typed for an hour')
    expect(await page.locator('[data-given-back]').textContent()).toContain('save it again')
    expect(await accessibilityProblems(page)).toEqual([])
    await save(page)
    expect(await typedIn(page, 'description')).toBe('Typed for an hour')
    // The page is shown before its script has run.
    await expect.poll(() => page.evaluate(() => sessionStorage.length)).toBe(0)
  })

  test('keeps files and typing of an upload on the page, and sends them once signed in elsewhere', async () => {
    const page = await openAdmin(NEW)
    await page.fill('[name=title]', 'Uploaded after signing in again')
    await pick(page, 'a.pdf')
    await endSession(page)
    await save(page, 'You are signed out.')
    const other = await page.context().newPage()
    await other.goto(`${site.docket.url}/admin/login`)
    await fillSignIn(other)
    await other.waitForURL(`${site.docket.url}/admin`)
    await page.bringToFront()
    await save(page, 'The entry was created.')
    expect(await page.locator('main h1').textContent()).toContain('Uploaded after signing in again')
  })

  test('never keeps a password, and nothing survives signing out', async () => {
    const page = await openAdmin('/admin/account')
    for (const field of await page.locator('main input[type=password]').all())
      await field.fill('a secret of mine, long')
    await page.getByRole('button', { name: 'Show password' }).first().click()
    await endSession(page)
    await page.getByRole('button', { name: 'Change password' }).click()
    await page.getByRole('button', { name: 'Sign in' }).waitFor()
    expect(await page.evaluate(() => JSON.stringify(sessionStorage))).toBe('{}')
  })

  test('is not given to another administrator', async () => {
    const page = await openAdmin('/admin/settings')
    await page.fill('[name=contact]', 'Mine alone')
    await endSession(page)
    await save(page, 'What you typed is kept')
    await page.evaluate(() => {
      const kept = JSON.parse(sessionStorage.getItem('docket-kept-form') ?? '{}')
      const others = JSON.stringify({ ...kept, email: 'other@example.com' })
      sessionStorage.setItem('docket-kept-form', others)
    })
    await fillSignIn(page)
    await page.waitForURL(`${site.docket.url}/admin/settings`)
    expect(await typedIn(page, 'contact')).toBe('')
    expect(await page.evaluate(() => sessionStorage.length)).toBe(0)
  })
})

describe('an upload to a service that does not read', () => {
  const stop = () => site.docket.process.kill('SIGSTOP')
  const goOn = () => site.docket.process.kill('SIGCONT')
  afterEach(goOn)

  async function startUpload(title: string, bytes: number) {
    const page = await openAdmin(NEW)
    await page.fill('[name=title]', title)
    const volume = join(site.docket.folder, 'volume.pdf')
    await writeLargePdf(volume, bytes)
    await page.setInputFiles('[name=documents]', volume)
    stop()
    await page.click('main .button-primary')
    return { page, cancel: page.getByRole('button', { name: 'Cancel upload' }) }
  }

  test('canceled, it saves nothing, is no failure of the service, and can be sent again', async () => {
    // More than the system keeps for a program that does not read.
    const { page, cancel } = await startUpload('Canceled', 40_000_000)
    await page.getByText('Uploading').waitFor()
    await cancel.click()
    await page.getByText('Canceled. Nothing was saved.').waitFor()
    goOn()
    await save(page, 'The entry was created.')
    await page.goto(`${site.docket.url}/admin/entries`)
    expect(await page.getByRole('link', { name: 'Canceled', exact: true }).count()).toBe(1)
    expect(site.docket.output()).not.toContain('request failed')
  })

  test('cannot be canceled or lose a file once everything has been sent, since it may be saved at any moment', async () => {
    const { page, cancel } = await startUpload('Sent', 2_000)
    await page.getByText('Uploaded. Checking the files…').waitFor()
    expect(await cancel.isVisible()).toBe(false)
    expect(await page.getByRole('button', { name: 'Remove' }).count()).toBe(0)
    goOn()
    await page.getByText('The entry was created.').waitFor()
  })
})

describe('what another administrator did in the meantime', () => {
  test.each(sizes)(
    'is said above what was typed, with the focus there ($name)',
    async ({ options }) => {
      const page = await openAdmin('/admin/settings', options)
      const other = await openAdmin('/admin/settings', options)
      await other.fill('[name=court]', `Theirs ${options.viewport?.width}`)
      await save(other)
      await page.fill('[name=court]', 'Mine')
      await save(page, 'The settings were changed after you opened this page.')
      expect(await typedIn(page, 'court')).toBe('Mine')
      const focused = () => page.evaluate(() => document.activeElement?.className)
      await expect.poll(focused).toContain('notice-warn')
      expect(await accessibilityProblems(page)).toEqual([])
      await save(page)
    },
  )

  test('an error instead of an answer keeps what was typed, and leads back to it', async () => {
    const page = await openAdmin('/admin/settings')
    await page.fill('[name=description]', 'Typed while the database was away')
    const response = await page.request.get(`${site.docket.url}/nothing`)
    await page.route('**/admin/settings', (route, request) =>
      request.method() === 'POST' ? route.fulfill({ response, status: 503 }) : route.continue(),
    )
    await page.click('main .button-primary')
    await page.getByRole('link', { name: 'Open the form again' }).click()
    await page.waitForURL(`${site.docket.url}/admin/settings`)
    expect(await typedIn(page, 'description')).toBe('Typed while the database was away')
  })
})
