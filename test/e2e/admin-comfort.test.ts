import { readFileSync } from 'node:fs'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { fillSignIn, openSignedIn, startWithAdministrator } from '../support/admin-browser.ts'
import { createClient, signIn } from '../support/admin-client.ts'
import { accessibilityProblems, desktop, openBrowser, phone } from '../support/browser.ts'
import { type RunningDocket, removeFolder } from '../support/run-docket.ts'

const PDF = '../shared/fixtures/pdfs/ca8_.pdf'
const ROW =
  '03/23/2023\t14\tMOTION for Leave to Appear by SERB SA. (Attachments: # 1 Exhibit A (Part 1), # 2 Text of Proposed Order)(DOE, J) (Entered: 03/23/2023)'
const NEW = '/admin/entries/new'

let docket: RunningDocket
let browser: Browser

beforeAll(async () => {
  docket = await startWithAdministrator()
  browser = await openBrowser()
})
afterAll(async () => {
  await browser?.close()
  await docket?.stop()
  if (docket) removeFolder(docket.folder)
})

const openPage = (path: string, options = desktop) =>
  openSignedIn(browser, docket.url, path, options)

/** As if copied from the court's page. */
async function paste(page: Page, text: string) {
  await page.locator('[name=description]').focus()
  await page.evaluate((text) => {
    const clipboardData = new DataTransfer()
    clipboardData.setData('text/plain', text)
    const event = new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true })
    document.activeElement?.dispatchEvent(event)
  }, text)
}

const pick = (page: Page, ...names: string[]) =>
  page.setInputFiles(
    '[name=documents]',
    names.map((name) => ({ name, mimeType: 'application/pdf', buffer: pdf })),
  )
const pdf = readFileSync(PDF)
const titles = (page: Page) =>
  page
    .locator('[data-upload-title]')
    .evaluateAll((all) => all.map((one) => (one as HTMLInputElement).value))
const numbers = (page: Page) =>
  page
    .locator('[data-upload-number]')
    .evaluateAll((all) => all.map((one) => (one as HTMLInputElement).value))
const typedIn = (page: Page, name: string) => page.locator(`main [name=${name}]`).inputValue()

/** What the server sees when a session has ended. */
const endSession = (page: Page) => page.context().clearCookies({ name: 'session' })

describe.each([
  ['a desktop', desktop],
  ['a phone', phone],
])('docket text pasted on %s', (_, options) => {
  test('fills what is empty, names the files, and says so; axe finds nothing', async () => {
    const page = await openPage(NEW, options)
    await pick(page, 'motion.pdf', 'scan.pdf', 'Proposed Order.pdf')
    await paste(page, ROW)
    expect(await typedIn(page, 'number')).toBe('14')
    expect(await typedIn(page, 'filed_on')).toBe('2023-03-23')
    expect(await typedIn(page, 'title')).toBe('MOTION for Leave to Appear')
    expect(await typedIn(page, 'type')).toBe('Motion')
    expect(await typedIn(page, 'filed_by')).toBe('SERB SA')
    expect(await typedIn(page, 'description')).toMatch(/^MOTION for Leave.*2023\)$/)
    expect(await titles(page)).toEqual(['motion', 'Exhibit A (Part 1)', 'Text of Proposed Order'])
    const report = page.locator('[data-docket-report]')
    expect(await report.textContent()).toContain(
      'docket number, filing date, title, type and filer',
    )
    expect(await report.textContent()).toContain('2 attachments: 1 Exhibit A (Part 1)')
    expect(await accessibilityProblems(page)).toEqual([])
    await page.context().close()
  })
})

test('nothing that was typed is overwritten, and files that are picked later are named as well', async () => {
  const page = await openPage(NEW)
  await page.fill('[name=title]', 'My own title')
  await page.fill('[name=number]', '99')
  await paste(page, ROW)
  expect([await typedIn(page, 'title'), await typedIn(page, 'number')]).toEqual([
    'My own title',
    '99',
  ])
  await pick(page, 'a.pdf', 'b.pdf')
  expect(await titles(page)).toEqual(['a', 'Exhibit A (Part 1)'])
  await page.locator('[data-upload-title]').nth(1).fill('Typed by hand')
  await paste(page, ROW.replace('Exhibit A (Part 1)', 'Another exhibit'))
  expect(await titles(page)).toEqual(['a', 'Typed by hand'])
  expect(await numbers(page)).toEqual(['0', '1'])
  await page.context().close()
})

