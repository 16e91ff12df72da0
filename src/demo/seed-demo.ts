import { rm, writeFile } from 'node:fs/promises'
import { createAdministrator } from '../features/accounts/create-administrator.ts'
import { type DemoEntry, demoCase } from '../features/docket/demo/demo-case.ts'
import { demoDates } from '../features/docket/demo/demo-dates.ts'
import { filingPdf } from '../features/docket/demo/filing-pdf.ts'
import { loadEntry } from '../features/docket/import/load-entry.ts'
import { listEveryDocument, listEveryEntry } from '../features/docket/queries.ts'
import { readReferences } from '../features/docket/relations/rules.ts'
import { createPdfInspector, type PdfInspector } from '../features/documents/inspect-pdf.ts'
import { updateCaseSettings } from '../features/site/queries.ts'
import { CommandError } from '../platform/command-error.ts'
import type { Queryable } from '../platform/database/schema.ts'
import type { Platform } from '../platform/platform.ts'
import { seedCorrections } from './demo-corrections.ts'
import { demoDownloads } from './demo-downloads.ts'
import { demoSubscribers } from './demo-subscribers.ts'

const DEMO_EMAIL = 'admin@example.com'
const DEMO_PASSWORD = 'lantern orchard copper 41'

const SUBSCRIBERS = 240
const ROWS_AT_A_TIME = 500

/** `demo:seed`: a fictional case with its PDFs, subscribers and a year of downloads, only into an empty database. */
export async function seedDemo(platform: Platform): Promise<void> {
  await refuseFilled(platform.db)
  const inspector = createPdfInspector()
  try {
    await seedDocket(platform, inspector)
  } finally {
    await inspector.close()
  }
  const now = platform.clock()
  await insertInParts(demoSubscribers(SUBSCRIBERS, now), (part) =>
    platform.db.insertInto('subscriptions').values(part).execute(),
  )
  const downloads = await seedDownloads(platform, now)
  await createAdministrator(
    platform,
    { email: DEMO_EMAIL, password: DEMO_PASSWORD },
    { administrator: null, clientIp: null },
  )
  console.log(`The sample case is loaded: ${downloads} downloads, ${SUBSCRIBERS} subscribers.`)
  console.log(
    `Sign in at ${platform.config.publicUrl}/admin with ${DEMO_EMAIL} and the password ${DEMO_PASSWORD}`,
  )
}

async function refuseFilled(db: Queryable): Promise<void> {
  for (const table of ['entries', 'administrators', 'subscriptions'] as const) {
    const row = await db.selectFrom(table).select('id').limit(1).executeTakeFirst()
    if (row) {
      throw new CommandError(
        'the database is not empty, so the sample case was not loaded. Name another folder, for example DATA_DIR=./data-demo',
      )
    }
  }
}

async function seedDocket(platform: Platform, inspector: PdfInspector): Promise<void> {
  const { settings, entries } = demoCase()
  const { caseNumber, ...rest } = settings
  await updateCaseSettings(platform.db, { ...rest, case_number: caseNumber }, platform.clock())
  for (const [index, { documents, ...entry }] of entries.entries()) {
    const files = await Promise.all(
      documents.map(async ({ spec, ...document }, position) => {
        const path = await platform.files.incomingPath()
        await writeFile(path, await filingPdf(spec))
        return { document: { ...document, position }, path }
      }),
    )
    const source = {
      ...entry,
      sourceKey: `demo:${index}`,
      documents: [],
      publishedAt: publishedAt(entry),
      relations: readReferences(entry.description, entry.number),
      events: demoDates(entry.number, platform.clock()),
    }
    const loaded = await loadEntry(platform, inspector, source, files)
    await Promise.all(files.map(({ path }) => rm(path, { force: true })))
    const [refused] = loaded.refused
    if (refused) throw new CommandError(`${refused.name}: ${refused.reason}`)
    if (process.stderr.isTTY) process.stderr.write(`\r${index + 1} of ${entries.length} entries`)
  }
  await seedCorrections(platform.db, platform.clock())
  if (process.stderr.isTTY) process.stderr.write('\n')
}

/** In the afternoon of the day of filing, as clerks do. */
function publishedAt({ status, filedOn }: Pick<DemoEntry, 'status' | 'filedOn'>): number | null {
  return status === 'published' ? Date.parse(`${filedOn}T20:00:00Z`) : null
}

async function seedDownloads({ db }: Platform, now: number): Promise<number> {
  const entries = (await listEveryEntry(db)).filter((entry) => entry.status === 'published')
  const filedOn = new Map(entries.map((entry) => [entry.id, entry.filed_on]))
  const documents = (await listEveryDocument(db)).flatMap((document) => {
    const filed = filedOn.get(document.entry_id)
    return filed === undefined ? [] : [{ ...document, filedOn: filed }]
  })
  const downloads = demoDownloads(documents, now)
  await insertInParts(downloads, (part) =>
    db.insertInto('document_accesses').values(part).execute(),
  )
  return downloads.length
}

async function insertInParts<T>(rows: T[], insert: (part: T[]) => Promise<unknown>): Promise<void> {
  for (let start = 0; start < rows.length; start += ROWS_AT_A_TIME)
    await insert(rows.slice(start, start + ROWS_AT_A_TIME))
}
