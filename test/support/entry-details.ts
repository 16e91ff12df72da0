import { expect } from 'vitest'
import { findEntry } from '../../src/features/docket/entries/queries.ts'
import {
  type EntryDetails,
  findDetails,
  withDocuments,
} from '../../src/features/docket/entries/views.ts'
import { eachServer } from './each-server.ts'
import { type EntriesServer, entryForm, startEntries } from './entries-server.ts'
import type { Answer } from './visitor.ts'

/** The administrator's form, and what readers are shown of an entry besides its text. */
interface EntryDetailsPlace {
  server: EntriesServer
  create(fields?: Record<string, string>, files?: File[]): Promise<{ id: number; number: number }>
  change(id: number, fields: [string, string][]): Promise<Answer>
  details(id: number): Promise<EntryDetails>
}

/** Runs the same tests on SQLite and on PostgreSQL, each with a server and a signed-in administrator. */
export function eachEntryDetails(name: string, tests: (place: EntryDetailsPlace) => void): void {
  eachServer(name, startEntries, (server) => {
    let next = 100
    async function create(fields: Record<string, string> = {}, files: File[] = []) {
      next += 1
      const form = entryForm(
        { number: String(next), filed_on: '2026-07-30', title: `Entry ${next}`, ...fields },
        files,
      )
      const { status, location, body } = await server.client.post('/admin/entries', form)
      expect(status, body).toBe(303)
      return { id: Number(location?.split('/').at(-1)), number: next }
    }

    const change = (id: number, fields: [string, string][]) => {
      const form = new FormData()
      for (const [name, value] of fields) form.append(name, value)
      return server.client.post(`/admin/entries/${id}`, form)
    }

    async function details(id: number) {
      const { db } = server.platform
      const entry = await findEntry(db, id)
      if (!entry) throw new Error('no such entry')
      const entryDetails = (await findDetails(db, await withDocuments(db, [entry]))).get(id)
      if (!entryDetails) throw new Error('no details')
      return entryDetails
    }

    tests({ server, create, change, details })
  })
}
