import { z } from 'zod'
import type { ApiDescription } from '../../platform/http/api-description.ts'

const validators = {
  ETag: 'The SHA-256 of the PDF, in hex, in quotes',
  'Last-Modified': 'When the document was last changed',
  'Accept-Ranges': 'bytes',
}

export const downloadApi: ApiDescription = {
  id: 'downloadDocument',
  tag: 'Documents',
  summary: 'The PDF',
  description: [
    'A response whose last byte has been sent counts as one download and is recorded with the client’s IP address and user agent. HEAD requests, 304 responses, and errors are never counted.',
    'Before fetching a document again send its ETag in If-None-Match: an unchanged PDF costs a few bytes.',
  ],
  params: z.object({ id: z.int().min(1).describe('The document’s id') }),
  query: z.object({
    disposition: z
      .enum(['inline', 'attachment'])
      .optional()
      .describe('`attachment` makes browsers save it; `inline`, the default, makes them show it'),
  }),
  headers: {
    Range: 'One range of bytes, to resume: `bytes=1000-`',
    'If-Range': 'The ETag that the earlier part had',
    'If-None-Match': 'The ETag that is known already',
    'If-Modified-Since': 'A time; the ETag is more exact',
  },
  responses: {
    200: {
      description: 'The whole PDF',
      mediaType: 'application/pdf',
      headers: {
        ...validators,
        'Content-Disposition': 'The file name a lawyer would choose: ECF 045-2 - Exhibit B.pdf',
      },
    },
    206: {
      description: 'The part that Range asked for',
      mediaType: 'application/pdf',
      headers: { ...validators, 'Content-Range': 'Which part of how many bytes' },
    },
    304: { description: 'Unchanged', headers: validators },
    404: {
      description: 'There is no such document, or it was withdrawn',
      codes: ['not_found'],
    },
    412: {
      description: 'If-Match or If-Unmodified-Since does not hold',
      codes: ['precondition_failed'],
    },
    416: {
      description: 'The document is shorter than that range',
      codes: ['range_not_satisfiable'],
      headers: { 'Content-Range': 'How many bytes there are' },
    },
  },
  curl: ({ publicUrl, entry }) =>
    `curl --remote-name --remote-header-name ${publicUrl}/api/documents/${entry.documents[0]?.id ?? 1}/download`,
}