test('pasting can be undone, and other words are pasted as they are', async () => {
  const page = await openPage(NEW)
  await page.locator('[name=description]').fill('Before. ')
  await paste(page, ROW)
  await page.locator('[name=description]').focus()
  await page.keyboard.press('Control+z')
  expect(await typedIn(page, 'description')).toBe('Before. ')
  await paste(page, 'no docket line')
  expect(await typedIn(page, 'title')).toBe('MOTION for Leave to Appear')
  await page.context().close()
})

test('without JavaScript the server names the files from the text', async () => {
  const client = await signIn(docket.url)
  await client.get(NEW)
  const form = new FormData()
  const fields = { filed_on: '2026-01-02', title: 'Motion', description: ROW }
  for (const [name, value] of Object.entries(fields)) form.append(name, value)
  for (const name of ['motion.pdf', 'scan.pdf', 'order.pdf']) {
    form.append('documents', new File([pdf], name, { type: 'application/pdf' }))
  }
  const created = await client.post('/admin/entries', form)
  expect(created.status).toBe(303)
  const show = await (await client.get(created.headers.get('location') ?? '')).text()
  for (const title of ['Exhibit A (Part 1)', 'Text of Proposed Order']) {
    expect(show).toContain(`value="${title}"`)
  }
})

test('documents added later get the titles that the entry’s text names', async () => {
  const client = await signIn(docket.url)
  await client.get(NEW)
  const form = new FormData()
  const fields = { filed_on: '2026-01-02', title: 'Later', description: ROW }
  for (const [name, value] of Object.entries(fields)) form.append(name, value)
  const created = await client.post('/admin/entries', form)
  const page = await openPage(created.headers.get('location') ?? '')
  await pick(page, 'x.pdf', 'y.pdf')
  expect(await titles(page)).toEqual(['x', 'Exhibit A (Part 1)'])
  await page.context().close()
})

describe('what is not saved', () => {
  /** Whether leaving asks. */
  async function asks(page: Page, leave: () => Promise<unknown>) {
    let asked = false
    page.on('dialog', (dialog) => {
      asked = dialog.type() === 'beforeunload'
      void dialog.accept()
    })
    await leave()
    await page.waitForURL((url) => url.pathname === '/admin/subscribers')
    return asked
  }
  const leave = (page: Page) => page.click('.admin-nav a[href="/admin/subscribers"]')

  test.each<[string, string, (page: Page) => Promise<unknown>, boolean]>([
    ['nothing typed', NEW, async () => {}, false],
    ['a title typed', NEW, (page) => page.fill('[name=title]', 'x'), true],
    [
      'typed and taken back',
      NEW,
      async (page) => {
        await page.fill('[name=title]', 'x')
        await page.fill('[name=title]', '')
      },
      false,
    ],
    ['another status', NEW, (page) => page.selectOption('[name=status]', 'draft'), true],
    ['a file chosen', NEW, (page) => pick(page, 'a.pdf'), true],
    ['settings', '/admin/settings', (page) => page.fill('[name=judge]', 'Doe'), true],
    [
      'refused by the server',
      NEW,
      async (page) => {
        await page.click('main .button-primary')
        await page.locator('[data-form-errors]:visible').waitFor()
      },
      false,
    ],
  ])('%s', async (_, path, act, expected) => {
    const page = await openPage(path)
    await page.click('main')
    await act(page)
    const note = page.locator('.unsaved-note').first()
    if (expected) await expect.poll(() => note.textContent()).toBe('Not saved yet.')
    else expect(await note.textContent()).toBe('')
    expect(await asks(page, () => leave(page))).toBe(expected)
    await page.context().close()
  })

  test('saving asks nothing, and the page says what was done, with the focus there', async () => {
    const page = await openPage('/admin/settings')
    let asked = false
    page.on('dialog', (dialog) => {
      asked = true
      void dialog.accept()
    })
    await page.fill('[name=judge]', 'Judge Doe')
    await page.click('main .button-primary')
    await page.getByText('The settings were saved.').waitFor()
    expect(asked).toBe(false)
    const focused = () => page.evaluate(() => document.activeElement?.className)
    expect(await focused()).toContain('notice-success')
    await page.context().close()
  })
})

