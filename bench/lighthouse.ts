/*
 * `npm run lighthouse`: Lighthouse (from npm, in the system's Chromium) on the sample case's pages. Fails where a category is below
 * 99. The unsubscribe page must not be indexed, which Lighthouse counts against it: there that one audit is left out, and
 * said so.
 */
import { join } from 'node:path'
import SQLite from 'better-sqlite3'
import lighthouse, { desktopConfig } from 'lighthouse'
import { chromium } from 'playwright-core'
import { fullChromium } from '../test/support/browser.ts'
import { freePort } from '../test/support/free-port.ts'
import { newDataFolder, removeFolder, runDocket, startDocket } from '../test/support/run-docket.ts'

const LEAST = 99
const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo']

interface Looked {
  name: string
  path: string
  /** With a personal token: `noindex` on purpose. */
  isPersonal?: boolean
}

function listLooked(folder: string): Looked[] {
  const database = new SQLite(join(folder, 'docket.db'), { readonly: true })
  const find = (sql: string) => database.prepare(sql).pluck().get()
  const entry = find(
    "select id from entries where status = 'published' and deleted_at is null and id in (select entry_id from documents) order by id desc",
  )
  const document = find(`select id from documents where entry_id = ${entry}`)
  const token = find("select token from subscriptions where state = 'active'")
  database.close()
  return [
    { name: 'home', path: '/' },
    { name: 'entry', path: `/entries/${entry}` },
    { name: 'document', path: `/documents/${document}` },
    { name: 'unsubscribe', path: `/unsubscribe/${token}`, isPersonal: true },
    { name: 'API', path: '/api' },
  ]
}

async function score(url: string, port: number, form: 'phone' | 'desktop', { isPersonal }: Looked) {
  const flags = {
    port,
    logLevel: 'error' as const,
    onlyCategories: CATEGORIES,
    ...(isPersonal && { skipAudits: ['is-crawlable'] }),
  }
  const result = await lighthouse(url, flags, form === 'desktop' ? desktopConfig : undefined)
  if (!result) throw new Error(`Lighthouse has nothing to say of ${url}`)
  const { categories, audits } = result.lhr
  const scores = CATEGORIES.map((name) => Math.round((categories[name]?.score ?? 0) * 100))
  const lost = Object.values(categories)
    .flatMap(({ auditRefs }) => auditRefs.filter(({ weight }) => weight > 0))
    .map(({ id }) => audits[id])
    .filter((audit) => audit && audit.score !== null && audit.score < 0.99)
    .map((audit) => `${audit?.id} ${audit?.displayValue ?? ''}`.trim())
  return { scores, lost }
}

/** `node bench/lighthouse.ts home`: one page only. */
const wanted = process.argv[2] ?? ''
const folder = newDataFolder()
const seeded = await runDocket(['demo:seed'], { DATA_DIR: folder })
if (seeded.code !== 0) throw new Error(seeded.stderr)
const docket = await startDocket({}, folder)
const port = await freePort()
const browser = await chromium.launch({
  ...(fullChromium && { executablePath: fullChromium }),
  args: ['--no-sandbox', '--headless=new', `--remote-debugging-port=${port}`],
  // These would take the PDF viewer away, as no reader's browser has it.
  ignoreDefaultArgs: [
    '--headless',
    '--disable-extensions',
    '--disable-component-extensions-with-background-pages',
  ],
})
let failures = 0
try {
  console.log(`page, form: ${CATEGORIES.join(' / ')}`)
  for (const looked of listLooked(folder).filter(({ name }) => name.includes(wanted))) {
    for (const form of ['phone', 'desktop'] as const) {
      const { scores, lost } = await score(docket.url + looked.path, port, form, looked)
      const note = looked.isPersonal ? ' (noindex on purpose: is-crawlable left out)' : ''
      console.log(`${looked.name}, ${form}: ${scores.join(' / ')}${note}`)
      if (lost.length > 0) console.log(`  ${lost.join('; ')}`)
      if (Math.min(...scores) < LEAST) failures += 1
    }
  }
} finally {
  await browser.close()
  await docket.stop()
  removeFolder(folder)
}
if (failures > 0) console.log(`${failures} below ${LEAST}`)
process.exitCode = failures > 0 ? 1 : 0
