import type { ApiDescription } from '../../platform/http/api-description.ts'
import { ZipQuery } from './zip-query.ts'

export const zipApi: ApiDescription = {
  id: 'downloadDocuments',
  tag: 'Documents',
  summary: 'Several documents as one ZIP file',
  description: [
    'The documents named, or with `all=1` every document of the entries that match. PDFs are stored in it as they are; index.csv lists them with their SHA-256.',
    'Each document inside counts as one download when the whole archive has been sent, and none of them before.',
  ],
  query: ZipQuery,
  responses: {
    200: { description: 'The archive', mediaType: 'application/zip' },
    422: {
      description: 'Nothing was chosen, or more than one archive takes',
      codes: ['invalid', 'no_documents', 'archive_too_large'],
    },
    429: { description: 'Too many archives from one client', codes: ['too_many_requests'] },
  },
  curl: ({ publicUrl, entry }) =>
    `curl -o documents.zip '${publicUrl}/documents.zip?${entry.documents.map(({ id }) => `document=${id}`).join('&') || 'all=1'}'`,
}