describe('a form posted after the session has ended', () => {
  test('gives back what was typed after signing in, once, and only there', async () => {
    const page = await openPage('/admin/settings')
    await page.fill('[name=description]', 'Typed for an hour')
    await endSession(page)
    await page.click('main .button-primary')
    await page.getByText('What you typed is kept in this tab').waitFor()
    await fillSignIn(page)
    await page.waitForURL(`${docket.url}/admin/settings`)
    expect(await typedIn(page, 'description')).toBe('Typed for an hour')
    expect(await page.locator('[data-given-back]').textContent()).toContain('not saved yet')
    expect(await accessibilityProblems(page)).toEqual([])
    await page.click('main .button-primary')
    await page.getByText('The settings were saved.').waitFor()
    expect(await typedIn(page, 'description')).toBe('Typed for an hour')
    expect(await page.evaluate(() => sessionStorage.length)).toBe(0)
    await page.context().close()
  })

  test('keeps files and typing of an upload on the page, and sends them once signed in elsewhere', async () => {
    const page = await openPage(NEW)
    await page.fill('[name=title]', 'Uploaded after signing in again')
    await pick(page, 'a.pdf')
    await endSession(page)
    await page.click('main .button-primary')
    await page.getByText('You are signed out.').waitFor()
    const other = await page.context().newPage()
    await other.goto(`${docket.url}/admin/login`)
    await fillSignIn(other)
    await other.waitForURL(`${docket.url}/admin`)
    await page.bringToFront()
    await page.click('main .button-primary')
    await page.getByText('The entry was created.').waitFor()
    expect(await page.locator('main h1').textContent()).toContain('Uploaded after signing in again')
    await page.context().close()
  })

  test('never keeps a password, and nothing survives signing out', async () => {
    const page = await openPage('/admin/account')
    for (const field of await page.locator('main input[type=password]').all())
      await field.fill('a secret of mine, long')
    await endSession(page)
    await page.getByRole('button', { name: 'Change password' }).click()
    await page.getByRole('button', { name: 'Sign in' }).waitFor()
    expect(await page.evaluate(() => JSON.stringify(sessionStorage))).toBe('{}')
    await page.context().close()
  })

  test('is not given to somebody else', async () => {
    const page = await openPage('/admin/settings')
    await page.fill('[name=contact]', 'Mine alone')
    await endSession(page)
    await page.click('main .button-primary')
    await page.getByText('What you typed is kept').waitFor()
    await page.evaluate(() => {
      const kept = JSON.parse(sessionStorage.getItem('docket-kept-form') ?? '{}')
      sessionStorage.setItem(
        'docket-kept-form',
        JSON.stringify({ ...kept, email: 'other@example.com' }),
      )
    })
    await fillSignIn(page)
    await page.waitForURL(`${docket.url}/admin/settings`)
    expect(await typedIn(page, 'contact')).toBe('')
    expect(await page.evaluate(() => sessionStorage.length)).toBe(0)
    await page.context().close()
  })
})

describe('what somebody else did meanwhile', () => {
  test.each([
    ['a desktop', desktop],
    ['a phone', phone],
  ])('is told beside what was typed, with the focus there (%s)', async (_, options) => {
    const [page, other] = [
      await openPage('/admin/settings', options),
      await openPage('/admin/settings', options),
    ]
    await other.fill('[name=court]', `Theirs ${options.viewport?.width}`)
    await other.click('main .button-primary')
    await other.getByText('The settings were saved.').waitFor()
    await page.fill('[name=court]', 'Mine')
    await page.click('main .button-primary')
    await page.getByText('Someone else saved the settings').waitFor()
    expect(await typedIn(page, 'court')).toBe('Mine')
    const focused = () => page.evaluate(() => document.activeElement?.className)
    expect(await focused()).toContain('notice-warn')
    expect(await accessibilityProblems(page)).toEqual([])
    await page.click('main .button-primary')
    await page.getByText('The settings were saved.').waitFor()
    for (const one of [page, other]) await one.context().close()
  })

  test('an error instead of an answer keeps what was typed, and leads back to it', async () => {
    const page = await openPage('/admin/settings')
    await page.fill('[name=description]', 'Typed while the database was away')
    await page.route('**/admin/settings', (route) => {
      if (route.request().method() !== 'POST') return route.continue()
      const body =
        '<!doctype html><title>x</title><main><section class="error-page"><h1>Not available</h1></section></main><script type="module" src="SCRIPT"></script>'
      return siteScript(page).then((src) =>
        route.fulfill({ status: 503, contentType: 'text/html', body: body.replace('SCRIPT', src) }),
      )
    })
    await page.click('main .button-primary')
    await page.getByRole('link', { name: 'Open the form again' }).click()
    await page.waitForURL(`${docket.url}/admin/settings`)
    expect(await typedIn(page, 'description')).toBe('Typed while the database was away')
    await page.context().close()
  })

  /** The script of the public pages, which error pages have, too. */
  async function siteScript(page: Page): Promise<string> {
    const html = await (await page.request.get(`${docket.url}/`)).text()
    return /<script[^>]*src="([^"]+)"/.exec(html)?.[1] ?? ''
  }
})

