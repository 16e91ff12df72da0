import { findEntry } from '../../src/features/docket/entries/queries.ts'
import { type EntryDetails, findViews } from '../../src/features/docket/entries/views.ts'
import { type EntryAdministration, eachEntryAdministration } from './entry-administration.ts'

/** The administration of entries, with what readers are shown of an entry besides its text. */
export const eachEntryDetails = (
  name: string,
  tests: (place: ReturnType<typeof detailsOf>) => void,
) => eachEntryAdministration(name, (place) => tests(detailsOf(place)))

function detailsOf({ server, create }: EntryAdministration) {
  let next = 100
  return {
    server,

    async create(fields: Record<string, string> = {}, files: File[] = []) {
      next += 1
      const usual = { number: String(next), title: `Entry ${next}` }
      return { id: await create({ ...usual, ...fields }, files), number: next }
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
      const [view] = entry ? await findViews(db, [entry]) : []
      if (!view?.details) throw new Error('no such entry')
      return view.details
    },
  }
}
