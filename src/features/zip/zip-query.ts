import { z } from 'zod'
import { calendarDate, typedText } from '../../platform/http/request/parse.ts'
import { MOST_DOCUMENTS } from './rules.ts'

const empty = z.literal('')
const Id = z.coerce.number('must be a document’s number').int().min(1).max(2_147_483_647)
const list = (value: unknown) => (typeof value === 'string' ? [value] : value)

export const ZipQuery = z.object({
  document: z
    .preprocess(list, z.array(Id).max(MOST_DOCUMENTS, `at most ${MOST_DOCUMENTS} documents`))
    .optional()
    .describe('Ids of the documents; several times'),
  all: z.literal('1').optional().describe('Instead: every document of the entries that match'),
  q: typedText(500).optional(),
  type: typedText(200).optional(),
  filer: typedText(500).optional(),
  from: empty.or(calendarDate()).optional(),
  to: empty.or(calendarDate()).optional(),
})
