import { existsSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { listMatches } from '../../src/features/search/queries.ts'
import type { DialectName } from '../../src/platform/database/dialect.ts'
import type { Database } from '../../src/platform/database/schema.ts'
import type { Platform } from '../../src/platform/platform.ts'
import { addAdministrator, newSignedIn, newVisitor } from './accounts-server.ts'
import { filesIn } from './new-folder.ts'
import { startServer } from './start-server.ts'
import type { Visitor } from './visitor.ts'

/** Tests move the clock by hours and stay signed in. */
export const LONG_SESSIONS = { SESSION_IDLE_MINUTES: '1440', SESSION_MAX_HOURS: '168' }

/** A real server with the administrators' entries, documents, and settings, and a signed-in administrator. */
export async function startEntries(dialect: DialectName, environment: Record<string, string> = {}) {
  const server = await startServer(dialect, { ...LONG_SESSIONS, ...environment })
  server.time.now = Date.UTC(2026, 6, 30, 16)
  async function signIn(email: string) {
    await addAdministrator(server.platform, email)
    const visitor = await newSignedIn(server, { email })
    await visitor.get('/admin/account')
    const csrf = { 'x-csrf-token': visitor.csrf }
    const post: Visitor['post'] = (path, fields, headers) =>
      visitor.post(path, fields, { ...csrf, ...headers })
    return { get: visitor.get, post }
  }
  const client = await signIn('clerk@example.com')
  return { ...server, signIn, client, stranger: await newVisitor(server) }
}

export type EntriesServer = Awaited<ReturnType<typeof startEntries>>

/** IDs of the entries that visitors find when searching for the words. */
export async function findEntries(db: Database, q: string): Promise<number[]> {
  const { entries } = await listMatches(db, { q, order: 'newest', limit: 50, offset: 0 })
  return entries.map(({ id }) => id)
}

/** A PDF of test/fixtures, as a browser would send it. */
export function pdfFile(fixture: string, name = fixture): File {
  const bytes = readFileSync(join('test/fixtures/pdfs', fixture))
  return new File([bytes], name, { type: 'application/pdf' })
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
  return existsSync(folder) ? filesIn(folder).map((path) => basename(path)) : []
}
