import { expect } from 'vitest'
import { findEntry } from '../../src/features/docket/entries/queries.ts'
import {
  type EntryDetails,
  findDetails,
  withDocuments,
} from '../../src/features/docket/entries/views.ts'
import { eachServer } from './each-server.ts'
import { type EntriesServer, entryForm, startEntries } from './entries-server.ts'

/** Runs the same tests on SQLite and on PostgreSQL, each with a server and a signed-in administrator. */
export function eachEntryDetails(
  name: string,
  tests: (place: ReturnType<typeof detailsOf>) => void,
): void {
  eachServer(name, startEntries, (server) => tests(detailsOf(server)))
}

/** The administrator's form, and what readers are shown of an entry besides its text. */
function detailsOf(server: EntriesServer) {
  let next = 100
  return {
    server,

    async create(fields: Record<string, string> = {}, files: File[] = []) {
      next += 1
      const usual = { number: String(next), filed_on: '2026-07-30', title: `Entry ${next}` }
      const form = entryForm({ ...usual, ...fields }, files)
      const { status, location, body } = await server.client.post('/admin/entries', form)
      expect(status, body).toBe(303)
      return { id: Number(location?.split('/').at(-1)), number: next }
    },

    change(id: number, fields: Record<string, string | string[]>, files: File[] = []) {
      const form = new FormData()
      for (const [name, values] of Object.entries(fields))
        for (const value of [values].flat()) form.append(name, value)
      for (const file of files) form.append('documents', file)
      return server.client.post(`/admin/entries/${id}`, form)
    },

    async details(id: number): Promise<EntryDetails> {
      const { db } = server.platform
      const entry = await findEntry(db, id)
      const details = entry && (await findDetails(db, await withDocuments(db, [entry]))).get(id)
      if (!details) throw new Error('no such entry')
      return details
    },
  }
}
