import { beforeEach } from 'vitest'
import { listDocuments } from '../../src/features/docket/documents/queries.ts'
import { eachServer, oneServer } from './each-server.ts'
import {
  type EntriesServer,
  entryForm,
  findEntries,
  pdfFile,
  startEntries,
} from './entries-server.ts'

/** Not a PDF, whatever its name. */
export const renamed = new File(['<svg xmlns="http://www.w3.org/2000/svg"/>'], 'Drawing.pdf')
/** The headers of a program that asks for JSON. */
export const script = { accept: 'application/json' }

/** Runs the same tests on SQLite and on PostgreSQL; the upload limit is 1 MB. */
export function eachDocumentAdministration(
  name: string,
  tests: (place: ReturnType<typeof administer>) => void,
  run = eachServer,
): void {
  run(
    name,
    (dialect) => startEntries(dialect, { UPLOAD_MAX_MB: '1' }),
    (server) => {
      let id: number
      beforeEach(async () => {
        const fields = { filed_on: '2026-07-30', title: 'Complaint' }
        const files = [
          pdfFile('notice.pdf', 'Complaint.pdf'),
          pdfFile('opinion.pdf', 'Exhibit A.pdf'),
        ]
        const { location } = await server.client.post('/admin/entries', entryForm(fields, files))
        id = Number(location?.split('/').at(-1))
      })
      tests(administer(server, () => id))
    },
  )
}

export const oneDocumentAdministration: typeof eachDocumentAdministration = (name, tests) =>
  eachDocumentAdministration(name, tests, oneServer)

/** @param entryId an entry with two documents, recreated for each test: Complaint and Exhibit A */
function administer(server: EntriesServer, entryId: () => number) {
  const db = () => server.platform.db
  const documents = () => listDocuments(db(), [entryId()])
  return {
    server,
    db,
    entryId,
    documents,
    /** Attachment number and title of each, in order. */
    shown: async () =>
      (await documents()).map((one): [number, string] => [one.attachment_number, one.title]),
    post: (path: string, fields: Record<string, string>) => server.client.post(path, fields),
    /** The entry's Show page. */
    page: async () => (await server.client.get(`/admin/entries/${entryId()}`)).body,
    add: (
      files: File[],
      headers: Record<string, string> = {},
      fields: Record<string, string> = {},
    ) =>
      server.client.post(
        `/admin/entries/${entryId()}/documents`,
        entryForm(fields, files),
        headers,
      ),
    replace(id: number, file: File, fields: Record<string, string> = {}) {
      const form = entryForm(fields)
      form.append('file', file)
      return server.client.post(`/admin/documents/${id}`, form)
    },
    /** Entries that visitors find when searching for the words. */
    search: (q: string) => findEntries(db(), q),
  }
}
