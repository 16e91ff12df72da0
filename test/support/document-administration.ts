import { beforeEach } from 'vitest'
import { listDocuments } from '../../src/features/docket/documents/queries.ts'
import { oneServer } from './each-server.ts'
import { entryForm, pdfFile } from './entries-server.ts'
import { type EntryAdministration, eachEntryAdministration } from './entry-administration.ts'

/** The administration of entries, with an entry of two documents, recreated for each test: Complaint and Exhibit A. */
export function eachDocumentAdministration(
  name: string,
  tests: (place: ReturnType<typeof documentsOf>) => void,
  run?: typeof oneServer,
): void {
  const withDocuments = (place: EntryAdministration) => {
    let id: number
    beforeEach(async () => {
      const exhibit = pdfFile('opinion.pdf', 'Exhibit A.pdf')
      const files = [pdfFile('notice.pdf', 'Complaint.pdf'), exhibit]
      id = await place.create({ title: 'Complaint' }, files)
    })
    tests(documentsOf(place, () => id))
  }
  eachEntryAdministration(name, withDocuments, run)
}

export const oneDocumentAdministration: typeof eachDocumentAdministration = (name, tests) =>
  eachDocumentAdministration(name, tests, oneServer)

function documentsOf({ server, db, search }: EntryAdministration, entryId: () => number) {
  const documents = () => listDocuments(db(), [entryId()])
  return {
    server,
    db,
    search,
    entryId,
    documents,
    /** Attachment number and title of each, in order. */
    shown: async () =>
      (await documents()).map(({ attachment_number, title }) => `${attachment_number} ${title}`),
    post: (path: string, fields: Record<string, string>) => server.client.post(path, fields),
    page: async () => (await server.client.get(`/admin/entries/${entryId()}`)).body,
    add(files: File[], headers: Record<string, string> = {}, fields: Record<string, string> = {}) {
      const path = `/admin/entries/${entryId()}/documents`
      return server.client.post(path, entryForm(fields, files), headers)
    },
    replace(id: number, file: File, fields: Record<string, string> = {}) {
      const form = entryForm(fields)
      form.append('file', file)
      return server.client.post(`/admin/documents/${id}`, form)
    },
  }
}
