import { expect } from 'vitest'
import type { DialectName } from '../../src/platform/database/dialect.ts'
import { eachServer, oneServer } from './each-server.ts'
import { type EntriesServer, entryForm, findEntries, startEntries } from './entries-server.ts'

export const motion = {
  filed_on: '2026-07-30',
  title: 'Motion to Dismiss',
  type: 'Motion',
  filed_by: 'Defendant',
}

/** Not a PDF, whatever its name. */
export const renamed = new File(['<!doctype html><p>not a PDF'], 'Order.pdf', {
  type: 'application/pdf',
})

/** The headers of a program that asks for JSON. */
export const script = { accept: 'application/json' }

export type EntryAdministration = ReturnType<typeof administer>

/** Runs the same tests on SQLite and on PostgreSQL, each with a server and a signed-in administrator; files of up to 1 MB. */
export function eachEntryAdministration(
  name: string,
  tests: (place: EntryAdministration) => void,
  run = eachServer,
): void {
  const start = (dialect: DialectName) => startEntries(dialect, { UPLOAD_MAX_MB: '1' })
  run(name, start, (server) => tests(administer(server)))
}

export const oneEntryAdministration: typeof eachEntryAdministration = (name, tests) =>
  eachEntryAdministration(name, tests, oneServer)

function administer(server: EntriesServer) {
  const db = () => server.platform.db
  const post = (path: string, fields: Record<string, string>, files: File[] = []) =>
    server.client.post(path, entryForm(fields, files))
  return {
    server,
    db,
    post,
    page: async (path: string) => (await server.client.get(path)).body,
    /** @returns the id of the new entry: `motion` with these fields */
    async create(fields: Record<string, string>, files: File[] = []): Promise<number> {
      const response = await post('/admin/entries', { ...motion, ...fields }, files)
      expect(response.status).toBe(303)
      expect(response.location).toMatch(/^\/admin\/entries\/\d+$/)
      return Number(response.location?.split('/').at(-1))
    },
    search: (q: string) => findEntries(db(), q),
  }
}