describe('a case without a name', () => {
  test('the dashboard says where to begin, until it has one', async () => {
    const page = await openPage('/admin')
    await page.getByText('First steps').waitFor()
    await page.goto(`${docket.url}/admin/settings`)
    await page.fill('[name=caption]', 'Doe v. Roe')
    await page.click('main .button-primary')
    await page.getByText('The settings were saved.').waitFor()
    await page.goto(`${docket.url}/admin`)
    expect(await page.getByText('First steps').count()).toBe(0)
    await page.goto(`${docket.url}/admin/nothing-here`)
    await page.getByRole('link', { name: 'Go to the dashboard' }).click()
    await page.waitForURL(`${docket.url}/admin`)
    await page.context().close()
  })

  test('signing out and deleting say that they were done', async () => {
    const page = await openPage('/admin/subscribers')
    await page.getByText('Visitors subscribe by the form').waitFor()
    await page.getByRole('button', { name: 'Sign out' }).click()
    await page.getByText('You are signed out.').waitFor()
    expect(await page.evaluate(() => document.activeElement?.getAttribute('name'))).toBe('email')
    expect(await accessibilityProblems(page)).toEqual([])
    await page.context().close()
  })
})

describe('keyboard shortcuts', () => {
  const isListOpen = (page: Page) => page.locator('dialog[data-shortcuts][open]').count()

  test('are listed with ?, and by a button; axe finds nothing', async () => {
    const page = await openPage('/admin/entries')
    await page.keyboard.press('?')
    await expect.poll(() => isListOpen(page)).toBe(1)
    expect(await accessibilityProblems(page)).toEqual([])
    await page.keyboard.press('Escape')
    expect(await isListOpen(page)).toBe(0)
    await page.getByRole('button', { name: 'Keyboard shortcuts' }).click()
    await expect.poll(() => isListOpen(page)).toBe(1)
    await page.context().close()
  })

  test('lead where they say', async () => {
    const page = await openPage('/admin')
    await page.keyboard.press('n')
    await page.waitForURL(`${docket.url}${NEW}`)
    await page.keyboard.press('g')
    await page.keyboard.press('s')
    await page.waitForURL(`${docket.url}/admin/subscribers`)
    await page.keyboard.press('/')
    expect(await page.evaluate(() => document.activeElement?.getAttribute('type'))).toBe('search')
    await page.context().close()
  })

  test('do nothing while one types, nor when they are off', async () => {
    const page = await openPage(NEW)
    await page.locator('[name=title]').focus()
    await page.keyboard.type('n?g/')
    expect(await typedIn(page, 'title')).toBe('n?g/')
    expect(await isListOpen(page)).toBe(0)
    await page.fill('[name=title]', '')
    await page.getByRole('button', { name: 'Keyboard shortcuts' }).click()
    await page.getByLabel('Single-key shortcuts are on').uncheck()
    await page.keyboard.press('Escape')
    await page.reload()
    await page.keyboard.press('?')
    expect(await isListOpen(page)).toBe(0)
    await page.context().close()
  })

  test('Ctrl with Enter saves the form that is filled in', async () => {
    const page = await openPage('/admin/settings')
    await page.fill('[name=court]', 'District Court')
    await page.keyboard.press('Control+Enter')
    await page.getByText('The settings were saved.').waitFor()
    await page.context().close()
  })
})

test('a page that comes back with reasons begins there', async () => {
  const page = await openPage(NEW)
  await page.click('main .button-primary')
  await page.locator('[data-form-errors]:visible').waitFor()
  expect(await page.evaluate(() => document.activeElement?.hasAttribute('data-form-errors'))).toBe(
    true,
  )
  await page.locator('[data-form-errors] a').first().click()
  expect(await page.evaluate(() => document.activeElement?.getAttribute('name'))).toBe('title')
  await page.context().close()
})

test('shortcuts need the script, and are not offered without it', async () => {
  const client = createClient(docket.url)
  await client.get('/admin/login')
  const html = await (await (await signIn(docket.url)).get('/admin')).text()
  expect(html).toMatch(/<button[^>]*data-open-shortcuts[^>]*hidden/)
})
