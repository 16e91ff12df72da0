import { expect } from 'vitest'
import type { Database } from '../../src/platform/database/schema.ts'
import { eachServer } from './each-server.ts'
import { type EntriesServer, entryForm, findEntries, startEntries } from './entries-server.ts'
import type { Answer } from './visitor.ts'

/** The fields of an entry's form. */
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

export interface EntryAdministration {
  server: EntriesServer
  db(): Database
  post(path: string, fields: Record<string, string>, files?: File[]): Promise<Answer>
  page(path: string): Promise<string>
  /** @returns the id of the new entry: `motion` with these fields */
  create(fields: Record<string, string>, files?: File[]): Promise<number>
  /** Entries that visitors find when searching for the words. */
  search(q: string): Promise<number[]>
}

/** Runs the same tests on SQLite and on PostgreSQL, each with a server and a signed-in administrator. */
export function eachEntryAdministration(
  name: string,
  tests: (place: EntryAdministration) => void,
): void {
  eachServer(name, startEntries, (server) => {
    const db = () => server.platform.db
    const post = (path: string, fields: Record<string, string>, files: File[] = []) =>
      server.client.post(path, entryForm(fields, files))
    const page = async (path: string) => (await server.client.get(path)).body

    async function create(fields: Record<string, string>, files: File[] = []): Promise<number> {
      const response = await post('/admin/entries', { ...motion, ...fields }, files)
      expect(response.status).toBe(303)
      expect(response.location).toMatch(/^\/admin\/entries\/\d+$/)
      return Number(response.location?.split('/').at(-1))
    }

    const search = (q: string) => findEntries(db(), q)
    tests({ server, db, post, page, create, search })
  })
}
