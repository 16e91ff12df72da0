/*
 * `npm run lighthouse`: Lighthouse (from npm, in the system's Chromium) on the sample case's pages. Some must not be indexed,
 * which Lighthouse counts against them, so that audit is left out for them.
 */
import { join } from 'node:path'
import SQLite from 'better-sqlite3'
import lighthouse, { desktopConfig } from 'lighthouse'
import { type Browser, chromium } from 'playwright-core'
import { seedSampleCase } from '../demo/seed.ts'
import { fullChromium } from '../test/support/browser.ts'
import { cleanEnvironment } from '../test/support/environment.ts'
import { freePort } from '../test/support/free-port.ts'
import { newDataFolder, removeFolder, startDocket } from '../test/support/run-docket.ts'
import type { Row } from './measuring/row.ts'

const MIN_SCORE = 100
const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo']
const FORMS = ['phone', 'desktop'] as const
/** A page that falls short is measured this often, and the median counts: a busy moment is not the page's fault. */
const TURNS = 3

export const LIGHTHOUSE_HOW = `\`npm run lighthouse\` runs Lighthouse, from npm, in the system's Chromium on the sample case's pages, with its
own throttling for a phone and a desktop: performance / accessibility / best practices / SEO, and how far the
contents moved while loading (cumulative layout shift). A page below ${MIN_SCORE} in any category is measured ${TURNS} times; if the
median is still below, the program fails. Search results and the
unsubscribe page are \`noindex\` on purpose, so the audit \`is-crawlable\` is left out there. What moves on a document's page on a
desktop is inside the frame: the toolbar of the browser's own PDF viewer. The figures are meaningful only on an otherwise idle
machine.`

interface Looked {
  name: string
  path: string
  /** On purpose: search results, and pages with a personal token. */
  noIndex?: boolean
}

interface Score {
  /** In the order of CATEGORIES, out of 100. */
  scores: number[]
  layoutShift: number
  /** What cost points. */
  lost: string[]
}

export async function measureLighthouse(): Promise<Row[]> {
  const folder = newDataFolder()
  await seedSampleCase(cleanEnvironment({ DATA_DIR: folder }))
  const docket = await startDocket({}, folder)
  const port = await freePort()
  const browser = await openDebugged(port)
  try {
    const rows: Row[] = []
    // The first page that a browser loads takes longer.
    await score(docket.url, port, 'phone', {})
    for (const looked of listLooked(folder)) {
      for (const form of FORMS) rows.push(await lookAt(looked, form, docket.url, port))
    }
    return rows
  } finally {
    await browser.close()
    await docket.stop()
    removeFolder(folder)
  }
}

function openDebugged(port: number): Promise<Browser> {
  return chromium.launch({
    ...(fullChromium && { executablePath: fullChromium }),
    args: ['--no-sandbox', '--headless=new', `--remote-debugging-port=${port}`],
    // With these, Chromium would have no PDF viewer, unlike readers' browsers.
    ignoreDefaultArgs: [
      '--headless',
      '--disable-extensions',
      '--disable-component-extensions-with-background-pages',
    ],
  })
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
    { name: 'search', path: '/?q=receiver', noIndex: true },
    { name: 'entry', path: `/entries/${entry}` },
    { name: 'document', path: `/documents/${document}` },
    { name: 'text of a document', path: `/documents/${document}/text` },
    { name: 'about', path: '/about' },
    { name: 'verify', path: '/verify' },
    { name: 'unsubscribe', path: `/unsubscribe/${token}`, noIndex: true },
    { name: 'API', path: '/api' },
    { name: 'sign-in', path: '/admin/login', noIndex: true },
  ]
}

async function lookAt(
  looked: Looked,
  form: (typeof FORMS)[number],
  origin: string,
  port: number,
): Promise<Row> {
  const look = () => score(origin + looked.path, port, form, looked)
  const first = await look()
  const { layoutShift, lost } = first
  let { scores } = first
  if (lost.length > 0)
    console.log(`${looked.name}, ${form}: ${scores.join(' / ')}; ${lost.join('; ')}`)
  if (Math.min(...scores) < MIN_SCORE) {
    const turns = [scores, ...(await lookAgain(look))]
    scores = CATEGORIES.map((_, at) => median(turns.map((turn) => turn[at] ?? 0)))
  }
  if (Math.min(...scores) < MIN_SCORE) process.exitCode = 1
  return {
    what: `${looked.name}, ${form}`,
    peer: '',
    ours: scores.join(' / '),
    result: `layout shift ${layoutShift.toFixed(3)}`,
    promised: `${MIN_SCORE} or more`,
  }
}

async function lookAgain(look: () => Promise<Score>): Promise<number[][]> {
  const again: number[][] = []
  for (let turn = 1; turn < TURNS; turn += 1) again.push((await look()).scores)
  return again
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] as number
}

async function score(
  url: string,
  port: number,
  form: (typeof FORMS)[number],
  { noIndex }: Pick<Looked, 'noIndex'>,
): Promise<Score> {
  const flags = {
    port,
    logLevel: 'error' as const,
    onlyCategories: CATEGORIES,
    ...(noIndex && { skipAudits: ['is-crawlable'] }),
  }
  const result = await lighthouse(url, flags, form === 'desktop' ? desktopConfig : undefined)
  if (!result) throw new Error(`Lighthouse returned no result for ${url}`)
  const { categories, audits } = result.lhr
  const lost = Object.values(categories)
    .flatMap(({ auditRefs }) => auditRefs.filter(({ weight }) => weight > 0))
    .map(({ id }) => audits[id])
    .filter((audit) => audit && audit.score !== null && audit.score < 0.99)
    .map((audit) => `${audit?.id} ${audit?.displayValue ?? ''}`.trim())
  return {
    scores: CATEGORIES.map((name) => Math.round((categories[name]?.score ?? 0) * 100)),
    layoutShift: audits['cumulative-layout-shift']?.numericValue ?? 0,
    lost,
  }
}
