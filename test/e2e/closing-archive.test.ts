import { mkdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest'
import {
  accessibilityProblems,
  closeContexts,
  openBrowser,
  problemsLightAndDark,
  sizes,
} from '../support/browser.ts'
import { inDatabaseOf, usualEnvironment } from '../support/database-of.ts'
import { isMatrix } from '../support/environment.ts'
import { importRecap } from '../support/import-recap.ts'
import { EVERY_BROWSER } from '../support/other-browsers.ts'
import { newDataFolder, runDocket } from '../support/run-docket.ts'
import { runInProcess } from '../support/run-in-process.ts'
import { writeTextPdf } from '../support/text-pdf.ts'

/* The program makes an archive, and browsers open it from the folder: nothing serves it. */

const DOCKET = [
  '7 2026-01-02 MOTION to Dismiss by Jane Roe',
  '45 2026-03-01 MOTION to Appoint a Receiver',
  '45-1 Survey of Gull Point',
  '2026-03-05 Minute Entry: hearing held',
]

const folder = newDataFolder()
const pdfs = join(folder, 'pdfs')
const target = join(folder, 'archive')
const addressOf = (path: string) => pathToFileURL(join(target, 'data')).href + path
const run = async (...words: string[]) =>
  runInProcess(words, { DATA_DIR: folder, ...(await usualEnvironment(folder)) })

beforeAll(async () => {
  mkdirSync(pdfs)
  for (const [name, text] of [
    ['7', 'The complaint states no claim.'],
    ['45', 'The receiver shall report every month.'],
    ['45-1', 'The lighthouse stands at the tip of the point.'],
  ] as const) {
    await writeTextPdf(join(pdfs, `${name}.pdf`), [text, 'Second page'])
  }
  await importRecap(folder, DOCKET)
  const closed = { closed_on: '2026-11-20' }
  await inDatabaseOf(folder, (db) => db.updateTable('case_settings').set(closed).execute())
  const { code, stdout, stderr } = await runDocket(['docket:archive', target], { DATA_DIR: folder })
  expect(code, stderr).toBe(0)
  expect(stdout).toContain(`The archive is in ${target}.`)
}, 180_000)

describe.each(sizes)('from a folder, on $name', ({ options }) => {
  let browser: Browser
  let page: Page
  const errors: string[] = []

  beforeAll(async () => {
    browser = await openBrowser()
    page = await (await browser.newContext(options)).newPage()
    page.on('pageerror', ({ message }) => errors.push(message))
  })
  afterAll(() => closeContexts(browser))

  const results = () => page.locator('.docket h3').allTextContents()
  async function search(words: string) {
    await page.goto(addressOf('/index.html'))
    await page.getByRole('searchbox').fill(words)
    await page.getByRole('searchbox').press('Enter')
    await page.getByText(/\d+ (entry|entries) found/).waitFor()
  }

  it('axe finds nothing on the list, an entry, and a document', async () => {
    // What is inside their frames is as on the live site: archive-docket.db.test.ts
    for (const path of ['', '/entries/2', '/documents/2']) {
      await page.goto(addressOf(`${path}/index.html`))
      expect(await page.getByText('this is its archive').count(), path).toBe(1)
      expect(await accessibilityProblems(page), path).toEqual([])
    }
    expect(errors).toEqual([])
  })

  it('search finds words of entries and of PDFs, whatever their endings, and numbers', async () => {
    await search('lighthouses')
    expect(await results()).toEqual(['MOTION to Appoint a Receiver'])
    const documents = page.locator('.document-title')
    expect(await documents.allTextContents()).toEqual(['Survey of Gull Point'])
    expect(await problemsLightAndDark(page)).toEqual([])
    await search('motion receiver')
    expect(await results()).toEqual(['MOTION to Appoint a Receiver'])
    await search('ECF No. 7')
    expect(await results()).toEqual(['MOTION to Dismiss'])
    // Every object has a member of this name.
    await search('constructor')
    expect(await results()).toEqual([])
    expect(await page.locator('.docket').textContent()).toContain('Try fewer or different words')
    await page.getByRole('link', { name: 'All entries' }).first().click()
    await page.waitForURL((url) => url.search === '')
    expect(await results()).toHaveLength(3)
  })

  it('search says which part of the archive is missing', async () => {
    await page.route(/\/search\/\w+\.js$/, (route) => route.abort())
    await page.goto(addressOf('/index.html?q=receiver'))
    const problem = page.getByRole('alert')
    await problem.waitFor()
    expect(await problem.textContent()).toMatch(/incomplete.*: search\/\w+\.js is missing\.$/)
    expect(await page.getByText('Searching').count()).toBe(0)
    await page.unroute(/\/search\/\w+\.js$/)
  })

  it('a reader goes from the list to an entry, its document, and back', async () => {
    await page.goto(addressOf('/index.html'))
    await page.getByRole('link', { name: 'MOTION to Appoint a Receiver' }).first().click()
    await page.getByRole('link', { name: 'Survey of Gull Point' }).first().click()
    await page.waitForURL(/documents\/3\/index\.html/)
    expect(await page.getByRole('button', { name: 'Copy Link' }).count()).toBe(1)
    await page.goto(addressOf('/ecf/45-1/index.html'))
    await page.waitForURL(/documents\/3\/index\.html/)
    await page.goto(addressOf('/documents/3/index.html?page=2'))
    expect(await page.locator('[data-open-pdf]').getAttribute('href')).toMatch(/3\.pdf#page=2$/)
  })

  it('a file is verified in the browser', async () => {
    for (const [name, answer] of [
      ['pdfs/45-1.pdf', 'This is an unchanged document from this docket: Survey of Gull Point'],
      ['docket.json', 'This file is not on this docket.'],
    ] as const) {
      await page.goto(addressOf('/verify/index.html'))
      await page.setInputFiles('[data-verify-file]', join(folder, name))
      await page.locator('.notice').waitFor()
      expect(await page.locator('.notice').textContent()).toBe(answer)
    }
  })
})

const others = EVERY_BROWSER.filter(({ name, open }) => isMatrix() && name !== 'Chromium' && open)

test.each(others)('$name searches it from the folder, too', async ({ open }) => {
  const browser = await open?.()
  try {
    await browser?.open(addressOf('/index.html?q=lighthouse'))
    const text = () => browser?.run<string>('return document.querySelector(".docket").innerText')
    await expect.poll(text).toContain('Survey of Gull Point')
    expect(await text()).not.toContain('Dismiss')
  } finally {
    await browser?.close()
  }
})

it('may be published: everyone can read its files', () => {
  const mode = (path: string) => (statSync(join(target, path)).mode & 0o777).toString(8)
  expect(['', 'data/entries'].map(mode)).toEqual(['755', '755'])
  expect(['data/index.html', 'manifest-sha256.txt'].map(mode)).toEqual(['644', '644'])
})

it('archive:verify exits 1 once a file is missing', async () => {
  expect((await run('archive:verify', target)).code).toBe(0)
  rmSync(join(target, 'data/feed.xml'))
  const { code, stderr } = await run('archive:verify', target)
  expect([code, stderr]).toEqual([1, expect.stringContaining('data/feed.xml is missing')])
  expect((await run('docket:archive', target, '--since', 'soon')).stderr).toContain('--since')
  expect(readFileSync(join(target, 'README.txt'), 'utf8')).toContain('closed on 11/20/2026')
})
