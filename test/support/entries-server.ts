import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createAdminLayout } from '../../src/features/accounts/admin-layout.ts'
import { createEntryAdminHandlers } from '../../src/features/docket-admin/admin-routes.tsx'
import { createDocumentAdminHandlers } from '../../src/features/docket-admin/document-routes.tsx'
import { MAX_FORM_BYTES } from '../../src/features/filings/correct-filing.ts'
import { createFilingHandlers } from '../../src/features/filings/filing-routes.tsx'
import { createProposer } from '../../src/features/filings/proposal/proposal-reader.ts'
import { createFilingReader } from '../../src/features/filings/read-filing.ts'
import { listMatches } from '../../src/features/search/queries.ts'
import { createSettingsHandlers } from '../../src/features/settings/routes.tsx'
import { readFigures } from '../../src/features/statistics/figures/figure-reader.ts'
import type { DialectName } from '../../src/platform/database/dialect.ts'
import type { Database } from '../../src/platform/database/schema.ts'
import { get, post, withFiles } from '../../src/platform/http/route.ts'
import type { Platform } from '../../src/platform/platform.ts'
import { addAdministrator, listen, newVisitor, PASSWORD } from './accounts-server.ts'
import { sharedInspector } from './shared-inspector.ts'
import { createTestPlatform } from './test-platform.ts'
import { csrfIn, type Visitor } from './visitor.ts'

/** A signed-in administrator's browser. */
type SignedInClient = Pick<Visitor, 'get' | 'post'>

export interface EntriesServer {
  platform: Platform
  /** Signed in. */
  client: SignedInClient
  /** Not signed in. */
  stranger: Visitor
  /** The service's clock; tests move it. */
  time: { now: number }
  signIn(email: string): Promise<SignedInClient>
  close(): Promise<void>
}

/** Tests move the clock by hours and stay signed in. */
const LONG_SESSIONS = { SESSION_IDLE_MINUTES: '1440', SESSION_MAX_HOURS: '168' }

/** A real server with the administrators' entries, documents, and settings, and a signed-in administrator. */
export async function startEntries(
  dialect: DialectName,
  environment: Record<string, string> = {},
): Promise<EntriesServer> {
  const time = { now: Date.UTC(2026, 6, 30, 16) }
  const { platform, dispose } = await createTestPlatform(
    dialect,
    { ...LONG_SESSIONS, ...environment },
    {
      clock: () => time.now,
    },
  )
  const inspector = sharedInspector
  const layout = createAdminLayout(platform)
  const entry = createEntryAdminHandlers(platform, {
    inspector,
    layout,
    statistics: {
      read: (call) => readFigures(platform.db, platform.config.timeZone, call),
    },
  })
  const document = createDocumentAdminHandlers(platform, { inspector, layout })
  const { propose, close: closeProposer } = createProposer()
  const reader = createFilingReader(platform, { inspector, propose })
  const filing = createFilingHandlers(platform, { inspector, reader, propose, layout })
  const settings = createSettingsHandlers(platform, layout)
  const { origin, close } = await listen(platform, ({ administrator }) => [
    get('/admin/entries', administrator, entry.list),
    get('/admin/entries/new', administrator, entry.showNew),
    withFiles(post('/admin/entries', administrator, entry.create)),
    get('/admin/entries/:id', administrator, entry.show),
    get('/admin/entries/:id/edit', administrator, entry.edit),
    withFiles(post('/admin/entries/:id', administrator, entry.change)),
    get('/admin/entries/:id/delete', administrator, entry.confirmDelete),
    post('/admin/entries/:id/delete', administrator, entry.remove),
    post('/admin/entries/:id/restore', administrator, entry.restore),
    withFiles(post('/admin/entries/:id/documents', administrator, entry.addDocuments)),
    post('/admin/entries/:id/arrangement', administrator, entry.arrange),
    post('/admin/entries/:id/publish', administrator, entry.publish),
    post('/admin/entries/:id/findings', administrator, entry.review),
    get('/admin/documents/:id', administrator, document.edit),
    get('/admin/documents/:id/findings/:finding.png', administrator, document.picture),
    get('/admin/documents/:id/file', administrator, document.file),
    withFiles(post('/admin/documents/:id', administrator, document.change)),
    get('/admin/documents/:id/delete', administrator, document.confirmDelete),
    post('/admin/documents/:id/delete', administrator, document.remove),
    post('/admin/documents/:id/pin', administrator, document.pin),
    post('/admin/documents/:id/restore', administrator, document.restore),
    get('/admin/filings/new', administrator, filing.showNew),
    withFiles(post('/admin/filings', administrator, filing.open)),
    get('/admin/filings/:id', administrator, filing.show),
    get('/admin/filings/:id.json', administrator, filing.progress),
    post('/admin/filings/:id', { ...administrator, bodyLimit: MAX_FORM_BYTES }, filing.act),
    get('/admin/filings/:id/documents/:document', administrator, filing.file),
    get(
      '/admin/filings/:id/documents/:document/findings/:place.png',
      administrator,
      filing.picture,
    ),
    get('/admin/settings', administrator, settings.show),
    post('/admin/settings', administrator, settings.change),
  ])
  async function enter(email: string): Promise<SignedInClient> {
    await addAdministrator(platform, email)
    const visitor = await newVisitor({ origin })
    await visitor.post('/admin/login', { email, password: PASSWORD })
    const { body } = await visitor.get('/admin/account')
    const csrf = { 'x-csrf-token': csrfIn(body) }
    return {
      get: (path) => visitor.get(path),
      post: (path, fields, headers) => visitor.post(path, fields, { ...csrf, ...headers }),
    }
  }
  return {
    platform,
    time,
    client: await enter('clerk@example.com'),
    stranger: await newVisitor({ origin }),
    signIn: enter,
    async close() {
      await close()
      await reader.close()
      await closeProposer()
      await dispose()
    },
  }
}

/** IDs of the entries that visitors find when searching for the words. */
export async function findEntries(db: Database, q: string): Promise<number[]> {
  const { entries } = await listMatches(db, { q, order: 'newest', limit: 50, offset: 0 })
  return entries.map(({ id }) => id)
}

/** A PDF of test/fixtures, as a browser would send it. */
export function pdfFile(fixture: string, name = fixture): File {
  return new File([readFileSync(join('test/fixtures/pdfs', fixture))], name, {
    type: 'application/pdf',
  })
}

/** A multipart form; files go as `documents`. */
export function entryForm(fields: Record<string, string>, files: readonly File[] = []): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.append(name, value)
  for (const file of files) form.append('documents', file, file.name)
  return form
}

/** Everything in the documents folder: stored files, and files still arriving. */
export function storedFiles({ config }: Platform): string[] {
  const folder = join(config.dataDir, 'documents')
  if (!existsSync(folder)) return []
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => entry.name)
    .toSorted()
}
